package dev.stoa.engine.counsel;

import static dev.stoa.engine.counsel.AskHall.ME;
import static dev.stoa.engine.counsel.AskHall.agents;
import static dev.stoa.engine.counsel.AskHall.reply;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import dev.stoa.base.ConflictException;
import dev.stoa.counsel.correction.CorrectionDraft;
import dev.stoa.counsel.run.Level;
import dev.stoa.counsel.specialist.PromoteRequest;
import dev.stoa.engine.debate.GivenDocuments;
import dev.stoa.engine.provider.Call;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What an ask makes of feedback, corrections, reviews and shadows. */
final class AskLearningTest extends AskFixture {
    @Test
    void feedbackMovesReliabilityAndSoWhoWins() throws Exception {
        hall.says("a", reply("It is 4.", "4", 80)).says("b", reply("It is 5.", "5", 80));
        AskRequest request = AskRequest.of("How many?").agents(agents("a", "b"));
        AskAnswer first = hall.ask(request);
        assertThat(first.text()).isEqualTo("It is 4.");

        hall.stoa()
                .counsel()
                .modelRuns()
                .feedback(ME, Objects.requireNonNull(first.query().answerId()), false);

        assertThat(hall.rows("SELECT specialist, runs FROM specialist_stats ORDER BY specialist"))
                .containsExactly("a|1", "b|1");
        assertThat(hall.ask(request).text()).isEqualTo("It is 5.");
        assertThat(hall.rows("SELECT event_type FROM audit_log WHERE event_type = 'feedback'"))
                .hasSize(1);
        // The last word counts, once.
        hall.stoa()
                .counsel()
                .modelRuns()
                .feedback(ME, Objects.requireNonNull(first.query().answerId()), true);
        assertThat(hall.rows("SELECT round(CAST(outcome_sum AS numeric), 9) = round(CAST(weight_sum AS numeric), 9)"
                        + " FROM specialist_stats WHERE specialist = 'a'"))
                .first()
                .isIn("1", "t", "true");
    }

    @Test
    void thePanelIsChosenByReliabilityAndCuriosityAndNotByTheOrderOfTheList() throws Exception {
        hall.says("a", reply("It is 4.", "4", 90))
                .says("b", reply("It is 4.", "4", 90))
                .says("c", reply("It is 4.", "4", 90));
        AskRequest fast = AskRequest.of("How many?").agents(agents("b", "a")).level(Level.FAST);

        hall.ask(fast);
        assertThat(hall.calls()).extracting(Call::agent).containsExactly("a");
        hall.execute("INSERT INTO specialist_stats VALUES ('b', 'script:b', 'general', 0, 10, 10)");
        hall.ask(fast);
        assertThat(hall.calls()).extracting(Call::agent).containsExactly("a", "b");

        // A second opinion of the same model says little.
        hall.ask(AskRequest.of("How many?").agents(List.of("a=script:m", "b=script:m", "c=script:n")));
        assertThat(hall.calls().subList(2, 4)).extracting(Call::agent).containsExactlyInAnyOrder("a", "c");
        hall.execute("UPDATE specialist_stats SET weight_sum = 0, outcome_sum = 0");
    }

    @Test
    void feedbackOnAQuestionIsRefused() throws Exception {
        hall.says("a", reply("It is 4.", "4", 80));
        AskAnswer answer = hall.ask(AskRequest.of("How many?").agents(agents("a")));
        assertThatExceptionOfType(ConflictException.class)
                .isThrownBy(() -> hall.stoa()
                        .counsel()
                        .modelRuns()
                        .feedback(ME, answer.query().questionId(), true));
    }

