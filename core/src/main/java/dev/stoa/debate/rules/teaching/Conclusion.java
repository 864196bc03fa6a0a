package dev.stoa.debate.rules.teaching;

import dev.stoa.base.Trust;
import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.debate.rules.outcome.Outcomes;
import dev.stoa.debate.rules.record.Context;
import dev.stoa.debate.rules.record.CountRecord;
import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.rules.record.Turn;
import dev.stoa.debate.rules.record.Winner;
import dev.stoa.debate.rules.reply.ParsedReply.Claim;
import dev.stoa.debate.rules.reply.ParsedReply.Position;
import dev.stoa.debate.rules.voting.Options;
import dev.stoa.debate.rules.voting.Tally;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What other archives keep of the result of a debate. Immutable; texts are within their bounds.
 *
 * @param text the answer, or that there is none and which options led
 * @param winner the option that won, or -1
 * @param agreeing the agents whose last ballot is for it
 * @param abstaining the agents without a valid one
 * @param claims what the winning turn claims
 * @param evidence what it cites of that which was attached
 * @param trust how far the text may be believed, if the evidence is believed as far
 */
record Conclusion(
        String topic,
        String text,
        int winner,
        List<String> participants,
        List<String> agreeing,
        List<String> abstaining,
        List<String> claims,
        List<String> evidence,
        Trust trust) {
    // The bounds of a consensus record, which refuses longer texts.
    private static final int LONGEST_TOPIC = 2_000;
    private static final int LONGEST_TEXT = 32_768;
    private static final int MOST_CLAIMS = 32;
    private static final int MOST_EVIDENCE = 200;

    static Conclusion of(DebateRecord record, Map<String, @Nullable Object> outcome, @Nullable Grade grade) {
        DebateConfig config = record.config();
        CountRecord last = Outcomes.last(record);
        int winner = Grading.winner(record);
        List<String> participants = new ArrayList<>();
        List<String> agreeing = new ArrayList<>();
        List<String> abstaining = new ArrayList<>();
        for (int seat = 0; seat < config.size(); seat++) {
            String agent = config.agent(seat);
            participants.add(agent);
            if (!last.ballots().get(seat).valid()) {
                abstaining.add(agent);
            } else if (last.choice(seat) == winner) {
                agreeing.add(agent);
            }
        }
        Turn turn = winner < 0 ? null : Winner.turn(record, winner);
        Position position = turn == null ? null : turn.position();
        List<Claim> claims = position == null ? List.of() : position.claims();
        return new Conclusion(
                TextCut.to(config.topic(), LONGEST_TOPIC),
                TextCut.to(winner < 0 ? disagreement(record, last) : Winner.text(record, winner), LONGEST_TEXT),
                winner,
                participants,
                agreeing,
                abstaining,
                claims.stream()
                        .map(claim -> TextCut.to(claim.text(), LONGEST_TOPIC))
                        .filter(text -> !text.isBlank())
                        .limit(MOST_CLAIMS)
                        .toList(),
                cited(record, claims),
                trust(record, outcome, grade));
    }

    /** What is cited of the attached evidence, each once, in the order of the claims. */
    static List<String> cited(DebateRecord record, List<Claim> claims) {
        Set<String> attached = record.context().blocks("evidence").stream()
                .map(Context.Block::id)
                .collect(Collectors.toSet());
        Set<String> cited = new LinkedHashSet<>();
        claims.forEach(claim -> cited.addAll(claim.evidence()));
        return cited.stream().filter(attached::contains).limit(MOST_EVIDENCE).toList();
    }

    /** Whether at least three of five agree: what the archive calls moderate. */
    boolean moderate() {
        return 5 * agreeing.size() >= 3 * participants.size();
    }

    /** Whether more than four of five agree: what the archive calls strong. */
    boolean strong() {
        return agreeing.size() == participants.size() || 5 * agreeing.size() > 4 * participants.size();
    }

    private static String disagreement(DebateRecord record, CountRecord last) {
        List<Integer> leading = last.tally() instanceof Tally.None none ? none.tied() : List.of();
        if (leading.isEmpty()) {
            int most = last.tally().scores().stream()
                    .mapToInt(Tally.Score::votes)
                    .max()
                    .orElse(0);
            leading = last.tally().scores().stream()
                    .filter(score -> score.votes() == most && most > 0)
                    .map(Tally.Score::option)
                    .toList();
        }
        String options = leading.stream()
                .map(option -> Options.key(option) + ": " + record.labels().get(option))
                .collect(Collectors.joining("; "));
        return "no agreement: " + (options.isEmpty() ? "no option had a vote" : options);
    }

    /** What a simulation says means nothing, and what is known to be wrong settles nothing. */
    private static Trust trust(DebateRecord record, Map<String, @Nullable Object> outcome, @Nullable Grade grade) {
        if (record.config().simulated()) {
            return Trust.UNTRUSTED;
        }
        if (grade != null) {
            return grade.correct() ? Trust.CONFIRMED : Trust.AGENT;
        }
        if (Grading.untested(record, null)) {
            return Trust.AGENT;
        }
        boolean settled = Boolean.TRUE.equals(outcome.get("verified")) || "agreed".equals(outcome.get("decision"));
        return settled ? Trust.CONFIRMED : Trust.AGENT;
    }
}
