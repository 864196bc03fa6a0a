package dev.stoa.debate.rules;

import dev.stoa.debate.rules.config.Agenda;
import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.config.Protocol;
import dev.stoa.debate.rules.record.Checks;
import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.rules.record.Positions;
import dev.stoa.debate.rules.record.RedBlueRound;
import dev.stoa.debate.rules.record.Slot;
import dev.stoa.debate.rules.record.Turn;
import dev.stoa.debate.rules.reply.ParsedReply;
import dev.stoa.debate.rules.reply.ParsedReply.Finding;
import dev.stoa.debate.rules.reply.ReplyContext;
import dev.stoa.debate.rules.reply.ReplyKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a call is about, as data: the same that its prompt says in words. Immutable. Providers that do not read prose
 * answer from it, and a reply is read against it.
 *
 * @param known the options that it is to choose among: of a closed question all, else those that it sees an agent
 *     hold; on a ballot only what is on the paper
 * @param seen the options whose positions it sees, ascending
 * @param own the option that the seat holds, or -1
 * @param revised whether it has already given a later position in this round, which is then {@code own}
 * @param reflects whether it answers the failed checks of its own draft
 * @param peers what each seat that it sees holds, in seat order; seats that hold nothing are left out
 * @param findings what red found and blue has to answer
 * @param bids whether a plan is asked for as bids
 * @param allLabels the labels of all options so far, also of those that it does not see; never for a prompt
 */