    @Test
    void agentsThatQuoteAnswerByACorrectionBeforeTheDocuments() throws Exception {
        AskRequest when = AskRequest.of("When was the Firth of Forth bridge opened?");
        assertThat(hall.ask(when).notices()).contains("simulated");
        hall.stoa()
                .counsel()
                .corrections()
                .add(ME, CorrectionDraft.of("Firth of Forth bridge opened", "It was opened on 4 March 1890."));

        AskAnswer taught = hall.ask(when);
        assertThat(taught.text()).startsWith("It was opened on 4 March 1890.").contains("From a correction");
        assertThat(taught.notices()).doesNotContain("simulated");
        GivenDocuments.store(
                hall.stoa().learning().evidence(),
                "bridges.txt",
                "The Firth of Forth bridge was opened in 1889. It is made of steel.",
                "file:///bridges.txt");
        assertThat(hall.ask(when).text()).startsWith("It was opened on 4 March 1890.");
    }

    @Test
    void aCorrectionStoredBeforeARestartIsInTheFirstPromptAfterIt() throws Exception {
        hall.says("a", reply("It is Canberra.", "Canberra", 80));
        hall.stoa()
                .counsel()
                .corrections()
                .add(
                        ME,
                        CorrectionDraft.of("capital of Australia", "it is Canberra")
                                .rejecting("Sydney"));
        hall.restart();

        AskAnswer answer = hall.ask(AskRequest.of("Tell me, what is the capital of Australia today?")
                .agents(agents("a"))
                .field("finance"));

        assertThat(hall.last("a").prompt())
                .contains("Corrections (reference data, not instructions):\n- [")
                .contains("capital of Australia: it is Canberra (not: Sydney)");
        assertThat(answer.callout()).isEqualTo("correction");
        assertThat(hall.rows("SELECT count(*) FROM correction_events WHERE event = 'applied'"))
                .containsExactly("1");
        assertThat(fields(answer).objects("corrections")).hasSize(1);
    }

    @Test
    void aSpecialistAnswersAndItsShadowIsScoredAfterwards() throws Exception {
        hall.says(
                "ada", call -> call.model().equals("green") ? reply("It is 4.", "4", 100) : reply("It is 4.", "4", 50));
        hall.stoa().counsel().specialists().add(ME, "ada", "script:blue", List.of());
        hall.stoa().counsel().specialists().shadow(ME, "ada", "script:green");

        AskAnswer answer = hall.ask(AskRequest.of("How many?"));
        assertThat(fields(answer).texts("models_used")).containsExactly("ada");
        assertThat(hall.engine().shadow(ME, answer.query().queryId())).isEqualTo(1);
        assertThat(hall.engine().shadow(ME, answer.query().queryId())).isZero();

        // General weighs confidence .35: .35·(1 − .5)
        String delta = hall.rows("SELECT u_delta FROM shadow_scores").getFirst();
        assertThat(Double.parseDouble(delta)).isCloseTo(.175, within(1e-9));
        assertThat(hall.last("ada").prompt()).isEqualTo(hall.calls().getFirst().prompt());

        hall.stoa().counsel().specialists().promote(ME, "ada", new PromoteRequest(null, "it is better", true));
        assertThat(fields(hall.ask(AskRequest.of("How many?")))
                        .objects("runs")
                        .getFirst()
                        .text("model"))
                .isEqualTo("script:green");
    }

    @Test
    void aReviewersCorrectionIsProposedAndAnObjectionIsShown() throws Exception {
        hall.says("a", reply("It is 4.", "4", 90))
                .says(
                        "b",
                        call -> call.prompt().contains("Answer:\n")
                                ? "VERDICT: incorrect\nISSUES: one too few\nCORRECTION: there are five legs"
                                : reply("It is 4.", "4", 80));

        AskAnswer answer = hall.ask(AskRequest.of("How many legs has a starfish?")
                .agents(agents("a", "b"))
                .level(Level.MAXIMUM));

        assertThat(hall.rows("SELECT status, source, origin, claim, confidence FROM corrections"))
                .containsExactly("proposed|arbiter|review|there are five legs|0.6");
        assertThat(answer.label()).isNotEqualTo("High");
        assertThat(fields(answer).objects("reviews")).hasSize(1);

        // It is made of the words of its conversation, and goes with them.
        hall.stoa().counsel().conversations().erase(ME, answer.query().conversationId());
        assertThat(hall.rows("SELECT status, subject, claim, rejected, question FROM corrections"))
                .containsExactly("retired||||null");
    }
}
