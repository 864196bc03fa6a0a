package dev.stoa.debate.rules.outcome;

import dev.stoa.debate.rules.Clarifications;
import dev.stoa.debate.rules.StopRule;
import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.config.Protocol;
import dev.stoa.debate.rules.record.CheckStatus;
import dev.stoa.debate.rules.record.Checks;
import dev.stoa.debate.rules.record.CountRecord;
import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.rules.record.Flip;
import dev.stoa.debate.rules.record.RedBlueRound;
import dev.stoa.debate.rules.record.StopReason;
import dev.stoa.debate.rules.record.Turn;
import dev.stoa.debate.rules.record.TurnStatus;
import dev.stoa.debate.rules.record.Winner;
import dev.stoa.debate.rules.voting.Ballot;
import dev.stoa.debate.rules.voting.Options;
import dev.stoa.debate.rules.voting.Stage;
import dev.stoa.debate.rules.voting.Tally;
import dev.stoa.debate.rules.voting.Voting;
import dev.stoa.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes what a debate came to: decision, agreement, what a plain vote and the best agent alone would have said, who
 * changed their mind and who still dissents. Stateless. It holds no ids and no times, so that the same debate gives the
 * same bytes.
 */
public final class Outcomes {
    private Outcomes() {}

    /** The outcome of a debate whose final count is made. */
    public static Map<String, @Nullable Object> of(DebateRecord record, StopReason stop) {
        return of(record, stop, last(record), record.config().threshold());
    }

    /** The final count of a debate, which must be there. */
    public static CountRecord last(DebateRecord record) {
        CountRecord last = record.counts().getLast();
        if (last.stage() != Stage.FINAL) {
            throw new IllegalStateException("the final count is not made");
        }
        return last;
    }

    /** The outcome that a count would have had under a threshold. */
    static Map<String, @Nullable Object> of(DebateRecord record, StopReason stop, CountRecord last, double threshold) {
        DebateConfig config = record.config();
        int winner = last.tally().winner();
        boolean agreed = winner >= 0 && last.tally().consensus() >= threshold;
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("decision", winner < 0 ? "none" : agreed ? "agreed" : "leading");
        map.put("winner", Options.keyOrNull(winner));
        String answer = winner < 0 ? null : Winner.text(record, winner);
        map.put("answer", answer);
        map.put("voting_method", config.voting().text());
        map.put("consensus", last.tally().consensus());
        map.put("threshold", threshold);
        map.put("consensus_reached", agreed);
        map.put(
                "confidence",
                Voting.confidence(winner, last.ballots(), last.tally().scores().size()));
        map.put("no_winner_reason", last.tally() instanceof Tally.None none ? none.reason() : null);
        map.put("tied", last.tally() instanceof Tally.None none ? keys(none.tied()) : List.of());
        map.put("verified", config.checked() ? (Object) verified(record, winner) : null);
        map.put("stop_reason", stop.text());
        map.put("rounds", Math.max(record.completedRounds(), 0));
        map.put("tally", tally(record, last));
        map.put("quorum", quorum(config, last));
        map.put("counterfactual", counterfactual(record, winner));
        map.put("flips", flips(record));
        map.put("stability", stability(record, last));
        map.put(
                "dissents",
                Dissents.of(record, last, winner).stream()
                        .map(Dissents.Dissent::document)
                        .toList());
        map.put("assumptions", assumptions(record));
        RedBlueRound duel = lastDuel(record);
        map.put("risk", duel == null ? null : duel.risk(record));
        map.put("plan", plan(record));
        map.put("errors", errors(record));
        map.put("tokens", tokens(record));
        map.put("cost_usd", cost(record));
        map.put("simulated", config.simulated());
        map.put("context_missing", record.context().missing());
        map.put("summary", summary(record, last, winner, agreed, stop, answer));
        return map;
    }

    private static List<String> keys(List<Integer> options) {
        return options.stream().map(Options::key).toList();
    }

    private static boolean verified(DebateRecord record, int winner) {
        return winner >= 0 && Checks.of(record, winner) == CheckStatus.PASSED;
    }

