package dev.stoa.learning.rating;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a deep examination finds when another program has changed a number, on both backends. */
@Tag("quick")
class RatingInvariantsTest extends RatingFixture {
    @BeforeEach
    void fill() {
        SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < 30; i++) {
            ratings.record(draft(
                            "d" + i,
                            "a" + random.nextInt(3),
                            random.nextInt(3),
                            "b" + random.nextInt(3),
                            random.nextInt(3),
                            "c",
                            random.nextInt(3))
                    .domain(i % 2 == 0 ? "math" : null)
                    .rated(i % 7 != 0));
            predictions.add(PredictionDraft.of("e" + i, "a" + random.nextInt(3), "x", random.nextInt(11) / 10.0));
            predictions.resolve("e" + i, i % 5 == 0 ? Result.voided() : Result.winner(i % 2 == 0 ? "x" : "y"));
        }
        assertThat(violations()).isEmpty();
    }

    /** A change that must be found is found, and taken back it is gone. */
    private void found(String invariant, String words, String change, String undo) {
        assertThat(alter(change)).as(change).isPositive();
        assertThat(violations())
                .as(change)
                .anySatisfy(
                        line -> assertThat(line).startsWith(invariant + ": ").contains(words));
        alter(undo);
        assertThat(violations()).as(undo).isEmpty();
    }

    @Test
    void aRatingThatItsMatchesDoNotMakeIsFound() {
        found(
                "R1",
                "rating of c is",
                "UPDATE ratings SET elo = elo + 0.001 WHERE agent_name = 'c'",
                "UPDATE ratings SET elo = (SELECT elo FROM elo_history WHERE agent_name = 'c' ORDER BY id DESC LIMIT 1)"
                        + " WHERE agent_name = 'c'");
        found(
                "R1",
                "rating of a1 is",
                "UPDATE ratings SET base_elo = 1501 WHERE agent_name = 'a1'",
                "UPDATE ratings SET base_elo = 1500 WHERE agent_name = 'a1'");
        found(
                "R1",
                "wins, losses and draws",
                "UPDATE ratings SET wins = wins - 1 WHERE agent_name = 'c'",
                "UPDATE ratings SET wins = wins + 1 WHERE agent_name = 'c'");
    }

    @Test
    void aMatchThatDidNotDoWhatItSaysIsFound() {
        String scores = archive.one("SELECT scores FROM matches WHERE debate_id = 'd3'", row -> row.text(1))
                .orElseThrow();
        found(
                "R1",
                "match d3 changed",
                "UPDATE matches SET scores = '" + turned(scores) + "' WHERE debate_id = 'd3'",
                "UPDATE matches SET scores = '" + scores + "' WHERE debate_id = 'd3'");
        found(
                "R1",
                "no readable scores",
                "UPDATE matches SET scores = '{}' WHERE debate_id = 'd3'",
                "UPDATE matches SET scores = '" + scores + "' WHERE debate_id = 'd3'");
    }

    private static String turned(String scores) {
        StringBuilder turned = new StringBuilder("{");
        MatchRows.numbers(scores)
                .forEach((name, score) -> turned.append(turned.length() > 1 ? "," : "")
                        .append('"')
                        .append(name)
                        .append("\":")
                        .append(name.equals("c") ? score + 10 : score));
        return turned.append('}').toString();
    }

    @Test
    void missingPairsAndHistoryAreFound() {
        found(
                "R1",
                "match d1 has 2 pairs instead of 3",
                "UPDATE match_pairs SET match_id = -1 WHERE agent_b = 'c' AND agent_a LIKE 'a%'"
                        + " AND match_id = (SELECT id FROM matches WHERE debate_id = 'd1')",
                "UPDATE match_pairs SET match_id = (SELECT id FROM matches WHERE debate_id = 'd1') WHERE match_id = -1");
        found(
                "R1",
                "newest history of c",
                "UPDATE elo_history SET elo = elo + 1 WHERE id = (SELECT max(id) FROM elo_history WHERE agent_name = 'c')",
                "UPDATE elo_history SET elo = elo - 1 WHERE id = (SELECT max(id) FROM elo_history WHERE agent_name = 'c')");
    }

    @Test
    void domainRatingsThatDoNotFitAreFound() {
        String elos = archive.one("SELECT domain_elos FROM ratings WHERE agent_name = 'c'", row -> row.text(1))
                .orElseThrow();
        found(
                "R1",
                "domain_elos of c",
                "UPDATE ratings SET domain_elos = '{\"math\":1499.0}' WHERE agent_name = 'c'",
                "UPDATE ratings SET domain_elos = '" + elos + "' WHERE agent_name = 'c'");
        found(
                "R1",
                "rating of c in math",
                "UPDATE domain_ratings SET matches = matches + 1 WHERE agent_name = 'c'",
                "UPDATE domain_ratings SET matches = matches - 1 WHERE agent_name = 'c'");
    }

    @Test
    void calibrationsThatThePredictionsDoNotMakeAreFound() {
        found(
                "R2",
                "totals of a1",
                "UPDATE ratings SET calibration_total = calibration_total + 1 WHERE agent_name = 'a1'",
                "UPDATE ratings SET calibration_total = calibration_total - 1 WHERE agent_name = 'a1'");
        found(
                "R2",
                "totals of a1 in general",
                "UPDATE domain_calibration SET log_loss_sum = log_loss_sum + 0.5 WHERE agent_name = 'a1'",
                "UPDATE domain_calibration SET log_loss_sum = log_loss_sum - 0.5 WHERE agent_name = 'a1'");
        found(
                "R2",
                "bucket",
                "UPDATE calibration_buckets SET correct = correct + 1 WHERE agent_name = 'a1'",
                "UPDATE calibration_buckets SET correct = correct - 1 WHERE agent_name = 'a1'");
        found(
                "R2",
                "totals of c",
                "UPDATE ratings SET calibration_brier_sum = 1 WHERE agent_name = 'c'",
                "UPDATE ratings SET calibration_brier_sum = 0 WHERE agent_name = 'c'");
        found(
                "R2",
                "outcome of event e2",
                "UPDATE calibration_predictions SET outcome = 0 WHERE tournament_id = 'e2'",
                "UPDATE calibration_predictions SET outcome = 1 WHERE tournament_id = 'e2'");
    }

    @Test
    void anAgentOfAnotherProgramMayHaveMoreThanIsKnownAndNotLess() {
        alter("UPDATE ratings SET imported = 1, calibration_total = calibration_total + 7 WHERE agent_name = 'a1'");
        assertThat(violations()).isEmpty();
        found(
                "R2",
                "totals of a1",
                "UPDATE ratings SET calibration_total = 0 WHERE agent_name = 'a1'",
                "UPDATE ratings SET calibration_total = 1000 WHERE agent_name = 'a1'");
    }

    @Test
    void onlyTheFirstFindingsAreNamed() {
        alter("UPDATE ratings SET elo = elo + 1");
        List<String> few = archive.read(tx -> new RatingReplay(tx).violations(2));
        assertThat(few).hasSize(2);
        alter("UPDATE ratings SET elo = elo - 1");
    }
}
