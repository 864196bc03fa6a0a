package dev.stoa.debate.rules.outcome;

import dev.stoa.base.Excerpt;
import dev.stoa.debate.rules.record.CountRecord;
import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.rules.record.Positions;
import dev.stoa.debate.rules.record.RedBlueRound;
import dev.stoa.debate.rules.record.Turn;
import dev.stoa.debate.rules.reply.ParsedReply;
import dev.stoa.debate.rules.reply.ParsedReply.Position;
import dev.stoa.debate.rules.reply.ParsedReply.Vote;
import dev.stoa.debate.rules.voting.Ballot;
import dev.stoa.debate.rules.voting.Options;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Who still dissents, and how. Stateless. */
public final class Dissents {
    // What a consensus record takes; more, or longer ones, would be refused when the outcome is recorded.
    private static final int MOST = 512;
    private static final int LENGTH = 2_000;

    private Dissents() {}

    /** One objection to a result. */
    public record Dissent(String agent, DissentKind kind, String text, double confidence) {
        Map<String, Object> document() {
            return Map.of("agent_id", agent, "type", kind.text(), "text", text, "confidence", confidence);
        }
    }

    /** The dissents of a final count, by seat. */
    public static List<Dissent> of(DebateRecord record, CountRecord last, int winner) {
        Set<Dissent> dissents = new LinkedHashSet<>();
        for (int seat = 0; seat < record.config().size(); seat++) {
            seat(record, last, winner, seat, dissents);
        }
        RedBlueRound duel = Outcomes.lastDuel(record);
        if (duel != null) {
            for (ParsedReply.Finding finding : duel.open(record)) {
                // Another engine may let anybody attack.
                String agent = record.config().agent(duel.attacks().getLast().seat());
                dissents.add(new Dissent(
                        agent,
                        DissentKind.RISK_WARNING,
                        Excerpt.of(finding.claim(), LENGTH),
                        finding.severity().risk()));
            }
        }
        return dissents.stream().limit(MOST).toList();
    }

    private static void seat(DebateRecord record, CountRecord last, int winner, int seat, Set<Dissent> dissents) {
        String agent = record.config().agent(seat);
        Ballot ballot = last.ballots().get(seat);
        if (!ballot.valid()) {
            String reason = ballot.reason();
            dissents.add(new Dissent(agent, DissentKind.ABSTENTION, reason == null ? "no vote" : reason, 0));
            return;
        }
        Turn turn = record.turn(last.turns().get(seat));
        boolean against = ballot.choice() != winner;
        List<String> texts = new ArrayList<>();
        if (turn.said() instanceof Vote vote) {
            vote.concerns().forEach(concern -> texts.add(concern.text()));
        }
        Turn held = Positions.position(record, seat);
        Position position = held == null ? null : held.position();
        if (position != null) {
            texts.addAll(position.risks());
        }
        if (against) {
            String reason = turn.said() instanceof Vote vote ? vote.reason() : null;
            if (reason != null && !reason.isBlank()) {
                texts.add(reason);
            } else if (position != null && !position.reasoning().isBlank()) {
                texts.add(position.reasoning());
            } else {
                texts.add("holds " + Options.key(ballot.choice()) + ": "
                        + record.labels().get(ballot.choice()));
            }
        }
        for (String text : texts) {
            DissentKind kind = DissentTypes.classify(text, true, !against, ballot.confidence());
            dissents.add(new Dissent(agent, kind, Excerpt.of(text, LENGTH), ballot.confidence()));
        }
    }
}
