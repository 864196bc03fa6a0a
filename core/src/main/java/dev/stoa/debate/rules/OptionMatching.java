package dev.stoa.debate.rules;

import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.rules.record.OptionAssignment;
import dev.stoa.debate.rules.record.Turn;
import dev.stoa.debate.rules.reply.ParsedReply.Position;
import dev.stoa.debate.rules.voting.Options;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Tells answers apart: which of them are the same option. Stateless. */
public final class OptionMatching {
    private OptionMatching() {}

    /** How near two texts are in meaning. */
    @FunctionalInterface
    public interface Nearness {
        /** The cosine of an answer and the label of an option, rounded to nine decimals; NaN if nobody can tell. */
        double cosine(int turnSeq, String answer, int option, String label);
    }

    /** The option of each turn's position, in order of the turns; an answer like no other makes a new one. */
    public static List<OptionAssignment> of(DebateRecord record, List<Turn> turns, Nearness nearness) {
        List<String> labels = new ArrayList<>(record.labels());
        List<OptionAssignment> assigned = new ArrayList<>();
        Map<String, Integer> codes = new HashMap<>();
        for (DebateRecord.Version version : record.versions()) {
            int option = optionOf(record, version.turnSeq());
            if (option >= 0) {
                codes.putIfAbsent(lines(version.code()), option);
            }
        }
        for (Turn turn : turns) {
            Position position = turn.position();
            if (position == null) {
                continue;
            }
            OptionAssignment answer = record.config().code() != null
                    ? code(turn, position, labels, codes)
                    : option(turn, position, labels, nearness);
            if (answer.label() != null) {
                labels.add(answer.label());
            }
            assigned.add(answer);
        }
        return assigned;
    }

    private static int optionOf(DebateRecord record, int turnSeq) {
        return record.has(turnSeq) ? record.option(record.turn(turnSeq)) : -1;
    }

    /** In a debate about code an option is one text of code. */
    private static OptionAssignment code(
            Turn turn, Position position, List<String> labels, Map<String, Integer> codes) {
        String code = position.code();
        if (code == null) {
            return new OptionAssignment(turn.turnSeq(), position.option(), null, Map.of());
        }
        Integer known = codes.get(lines(code));
        if (known != null) {
            return new OptionAssignment(turn.turnSeq(), known, null, Map.of());
        }
        if (labels.size() >= Options.MOST) {
            return new OptionAssignment(turn.turnSeq(), -1, null, Map.of());
        }
        codes.put(lines(code), labels.size());
        return new OptionAssignment(turn.turnSeq(), labels.size(), "version " + turn.version(), Map.of());
    }

    private static String lines(String code) {
        return code.replace("\r\n", "\n").replace('\r', '\n');
    }

    private static OptionAssignment option(Turn turn, Position position, List<String> labels, Nearness nearness) {
        String answer = position.answer();
        if (position.option() >= 0 || answer == null) {
            return new OptionAssignment(turn.turnSeq(), position.option(), null, Map.of());
        }
        Map<Integer, Double> cosines = new HashMap<>();
        for (int option = 0; option < labels.size(); option++) {
            String label = labels.get(option);
            double cosine = Double.NaN;
            if (Options.needsCosine(label, answer)) {
                cosine = nearness.cosine(turn.turnSeq(), answer, option, label);
                if (!Double.isNaN(cosine)) {
                    cosines.put(option, cosine);
                }
            }
            if (Options.same(label, answer, cosine)) {
                return new OptionAssignment(turn.turnSeq(), option, null, cosines);
            }
        }
        return labels.size() >= Options.MOST
                ? new OptionAssignment(turn.turnSeq(), -1, null, cosines)
                : new OptionAssignment(turn.turnSeq(), labels.size(), answer, cosines);
    }
}
