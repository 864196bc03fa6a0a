package dev.stoa.engine.debate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.debate.DebateRequest;
import dev.stoa.debate.rules.config.Seat;
import dev.stoa.debate.session.DebateSession;
import dev.stoa.json.JsonFields;
import dev.stoa.storage.Dialect;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole debates of agents that quote. */
class EvidencePanelTest {
    private static final String LICENCE =
            "6. Trademarks. This License does not grant permission to use the trade names, trademarks, service marks,"
                    + " or product names of the Licensor.\n\n5. You may charge any fee you choose for support of this"
                    + " Package. You may not charge a fee for this Package itself.";

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @SuppressWarnings("NullAway.Init") // set before each test
    private Hall hall;

    @BeforeEach
    void open() {
        hall = Hall.on(Dialect.SQLITE, folder);
    }

    @AfterEach
    void close() {
        hall.close();
    }

    private DebateSession hold(String question, List<String> options, String... strategies) throws Exception {
        List<String> documents =
                GivenDocuments.store(hall.stoa().learning().evidence(), "licence.txt", LICENCE, "file:licence.txt");
        return hall.hold(DebateRequest.on(question)
                .seed(3)
                .options(options)
                .set("evidence", documents)
                .agents(List.of(strategies).stream()
                        .map(strategy -> Seat.of(strategy, "evidence", strategy))
                        .toList()));
    }

    private static JsonFields outcome(DebateSession session) {
        return JsonFields.of(session.row().outcome());
    }

    @Test
    @DisplayName("Agreement of all seats does not skip the check of contradiction")
    void agreementDoesNotSkipTheCheck() throws Exception {
        DebateSession session = hold(
                "Does the License grant permission to use the trade names of the Licensor?",
                List.of("It grants permission to use trade names", "It does not grant permission to use trade names"),
                "lexical",
                "skeptic",
                "hybrid");

        assertThat(outcome(session).text("answer")).isEqualTo("It does not grant permission to use trade names");
        assertThat(outcome(session).text("stop_reason")).isEqualTo("consensus");
        assertThat(outcome(session).whole("rounds", 0)).isOne();
    }

    @Test
    @DisplayName("A yes is right where the text says that one may")
    void yesIsAnsweredByTheText() throws Exception {
        assertThat(outcome(hold(
                                "May I charge a fee for support of the Package?",
                                List.of("yes", "no"),
                                "lexical",
                                "skeptic",
                                "hybrid"))
                        .text("answer"))
                .isEqualTo("yes");
    }

    @Test
    @DisplayName("What no sentence covers has no winner and teaches no answer")
    void whatIsNotCoveredHasNoWinner() throws Exception {
        DebateSession session = hold(
                "Must the source be hosted in Norway for seven years?",
                List.of("yes", "no"),
                "lexical",
                "skeptic",
                "document");

        assertThat(outcome(session).textOrNull("winner")).isNull();
        assertThat(outcome(session).text("decision")).isEqualTo("none");
    }

    @Test
    @DisplayName(
            "evidence:hybrid stays selectable and counts in the family of lexical; document is a family of its own")
    void familiesFollowWhatReallyDiffers() throws Exception {
        DebateSession session = hold(
                "May I charge a fee for support of the Package?",
                List.of("yes", "no"),
                "lexical",
                "hybrid",
                "document");
        List<Long> weights = hall.stoa().debate().ballots().all(session.id()).stream()
                .filter(ballot -> ballot.stage().text().equals("final"))
                .map(ballot -> Math.round(Objects.requireNonNull(ballot.weight())
                        / (0.25 + Objects.requireNonNull(ballot.confidence()) / 2)
                        / 1_000))
                .toList();

        assertThat(weights).containsExactly(707L, 707L, 1_000L);
    }

    @Test
    @DisplayName("No tokens are counted where there is no model")
    void noTokensWithoutAModel() throws Exception {
        DebateSession session =
                hold("May I charge a fee for support of the Package?", List.of("yes", "no"), "lexical", "document");

        assertThat(session.tokensIn() + session.tokensOut()).isZero();
    }
}
