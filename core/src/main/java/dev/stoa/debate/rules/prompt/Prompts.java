package dev.stoa.debate.rules.prompt;

import dev.stoa.base.Trust;
import dev.stoa.debate.rules.Clarifications;
import dev.stoa.debate.rules.Situation;
import dev.stoa.debate.rules.code.CodeTask;
import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.record.ClarifiedQuestion;
import dev.stoa.debate.rules.record.Context;
import dev.stoa.debate.rules.record.CountRecord;
import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.rules.record.GateState;
import dev.stoa.debate.rules.record.Slot;
import dev.stoa.debate.rules.reply.ReplyKind;
import dev.stoa.debate.rules.voting.Options;
import dev.stoa.json.Digest;
import dev.stoa.search.text.PromptData;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes prompts: a fixed instruction, then everything that came from outside, quoted line by line so that no text can
 * close its block. Stateless; the same record and slot give the same bytes.
 */
public final class Prompts {
    private static final int MOST = 120_000;

    private Prompts() {}

    /** The prompt of a slot at this point of the record. */
    public static Prompt of(DebateRecord record, Slot slot) {
        return of(record, Situation.of(record, slot));
    }

    /** The prompt of a call that is about this, at the same point of the record. */
    public static Prompt of(DebateRecord record, Situation situation) {
        Slot slot = situation.slot();
        List<Piece> pieces = new ArrayList<>();
        brief(record, situation, pieces);
        focus(record, slot, pieces);
        found(record, pieces);
        rejection(record, slot, pieces);
        PromptQuotes quotes = new PromptQuotes(record, slot);
        slot.visible().forEach(number -> pieces.addAll(quotes.of(record.turn(number))));
        if (slot.kind() == ReplyKind.TESTS || slot.kind() == ReplyKind.POSITION) {
            tests(record, pieces);
        }
        if (record.config().showTally()) {
            tally(record, pieces);
        }
        String instruction = Instructions.of(situation);
        String system = record.config().seats().get(slot.seat()).system();
        int head = new Prompt(system, instruction + "\n", List.of()).text().length();
        List<String> trimmed = trim(pieces, MOST - head);
        String data = pieces.stream().map(Piece::text).collect(Collectors.joining("\n"));
        return new Prompt(system, instruction + "\n" + data, trimmed);
    }

    /**
     * A quoted text.
     *
     * @param expendable what may go first when there is too much: critiques 1, patterns 2, memories 3; 0 never goes
     */
    record Piece(String name, String text, int expendable) {
        static Piece of(PromptData data, int expendable) {
            return new Piece(data.kind() + " " + data.id(), data.render(), expendable);
        }
    }

    private static void brief(DebateRecord record, Situation situation, List<Piece> pieces) {
        DebateConfig config = record.config();
        pieces.add(quote("topic", "brief", Trust.HUMAN, config.topic()));
        String options = options(record, situation);
        if (!options.isEmpty()) {
            pieces.add(quote("options", "brief", Trust.AGENT, options));
        }
        for (ClarifiedQuestion answer : Clarifications.of(record)) {
            Trust trust = switch (answer.source()) {
                case ClarifiedQuestion.HUMAN -> Trust.HUMAN;
                case ClarifiedQuestion.ASSUMED -> Trust.AGENT;
                default -> Trust.UNTRUSTED;
            };
            String text = answer.question() + "\n" + answer.text();
            PromptData data = new PromptData("clarification", answer.id(), trust, answer.source(), text);
            if (situation.slot().phase() != Phase.DEHALLUCINATION) {
                pieces.add(Piece.of(data, 0));
            }
        }
    }

    /** The options that may be named; on a ballot in an order of chance, for the first place wins votes. */
    private static String options(DebateRecord record, Situation situation) {
        List<Situation.Known> known = new ArrayList<>(situation.known());
        Slot slot = situation.slot();
        if (slot.kind() == ReplyKind.BALLOT) {
            long seed = slot.seed(record.config());
            known.sort(Comparator.comparingLong(option -> shuffled(seed, option.option())));
        }
        return known.stream()
                .map(option -> Options.key(option.option()) + ": " + option.label())
                .collect(Collectors.joining("\n"));
    }

