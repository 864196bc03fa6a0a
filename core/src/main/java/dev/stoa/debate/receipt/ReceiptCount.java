package dev.stoa.debate.receipt;

import dev.stoa.debate.proof.Finding;
import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.debate.rules.config.Decision;
import dev.stoa.debate.rules.voting.Ballot;
import dev.stoa.debate.rules.voting.ElectableOptions;
import dev.stoa.debate.rules.voting.Options;
import dev.stoa.debate.rules.voting.Tally;
import dev.stoa.debate.rules.voting.Voting;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The votes of a receipt, counted again. For one thread. What parts equals is not in a receipt, so where a count ends
 * with equals the winner has to be one of them; everything else has to come out as it says.
 */
final class ReceiptCount {
    private static final double NEAR = 1e-8;

    private final JsonFields receipt;
    private final JsonFields outcome;
    private final DebateConfig config;
    private final Finding finding;

    ReceiptCount(JsonFields receipt, DebateConfig config, Finding finding) {
        this.receipt = receipt;
        this.outcome = JsonFields.of(receipt.object("outcome"));
        this.config = config;
        this.finding = finding;
    }

    void check() {
        known();
        if (receipt.object("outcome").isEmpty()) {
            return;
        }
        List<Ballot> ballots = last();
        List<Integer> paper = outcome.objects("tally").stream()
                .map(row -> Options.index(row.text("option")))
                .toList();
        // Whose word counts under a lead stands in no receipt; the agreement on it does.
        Tally tally = Voting.tally(
                config.voting(), ballots, new ElectableOptions(paper, Map.of()), config.size(), config.quorum());
        scores(tally);
        String winner = outcome.textOrNull("winner");
        if (config.decision() == Decision.VOTE) {
            elected(tally, winner);
        } else if (winner != null) {
            same(
                    true,
                    ballots.stream()
                            .anyMatch(ballot -> ballot.counted() && key(ballot).equals(winner)));
        }
        verdict(winner, ballots);
    }

    private static String key(Ballot ballot) {
        return ballot.choice() < 0 ? "" : Options.key(ballot.choice());
    }

    /** Every option and turn that a ballot or a change of mind names is there. */
    private void known() {
        Set<String> options = new HashSet<>();
        receipt.objects("options").forEach(option -> options.add(option.text("key")));
        int turns = receipt.objects("turns").size();
        for (JsonFields ballot : receipt.objects("ballots")) {
            String choice = ballot.textOrNull("choice");
            long turn = ballot.whole("turn_seq", 0);
            if (choice != null && !options.contains(choice)) {
                finding.found("ballots", turn, "an option of the debate", choice);
            }
            if (turn < 0 || turn > turns) {
                finding.found("ballots", turn, "a turn of the debate", String.valueOf(turn));
            }
        }
        for (JsonFields flip : receipt.objects("flips")) {
            long to = flip.whole("to_turn_seq");
            if (flip.whole("from_turn_seq") >= to || to > turns) {
                finding.found("ballots", to, "a later turn of the debate", flip.whole("from_turn_seq") + " to " + to);
            }
            if (!options.contains(flip.text("from_option")) || !options.contains(flip.text("to_option"))) {
                finding.found("ballots", to, "options of the debate", flip.text("to_option"));
            }
        }
        same(
                receipt.objects("flips").size(),
                outcome.has("flips")
                        ? outcome.objects("flips").size()
                        : receipt.objects("flips").size());
    }

    /** The deciding ballots: of the last final count. */
    private List<Ballot> last() {
        long attempt = receipt.objects("ballots").stream()
                .filter(ballot -> ballot.text("stage").equals("final"))
                .mapToLong(ballot -> ballot.whole("round") * 1_000 + ballot.whole("attempt"))
                .max()
                .orElse(-1);
        List<Ballot> ballots = new ArrayList<>();
        for (JsonFields ballot : receipt.objects("ballots")) {
            if (ballot.text("stage").equals("final")
                    && ballot.whole("round") * 1_000 + ballot.whole("attempt") == attempt) {
                String choice = ballot.textOrNull("choice");
                ballots.add(new Ballot(
                        config.seatOf(ballot.text("agent_id")),
                        choice == null ? -1 : Options.index(choice),
                        ballot.texts("ranking").stream().map(Options::index).toList(),
                        ballot.real("confidence", 0),
                        0,
                        ballot.whole("weight", 0),
                        ballot.flag("valid"),
                        ballot.flag("counted"),
                        ballot.textOrNull("reason")));
            }
        }
        return ballots;
    }

    private void scores(Tally tally) {
        List<JsonFields> rows = outcome.objects("tally");
        for (int i = 0; i < rows.size(); i++) {
            Tally.Score score = tally.scores().get(i);
            same(score.votes(), rows.get(i).whole("votes"));
            near(score.score(), rows.get(i).real("score"));
        }
    }

    private void elected(Tally tally, @Nullable String winner) {
        switch (tally) {
            case Tally.Elected elected -> {
                same(Options.key(elected.option()), winner);
                near(elected.consensus(), outcome.real("consensus"));
            }
            case Tally.None none
            when none.reason().equals("tie") -> {
                List<String> tied = none.tied().stream().map(Options::key).toList();
                same(true, winner == null ? tied.containsAll(outcome.texts("tied")) : tied.contains(winner));
                near(none.consensus(), outcome.real("consensus"));
            }
            case Tally.None none -> {
                same(null, winner);
                same(none.reason(), outcome.textOrNull("no_winner_reason"));
                near(none.consensus(), outcome.real("consensus"));
            }
        }
    }

    private void verdict(@Nullable String winner, List<Ballot> ballots) {
        boolean agreed = winner != null && outcome.real("consensus") >= config.threshold() - NEAR;
        near(config.threshold(), outcome.real("threshold"));
        same(config.voting().text(), outcome.text("voting_method"));
        same(winner == null ? "none" : agreed ? "agreed" : "leading", outcome.text("decision"));
        same(agreed, outcome.flag("consensus_reached"));
        JsonFields quorum = JsonFields.of(outcome.object("quorum"));
        same(config.quorum(), quorum.whole("needed"));
        same(ballots.stream().filter(Ballot::valid).count(), quorum.whole("valid"));
    }

    private void near(double expected, double found) {
        if (Math.abs(expected - found) > NEAR) {
            finding.found("ballots", 0, Json.canonical(expected), Json.canonical(found));
        }
    }

    private void same(@Nullable Object expected, @Nullable Object found) {
        String should = String.valueOf(expected);
        String is = String.valueOf(found);
        if (!Objects.equals(should, is)) {
            finding.found("ballots", 0, should, is);
        }
    }
}
