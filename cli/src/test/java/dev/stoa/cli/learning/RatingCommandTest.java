package dev.stoa.cli.learning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.cli.Terminal;
import dev.stoa.json.Json;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** The nouns {@code rating} and {@code prediction} as somebody types them, on both backends. */
@OnBothDatabases
class RatingCommandTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private Terminal terminal;

    @BeforeEach
    void open() {
        terminal = Terminal.on(dialect, folder);
    }

    @AfterEach
    void close() {
        terminal.close();
    }

    @SuppressWarnings("unchecked") // the JSON reader's objects are maps with text keys
    private Map<String, Object> part(Map<String, @Nullable Object> document, String field) {
        return (Map<String, Object>) Objects.requireNonNull(document.get(field));
    }

    @Test
    void aMatchIsRecordedWithEveryOptionAndOnce() {
        String[] record = {
            "rating",
            "record",
            "d1",
            "--scores",
            "bea=2,ana=1.5",
            "--winner",
            "bea",
            "--domain",
            "math",
            "--judge",
            "cleo",
            "--ordered",
            "--votes",
            "ana=X,bea=X"
        };
        Map<String, @Nullable Object> reply = terminal.json(record);
        assertThat(reply).containsEntry("duplicate", false).containsOnlyKeys("match", "duplicate");
        assertThat(part(reply, "match"))
                .containsEntry("winner", "bea")
                .containsEntry("participants", List.of("bea", "ana"))
                .containsEntry("scores", Map.of("bea", 2.0, "ana", 1.5))
                .containsEntry("elo_changes", Map.of("bea", 24.0, "ana", -24.0))
                .containsEntry("judge", "cleo")
                .containsEntry("ordered", true)
                .containsEntry("rated", true);
        assertThat(terminal.json(record)).containsEntry("duplicate", true);
        assertThat(terminal.run("rating", "record", "d1", "--scores", "bea=1,ana=2"))
                .isEqualTo(4);
        assertThat(terminal.err()).contains("debate d1 is on record with other content");
        assertThat(terminal.run("rating", "record", "d2", "--participants", "ana,bea,dora", "--winner", "dora"))
                .isZero();
        assertThat(terminal.out()).startsWith("dora won\n").contains("dora +24");
        assertThat(terminal.run("rating", "record", "d3", "--scores", "ana=1,bea=1", "--unrated"))
                .isZero();
        assertThat(terminal.out()).isEqualTo("a draw\n");
        terminal.json("rating", "matches", "--limit", "2");
        assertThat(terminal.items("items"))
                .extracting(match -> match.get("debate_id"))
                .containsExactly("d3", "d2");
        terminal.json(
                "rating",
                "matches",
                "--limit",
                "2",
                "--cursor",
                String.valueOf(terminal.document().get("next")));
        assertThat(terminal.items("items"))
                .extracting(match -> match.get("debate_id"))
                .containsExactly("d1");
        assertThat(terminal.document()).containsEntry("next", null);
        terminal.json("rating", "matches", "--debate", "d2");
        assertThat(terminal.items("items"))
                .extracting(match -> match.get("debate_id"))
                .containsExactly("d2");
        assertThat(terminal.run("rating", "matches")).isZero();
        assertThat(terminal.out()).contains("d2  won by dora").contains("unrated");
    }

    @Test
    void theBoardShowHistoryPairAndJudgeAnswerAsTheyShould() {
        assertThat(terminal.run("rating", "board")).isZero();
        assertThat(terminal.out()).isEqualTo("no agent is rated yet\n");
        for (int i = 0; i < 4; i++) {
            String scores = i == 3 ? "ana=0,bea=1" : "ana=1,bea=0";
            terminal.json(
                    "rating", "record", "d" + i, "--scores", scores, "--judge", "ana", "--ordered", "--domain", "law");
        }
        terminal.json("rating", "board", "--by", "bt", "--domain", "law", "--limit", "1");
        assertThat(terminal.items("items")).singleElement().satisfies(standing -> {
            assertThat(standing)
                    .containsEntry("rank", 1L)
                    .containsEntry("agent_name", "ana")
                    .containsEntry("provisional", true)
                    .containsEntry("wins", 3L)
                    .containsKeys("elo", "bt_low", "bt_high", "losses", "draws");
            assertThat((Double) standing.get("bt")).isBetween(1582.419, 1582.420);
        });
        assertThat(terminal.run("rating", "board", "--by", "bt")).isZero();
        assertThat(terminal.out()).contains("bt 1582 [1405, 1760]").contains("3 won, 1 lost, 0 drawn");
        assertThat(part(terminal.json("rating", "show", "ana"), "rating"))
                .containsEntry("wins", 3L)
                .containsKeys("domain_elos", "trend_per_match", "calibration");
        assertThat(terminal.run("rating", "show", "ana")).isZero();
        assertThat(terminal.out()).startsWith("ana 15").contains("law 15").contains("trend +");
        terminal.json("rating", "history", "ana", "--limit", "3");
        assertThat(terminal.items("items"))
                .hasSize(3)
                .first()
                .satisfies(point ->
                        assertThat(point).containsEntry("debate_id", "d3").containsKeys("id", "elo", "created_at"));
        assertThat(terminal.run("rating", "history", "ana", "--limit", "1")).isZero();
        assertThat(terminal.out()).contains("d3").contains("more: --cursor ");
        assertThat(terminal.json("rating", "pair", "bea", "ana"))
                .containsEntry("agent_a", "ana")
                .containsEntry("games", 4L)
                .containsEntry("a_wins", 3L)
                .containsEntry("b_wins", 1L)
                .containsEntry("draws", 0L)
                .containsKeys("expected_a", "relationship");
        assertThat(terminal.run("rating", "pair", "ana", "bea")).isZero();
        assertThat(terminal.out()).startsWith("ana 3, bea 1, drawn 0 of 4\n").contains("rival");
        assertThat(terminal.json("rating", "judge", "ana"))
                .containsEntry("verdicts", 4L)
                .containsEntry("first_rate", 0.75)
                .containsEntry("self_rate", 0.75)
                .containsEntry("others_rate", null)
                .containsKeys("judge", "first_low", "first_high");
        assertThat(terminal.run("rating", "judge", "ana")).isZero();
        assertThat(terminal.out())
                .contains("the first shown wins 75.0 %")
                .contains("judged by itself it wins 75.0 % of 4");
        assertThat(terminal.run("doctor", "--deep")).isZero();
    }

    @Test
    void whatIsWrongIsSaidWithItsExitCode() {
        assertThat(terminal.run("rating")).isEqualTo(2);
        assertThat(terminal.err()).contains("no verb is given: board, history, judge");
        assertThat(terminal.run("rating", "record")).isEqualTo(2);
        assertThat(terminal.err()).contains("no debate is given");
        assertThat(terminal.run("rating", "record", "d1", "--scores", "ana")).isEqualTo(2);
        assertThat(terminal.err()).contains("is not name=value");
        assertThat(terminal.run("rating", "record", "d1", "--scores", "ana=x,bea=1"))
                .isEqualTo(2);
        assertThat(terminal.err()).contains("score of ana \"x\" is not a number");
        assertThat(terminal.run("rating", "record", "d1", "--scores", "ana=1,ana=2"))
                .isEqualTo(2);
        assertThat(terminal.run("rating", "record", "d1", "--scores", "ana=1,bea=-2"))
                .isEqualTo(2);
        assertThat(terminal.err()).contains("score of bea -2 is not within 0");
        assertThat(terminal.run("rating", "record", "d1", "--winner", "ana")).isEqualTo(2);
        assertThat(terminal.run("rating", "board", "--by", "elx")).isEqualTo(2);
        assertThat(terminal.err()).contains("did you mean elo?");
        assertThat(terminal.run("rating", "board", "--limit", "101")).isEqualTo(2);
        assertThat(terminal.run("rating", "board", "--limit", "x")).isEqualTo(2);
        assertThat(terminal.run("rating", "matches", "--limit", "501")).isEqualTo(2);
        assertThat(terminal.run("rating", "matches", "--cursor", "zzz")).isEqualTo(2);
        assertThat(terminal.run("rating", "show", "nobody")).isEqualTo(3);
        assertThat(terminal.err()).startsWith("stoa: there is no rating of nobody; ");
        assertThat(terminal.run("rating", "history", "nobody")).isEqualTo(3);
        assertThat(terminal.run("rating", "pair", "nobody", "else")).isEqualTo(3);
        assertThat(terminal.run("rating", "pair", "one", "one")).isEqualTo(2);
        assertThat(terminal.run("rating", "judge", "nobody")).isEqualTo(3);
        assertThat(terminal.run("rating", "show")).isEqualTo(2);
    }

    @Test
    void manyMatchesComeInLines() throws Exception {
        Files.writeString(folder.resolve("matches.jsonl"), """
                {"debate_id":"d1","scores":{"ana":1,"bea":0},"ordered":true,"judge":"cleo"}
                {"debate_id":"d2","participants":["ana","bea"],"winner":"bea"}

                {"debate_id":"d3","scores":{"ana":1}}
                {"debate_id":"d1","scores":{"ana":1,"bea":0},"ordered":true,"judge":"cleo"}
                """);
        assertThat(terminal.run("rating", "record", "--jsonl", "matches.jsonl", "--strict"))
                .isEqualTo(1);
        assertThat(terminal.out()).contains("nothing was written");
        assertThat(terminal.run("rating", "record", "--jsonl", "matches.jsonl", "--json"))
                .isEqualTo(1);
        assertThat(terminal.document())
                .containsEntry("lines", 4L)
                .containsEntry("created", 2L)
                .containsEntry("known", 1L)
                .containsEntry("refused", 1L);
        assertThat(terminal.err()).contains("line 4: participants has 1 entries");
        terminal.typing("{\"debate_id\":\"d4\",\"scores\":{\"ana\":1,\"bea\":0}}\n");
        assertThat(terminal.run("rating", "record", "--jsonl", "-")).isZero();
        assertThat(terminal.out()).isEqualTo("1 written\n");
    }

    @Test
    void aPredictionIsAddedResolvedAndTold() {
        assertThat(part(terminal.json("prediction", "add", "e1", "ana", "x", "0.9", "--domain", "Law"), "prediction"))
                .containsEntry("tournament_id", "e1")
                .containsEntry("predictor_agent", "ana")
                .containsEntry("predicted_winner", "x")
                .containsEntry("confidence", 0.9)
                .containsEntry("domain", "law")
                .containsEntry("outcome", null)
                .containsKeys("id", "created_at");
        assertThat(terminal.json("prediction", "resolve", "e1", "--winner", "x"))
                .isEqualTo(
                        Json.object("event", "e1", "winner", "x", "void", false, "resolved", 1L, "duplicate", false));
        assertThat(terminal.json("prediction", "resolve", "e1", "--winner", "x"))
                .containsEntry("duplicate", true);
        assertThat(terminal.run("prediction", "resolve", "e1", "--void")).isEqualTo(4);
        assertThat(terminal.err()).contains("event e1 is resolved already, won by x");
        assertThat(terminal.run("prediction", "add", "e1", "ana", "y", "0.9")).isEqualTo(4);
        assertThat(terminal.run("prediction", "add", "e2", "ana", "y", "0.5")).isZero();
        assertThat(terminal.out()).isEqualTo("ana expects y to win e2 with 0.5\n");
        assertThat(terminal.run("prediction", "resolve", "e2", "--void")).isZero();
        assertThat(terminal.out()).isEqualTo("e2 is void, 1 prediction closed\n");
        assertThat(part(terminal.json("prediction", "calibration", "ana", "--domain", "law"), "calibration"))
                .containsEntry("n", 1L)
                .containsEntry("correct", 1L)
                .containsEntry("domain", "law")
                .containsKeys("brier", "log_loss", "ece", "weight", "buckets");
        assertThat(terminal.run("prediction", "calibration", "ana")).isZero();
        assertThat(terminal.out())
                .startsWith("ana was right in 1 of 1 predictions, vote weight 1.02\nBrier 0.0100\n")
                .contains("0.9 to 1.0  said 0.90  was 1.00  of 1");
        assertThat(part(terminal.json("prediction", "calibration", "nobody"), "calibration"))
                .containsEntry("n", 0L)
                .containsEntry("brier", null)
                .containsEntry("weight", 1.0);
    }

    @Test
    void wrongPredictionsAreRefusedAndManyComeInLines() {
        assertThat(terminal.run("prediction")).isEqualTo(2);
        assertThat(terminal.run("prediction", "add", "e1", "ana", "x")).isEqualTo(2);
        assertThat(terminal.err()).contains("EVENT PREDICTOR WINNER CONFIDENCE");
        assertThat(terminal.run("prediction", "add", "e1", "ana", "x", "much")).isEqualTo(2);
        assertThat(terminal.run("prediction", "add", "e1", "ana", "x", "1.5")).isEqualTo(2);
        assertThat(terminal.err()).contains("confidence 1.5 is not within 0 to 1");
        assertThat(terminal.run("prediction", "resolve")).isEqualTo(2);
        assertThat(terminal.run("prediction", "resolve", "e1")).isEqualTo(2);
        assertThat(terminal.err()).contains("neither a winner nor void is given");
        assertThat(terminal.run("prediction", "resolve", "e1", "--winner", "x", "--void"))
                .isEqualTo(2);
        assertThat(terminal.run("prediction", "calibration")).isEqualTo(2);
        terminal.typing("""
                {"tournament_id":"e1","predictor_agent":"ana","predicted_winner":"x","confidence":0.9}
                {"tournament_id":"e2","predictor_agent":"ana","predicted_winner":"x","confidence":0.8}
                {"tournament_id":"e2","predictor_agent":"ana","winner":"x","confidence":0.8}
                """);
        assertThat(terminal.run("prediction", "add", "--jsonl", "-")).isEqualTo(1);
        assertThat(terminal.out()).isEqualTo("2 written, 1 refused\n");
        terminal.typing("{\"tournament_id\":\"e1\",\"winner\":\"x\"}\n{\"tournament_id\":\"e2\",\"void\":true}\n");
        assertThat(terminal.json("prediction", "resolve", "--jsonl", "-"))
                .containsEntry("created", 2L)
                .containsEntry("refused", 0L);
        assertThat(terminal.run("prediction", "resolve", "--jsonl", "-")).isZero();
        assertThat(terminal.out()).isEqualTo("0 written, 2 already present\n");
        assertThat(terminal.run("doctor", "--deep")).isZero();
    }
}