public record Situation(
        DebateConfig config,
        Slot slot,
        List<Known> known,
        List<Integer> seen,
        int own,
        boolean revised,
        boolean reflects,
        List<Peer> peers,
        List<Finding> findings,
        boolean bids,
        List<String> allLabels) {
    public Situation {
        known = List.copyOf(known);
        seen = List.copyOf(seen);
        peers = List.copyOf(peers);
        findings = List.copyOf(findings);
        allLabels = List.copyOf(allLabels);
    }

    /**
     * An option to choose.
     *
     * @param text the latest position on it that is seen; null if none is
     * @param critiques the ids of the critiques of it that are seen
     */
    public record Known(int option, String label, ParsedReply.@Nullable Position text, List<String> critiques) {}

    /** What a seat that is seen holds. */
    public record Peer(int seat, int option) {}

    /** The name of the seat's agent. */
    public String agent() {
        return config.agent(slot.seat());
    }

    /** What a reply to it is read against. */
    public ReplyContext replyContext() {
        ReplyContext context = config.closed() ? ReplyContext.closed(config.options()) : ReplyContext.open(nameable());
        if (slot.withPosition()) {
            context = context.withPosition();
        }
        if (config.code() != null) {
            context = context.withCode();
        }
        if (reflects) {
            context = context.withReflexion();
        }
        if (slot.kind() == ReplyKind.PLAN) {
            context = bids ? context.bidding() : context.planning(config.size());
        }
        return slot.kind() == ReplyKind.REVIEW ? context.rating(seen) : context;
    }

    /** The options that are listed, and those that are not on the paper any more but were seen: they are struck later. */
    private List<Integer> nameable() {
        return Stream.concat(known.stream().map(Known::option), seen.stream()).toList();
    }

    /** The situation of a slot at this point of the record. */
    public static Situation of(DebateRecord record, Slot slot) {
        DebateConfig config = record.config();
        Map<Integer, ParsedReply.Position> positions = new TreeMap<>();
        Set<Integer> seen = new TreeSet<>();
        Set<Integer> voted = new TreeSet<>();
        for (int number : slot.visible()) {
            Turn turn = record.turn(number);
            ParsedReply.Position position = turn.position();
            if (position != null && record.option(turn) >= 0) {
                positions.put(record.option(turn), position);
                seen.add(record.option(turn));
            }
            if (turn.said() instanceof ParsedReply.Vote vote) {
                voted.add(vote.option());
            }
        }
        Turn own = Positions.position(record, slot.seat());
        int held = own == null ? -1 : record.option(own);
        return new Situation(
                config,
                slot,
                known(record, slot, voted, positions),
                List.copyOf(seen),
                held,
                revised(record, slot),
                slot.phase() == Phase.SELF_EVOLVEMENT && slot.kind() == ReplyKind.POSITION && drafted(record, slot),
                peers(record, slot),
                findings(record, slot),
                slot.kind() == ReplyKind.PLAN && bids(record),
                record.labels());
    }

    private static List<Known> known(
            DebateRecord record, Slot slot, Set<Integer> voted, Map<Integer, ParsedReply.Position> positions) {
        Set<Integer> options = new TreeSet<>(positions.keySet());
        options.addAll(voted);
        if (record.config().closed()) {
            for (int option = 0; option < record.labels().size(); option++) {
                options.add(option);
            }
        }
        if (slot.kind() == ReplyKind.BALLOT) {
            List<Integer> paper = Checks.paper(record);
            if (options.stream().anyMatch(paper::contains)) {
                options.retainAll(paper);
            }
        }
        Map<Integer, List<String>> critiques = critiques(record, slot);
        List<Known> known = new ArrayList<>();
        for (int option : options) {
            known.add(new Known(
                    option,
                    record.labels().get(option),
                    positions.get(option),
                    critiques.getOrDefault(option, List.of())));
        }
        return known;
    }

    /** The ids of the critiques that are seen, by the option that they are about. */
    private static Map<Integer, List<String>> critiques(DebateRecord record, Slot slot) {
        Map<Integer, List<String>> ids = new HashMap<>();
        for (int number : slot.visible()) {
            if (record.turn(number).said() instanceof ParsedReply.Critiques said) {
                for (int index = 0; index < said.critiques().size(); index++) {
                    ids.computeIfAbsent(said.critiques().get(index).target(), option -> new ArrayList<>())
                            .add(number + "." + (index + 1));
                }
            }
        }
        return ids;
    }

    /** The seats that see each other in this phase, and what they hold by now. */
    private static List<Peer> peers(DebateRecord record, Slot slot) {
        List<Peer> peers = new ArrayList<>();
        boolean blind = slot.phase() == Phase.DEHALLUCINATION
                || slot.phase() == Agenda.drafting(record.config())
                || slot.kind() == ReplyKind.PLAN;
        if (blind) {
            return peers;
        }
        DebateConfig config = record.config();
        int before = record.waveStart(slot);
        for (int seat : config.topology().sees(config.size(), record.lead(), slot.seat())) {
            Turn turn = Positions.of(record, seat, before);
            if (turn != null) {
                peers.add(new Peer(seat, Positions.option(record, turn)));
            }
        }
        return peers;
    }

    private static boolean revised(DebateRecord record, Slot slot) {
        Phase drafting = Agenda.drafting(record.config());
        List<Turn> positions = record.bearing(slot.seat(), ReplyKind.POSITION);
        for (int i = positions.size() - 1; i >= 0 && positions.get(i).round() >= slot.round(); i--) {
            Turn turn = positions.get(i);
            if (turn.round() == slot.round() && turn.turnSeq() < slot.turnSeq() && turn.phase() != drafting) {
                return true;
            }
        }
        return false;
    }

    private static boolean drafted(DebateRecord record, Slot slot) {
        return record.turns(slot.round(), slot.phase(), slot.attempt()).stream()
                .anyMatch(turn -> turn.seat() == slot.seat()
                        && turn.turnSeq() < slot.turnSeq()
                        && turn.bears(ReplyKind.POSITION));
    }

    private static List<Finding> findings(DebateRecord record, Slot slot) {
        if (slot.kind() != ReplyKind.DEFENCE) {
            return List.of();
        }
        return record.turns(slot.round(), slot.phase(), slot.attempt()).stream()
                .filter(turn -> turn.kind() == ReplyKind.ATTACK && turn.turnSeq() < slot.turnSeq())
                .reduce((before, after) -> after)
                .map(attack -> RedBlueRound.findings(record, attack))
                .orElse(List.of());
    }

    private static boolean bids(DebateRecord record) {
        return Deliberation.protocol(record) == Protocol.DPDE;
    }
}