    private static List<Map<String, @Nullable Object>> tally(DebateRecord record, CountRecord last) {
        List<Map<String, @Nullable Object>> rows = new ArrayList<>();
        for (Tally.Score score : last.tally().scores()) {
            CheckStatus check = Checks.of(record, score.option());
            rows.add(Json.object(
                    "option", Options.key(score.option()),
                    "label", record.labels().get(score.option()),
                    "votes", score.votes(),
                    "score", score.score(),
                    "check", check == null ? null : check.text()));
        }
        return rows;
    }

    private static Map<String, Object> quorum(DebateConfig config, CountRecord last) {
        long valid = last.ballots().stream().filter(Ballot::valid).count();
        return Map.of("needed", config.quorum(), "valid", valid);
    }

    private static Map<String, @Nullable Object> counterfactual(DebateRecord record, int winner) {
        Counterfactual drafts = Counterfactual.of(record);
        String agent = record.config().agent(drafts.soloSeat());
        return Json.object(
                "draft_vote",
                        Json.object("winner", Options.keyOrNull(drafts.winner()), "consensus", drafts.consensus()),
                "best_solo", Json.object("agent_id", agent, "option", Options.keyOrNull(drafts.soloOption())),
                "changed", winner != drafts.winner());
    }

    private static List<Map<String, Object>> flips(DebateRecord record) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (CountRecord counted : record.counts()) {
            for (Flip flip : counted.flips()) {
                rows.add(Map.of(
                        "agent_id", record.config().agent(flip.seat()),
                        "from", Options.key(flip.from()),
                        "to", Options.key(flip.to()),
                        "from_turn", flip.fromTurn(),
                        "to_turn", flip.toTurn(),
                        "seen_supporters",
                                flip.supporters().stream()
                                        .map(record.config()::agent)
                                        .toList()));
            }
        }
        return rows;
    }

    private static double stability(DebateRecord record, CountRecord last) {
        return last.round() < 2 ? 0 : StopRule.stability(record, last);
    }

    private static List<Map<String, Object>> assumptions(DebateRecord record) {
        return Clarifications.of(record).stream()
                .map(answer -> Map.<String, Object>of(
                        "id", answer.id(), "text", answer.question() + " " + answer.text(), "source", answer.source()))
                .toList();
    }

    /** The last duel that was fought, or null. */
    static @Nullable RedBlueRound lastDuel(DebateRecord record) {
        for (int round = record.round(); round >= 1; round--) {
            int attempt = record.attempt(round, Phase.ADVERSARIAL);
            if (!record.turns(round, Phase.ADVERSARIAL, attempt).isEmpty()) {
                return RedBlueRound.of(record, round, attempt);
            }
        }
        return null;
    }

    private static @Nullable Map<String, Object> plan(DebateRecord record) {
        Protocol protocol = record.protocol();
        return protocol == null ? null : Map.of("protocol", protocol.text(), "foci", record.foci());
    }

    private static Map<String, Object> errors(DebateRecord record) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (TurnStatus status :
                List.of(TurnStatus.UNPARSED, TurnStatus.ERROR, TurnStatus.TIMEOUT, TurnStatus.ABSTAINED)) {
            map.put(
                    status.text(),
                    record.turns().stream()
                            .filter(turn -> turn.status() == status)
                            .count());
        }
        return map;
    }

    private static Map<String, Object> tokens(DebateRecord record) {
        return Map.of(
                "in", record.turns().stream().mapToLong(Turn::tokensIn).sum(),
                "out", record.turns().stream().mapToLong(Turn::tokensOut).sum());
    }

    private static @Nullable Double cost(DebateRecord record) {
        double sum = 0;
        for (Turn turn : record.turns()) {
            Double cost = turn.cost();
            if (cost == null) {
                return null;
            }
            sum += cost;
        }
        return sum;
    }

    private static String summary(
            DebateRecord record,
            CountRecord last,
            int winner,
            boolean agreed,
            StopReason stop,
            @Nullable String answer) {
        long votes = last.ballots().stream()
                .filter(ballot -> ballot.counted() && ballot.choice() == winner)
                .count();
        String what = winner < 0
                ? "No winner (" + ((Tally.None) last.tally()).reason() + ")"
                : (agreed ? "Agreed on " : "Leading: ") + Options.key(winner) + ", held by " + votes + " of "
                        + record.config().size() + " seats";
        return what + "; stopped by " + stop.text() + " after " + record.turns().size() + " turns."
                + (answer == null
                        ? ""
                        : " " + answer.strip().lines().findFirst().orElse(""));
    }
}