    private static long shuffled(long seed, int option) {
        return Digest.draw(Long.toString(seed), Integer.toString(option));
    }

    private static void focus(DebateRecord record, Slot slot, List<Piece> pieces) {
        if (!record.foci().isEmpty()) {
            pieces.add(quote("focus", "plan", Trust.AGENT, record.foci().get(slot.seat())));
        }
    }

    private static void found(DebateRecord record, List<Piece> pieces) {
        for (Context.Block block : record.context().blocks()) {
            boolean heldBack = block.kind().equals("lesson") && record.context().holdout();
            if (!heldBack) {
                PromptData data = block.quoted();
                if (block.wrong()) {
                    data = new PromptData(
                            "later found wrong: " + block.kind(),
                            block.id(),
                            block.trust(),
                            block.origin(),
                            block.text());
                }
                pieces.add(Piece.of(
                        data, block.kind().equals("pattern") ? 2 : block.kind().equals("memory") ? 3 : 0));
            }
        }
    }

    /** What a person said against the last attempt at this phase. */
    private static void rejection(DebateRecord record, Slot slot, List<Piece> pieces) {
        GateState gate = slot.attempt() == 0 ? null : record.gate(slot.round(), slot.phase(), slot.attempt() - 1);
        String reason = gate == null ? null : gate.reason();
        if (reason != null) {
            pieces.add(quote("critique", "gate", Trust.HUMAN, reason));
        }
    }

    private static void tests(DebateRecord record, List<Piece> pieces) {
        CodeTask code = record.config().code();
        if (code != null) {
            Set<String> secret = code.tests().stream()
                    .filter(CodeTask.Test::hidden)
                    .map(CodeTask.Test::body)
                    .collect(Collectors.toSet());
            code.tests().stream()
                    .filter(test -> !test.hidden())
                    .forEach(test -> pieces.add(quote(
                            "test",
                            test.name(),
                            Trust.HUMAN,
                            secret.contains(test.body())
                                    ? "Its text is not shown, because hidden tests are in it."
                                    : test.body())));
        }
    }

    private static void tally(DebateRecord record, List<Piece> pieces) {
        CountRecord last = record.counts().isEmpty() ? null : record.counts().getLast();
        if (last != null) {
            String text = last.tally().scores().stream()
                    .map(score -> Options.key(score.option()) + ": " + score.votes() + " votes")
                    .collect(Collectors.joining("\n"));
            pieces.add(quote("tally", last.stage().text(), Trust.CONFIRMED, text));
        }
    }

    private static Piece quote(String kind, String id, Trust trust, String text) {
        return Piece.of(new PromptData(kind, id, trust, null, text), 0);
    }

    /** Takes out the oldest of what is expendable until the rest fits. */
    private static List<String> trim(List<Piece> pieces, int room) {
        List<String> trimmed = new ArrayList<>();
        long length =
                pieces.stream().mapToLong(piece -> piece.text().length() + 1L).sum();
        for (int kind = 1; kind <= 3 && length > room; kind++) {
            for (int i = 0; i < pieces.size() && length > room; ) {
                Piece piece = pieces.get(i);
                if (piece.expendable() == kind) {
                    pieces.remove(i);
                    length -= piece.text().length() + 1L;
                    trimmed.add(piece.name());
                } else {
                    i++;
                }
            }
        }
        return trimmed;
    }

    /** How a seat is called in prompts. */
    static String alias(DebateConfig config, int seat) {
        return config.anonymous() ? "Agent " + (seat + 1) : config.agent(seat);
    }

    static @Nullable String origin(DebateRecord record, Slot slot, int seat) {
        return seat == slot.seat() ? "you" : alias(record.config(), seat);
    }
}
