package dev.stoa.engine.counsel;

import static dev.stoa.engine.counsel.AskHall.ME;
import static dev.stoa.engine.counsel.AskHall.agents;
import static dev.stoa.engine.counsel.AskHall.reply;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import dev.stoa.base.ConflictException;
import dev.stoa.base.InvalidException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Principal;
import dev.stoa.base.UnavailableException;
import dev.stoa.counsel.conversation.Message;
import dev.stoa.counsel.conversation.MessageRequest;
import dev.stoa.counsel.correction.CorrectionDraft;
import dev.stoa.counsel.run.Level;
import dev.stoa.engine.debate.GivenDocuments;
import dev.stoa.engine.provider.CallFailure;
import dev.stoa.json.JsonFields;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@OnBothDatabases
@SuppressWarnings("NullAway.Init") // set before each test
final class AskTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private AskHall hall;

    @BeforeEach
    void open() {
        hall = AskHall.on(dialect, folder);
    }

    @AfterEach
    void close() {
        try {
            hall.sound();
        } finally {
            hall.close();
        }
    }

    private static JsonFields fields(Map<String, @Nullable Object> document) {
        return JsonFields.of(document);
    }

    @Test
    void withoutDocumentsFiveSimulatedSeatsAnswerAndSaySo() throws Exception {
        AskAnswer answer = hall.ask(AskRequest.of("Is it going to rain?").level(Level.HIGH));

        assertThat(answer.text()).contains("simulated");
        assertThat(answer.notices()).contains("simulated");
        assertThat(answer.label()).isNotEqualTo("High");
        assertThat(fields(answer.document()).texts("models_used")).hasSize(5);
        AskAnswer usual = hall.ask(AskRequest.of("Is it going to snow?"));
        assertThat(fields(usual.document()).texts("models_used")).hasSize(5);
        assertThat(hall.rows("SELECT content, notices FROM messages WHERE role = 'assistant'")
                        .getFirst())
                .contains("simulated");
    }

    @Test
    void withDocumentsTheyAreQuoted() throws Exception {
        GivenDocuments.store(
                hall.stoa().learning().evidence(),
                "bridges.txt",
                "The Firth of Forth bridge was opened in 1890. It is made of steel.",
                "file:///bridges.txt");

        AskAnswer answer = hall.ask(AskRequest.of("When was the Firth of Forth bridge opened?"));

        assertThat(answer.text()).contains("The Firth of Forth bridge was opened in 1890.");
        assertThat(answer.notices()).doesNotContain("simulated");
        assertThat(fields(answer.document()).texts("models_used")).containsExactly("lexical");
    }

    @Test
    void theWorkedExampleOfArbitrationIsStoredOnTheRuns() throws Exception {
        hall.says("a", reply("It is Rome.", "Rome", 90))
                .says("b", reply("It is Paris.", "Paris", 80))
                .says("c", reply("It is Paris!", "Paris", 60));

        AskAnswer answer = hall.ask(
                AskRequest.of("What is it?").agents(agents("a", "b", "c")).level(Level.HIGH));

        // All are equally reliable: W(a) = .65·.9, W(b) = W(c) = .65·1.4
        assertThat(answer.text()).isEqualTo("It is Paris.");
        JsonFields shown = fields(answer.document());
        assertThat(shown.text("winner")).isEqualTo("b");
        assertThat(shown.real("agreement")).isCloseTo(2 / 3.0, within(1e-12));
        assertThat(shown.real("confidence_score")).isCloseTo(1.4 / 3, within(1e-12));
        assertThat(hall.rows("SELECT specialist, weight, vcg_winner FROM model_runs ORDER BY specialist"))
                .containsExactly("a|0.65|0", "b|0.65|1", "c|0.65|0");
        List<JsonFields> runs = shown.objects("runs");
        assertThat(runs.get(0).real("vcg_welfare_score")).isCloseTo(.65 * .9, within(1e-12));
        assertThat(runs.get(1).real("vcg_welfare_score")).isCloseTo(.65 * 1.4, within(1e-12));
        assertThat(runs.get(0).real("clarke_transfer")).isZero();
        // Without b, a has .9 and b's answer .6.
        assertThat(runs.get(1).real("clarke_transfer")).isCloseTo(-.3, within(1e-12));
        assertThat(runs.get(2).real("clarke_transfer")).isCloseTo(-.1, within(1e-12));
    }

    @Test
    void levelLabelCalloutAndModelsAreOnTheAnswerAndWhatCountsOnEveryRunReviewsIncluded() throws Exception {
        for (String name : List.of("a", "b", "c")) {
            hall.says(
                    name,
                    call -> call.prompt().contains("Answer:\n")
                            ? "VERDICT: correct\nISSUES: none\nCORRECTION: none"
                            : reply("It is Paris.", "Paris", 90));
        }
        AskAnswer answer = hall.ask(AskRequest.of("What is the capital of France?")
                .agents(agents("a", "b", "c"))
                .level(Level.MAXIMUM));

        assertThat(answer.label()).isEqualTo("High");
        assertThat(hall.rows("SELECT accuracy_level, confidence, callout_type, models_used FROM messages"
                        + " WHERE role = 'assistant'"))
                .containsExactly("maximum|High|null|[\"a\",\"b\",\"c\"]");
        assertThat(hall.rows("SELECT specialist, round, verdict FROM model_runs ORDER BY round, specialist"))
                .containsExactly(
                        "a|answer|null",
                        "b|answer|null",
                        "c|answer|null",
                        "b|peer_review|correct",
                        "c|peer_review|correct");
        assertThat(hall.rows("SELECT count(*) FROM model_runs WHERE utility_score > 0 AND corrections_applied = '[]'"
                        + " AND domain_path = 'general/general' AND latency_ms > 0 AND conversation_id = '"
                        + answer.query().conversationId() + "'"))
                .containsExactly("5");
        // The mean of the reviews is the outcome of the winner, at half the weight.
        assertThat(hall.rows("SELECT outcome, outcome_weight, outcome_source FROM model_runs WHERE vcg_winner = 1"))
                .containsExactly("1.0|0.5|review".replace("1.0", dialect == Dialect.SQLITE ? "1.0" : "1"));
        assertThat(fields(answer.document()).text("routing_mode")).isEqualTo("reviewed");
    }

    @Test
    void aDisagreementIsShownWithItsAlternativesAndNeverLabelledHigh() throws Exception {
        hall.says("a", reply("It is 4.", "4", 50))
                .says("b", reply("It is 5.", "5", 90))
                .says("c", reply("6!", "6", 40));
        // The one that is surer was right less often, so it wins with less than half of all weight behind it.
        hall.stoa().counsel().queries().open(ME);
        hall.execute("INSERT INTO specialist_stats VALUES ('b', 'script:b', 'general', 0, 10, 5.5),"
                + " ('c', 'script:c', 'general', 0, 10, 3.5)");

        AskAnswer answer = hall.ask(AskRequest.of("How many?").agents(agents("a", "b", "c")));

        assertThat(hall.calls()).hasSize(3); // the third because the first two do not agree
        assertThat(answer.callout()).isEqualTo("disagreement");
        assertThat(answer.label()).isEqualTo("Uncertain");
        assertThat(fields(answer.document()).objects("alternatives")).hasSize(2);
        hall.execute("UPDATE specialist_stats SET weight_sum = 0, outcome_sum = 0");
    }

    @Test
    void aThirdIsNotAskedWhereTheFirstTwoAgree() throws Exception {
        hall.says("a", reply("It is 4.", "4", 90)).says("b", reply("It is 4!", "4", 90));

        hall.ask(AskRequest.of("How many?").agents(agents("a", "b", "c")));

        assertThat(hall.calls()).hasSize(2);
    }

    @Test
    void anErrorOfAProviderIsStoredAndTheOthersAnswer() throws Exception {
        hall.says("a", call -> {
                    throw CallFailure.refused("no");
                })
                .says("b", reply("It is 4.", "4", 90));

        AskAnswer answer = hall.ask(AskRequest.of("How many?").agents(agents("a", "b")));

        assertThat(answer.text()).isEqualTo("It is 4.");
        assertThat(answer.notices()).contains("degraded");
        assertThat(hall.rows("SELECT specialist, status, error FROM model_runs ORDER BY specialist"))
                .containsExactly("a|error|no", "b|ok|null");
    }

    @Test
    void whereNobodyAnswersTheQueryHasFailedAndIsOnTheRecord() throws Exception {
        hall.says("a", call -> {
            throw CallFailure.refused("no");
        });

        assertThatExceptionOfType(UnavailableException.class)
                .isThrownBy(() -> hall.ask(AskRequest.of("How many?").agents(agents("a"))));

        assertThat(hall.rows("SELECT state, error FROM queries")).containsExactly("failed|a no");
        assertThat(hall.rows("SELECT role FROM messages")).containsExactly("user");
        assertThat(hall.rows("SELECT event_type FROM audit_log WHERE event_type LIKE 'query%'"))
                .containsExactly("query_failed");
    }

    @Test
    void aBlockedAnswerIsInNeitherReplyNorConversation() throws Exception {
        hall.toml("""
                [policy.strict]
                max_retries = 1
                assertions = [{ name = "no_secrets", check = "not_contains", level = "blocking", parameters = { text = "secret" } }]
                """);
        hall.says("a", reply("The secret is 42.", "42", 90));

        assertThatExceptionOfType(ConflictException.class)
                .isThrownBy(() -> hall.ask(AskRequest.of("What is it?").agents(agents("a"))))
                .satisfies(e -> assertThat(e.code()).isEqualTo("assertion_blocked"))
                .withMessageContaining("no_secrets")
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("42"));

        assertThat(hall.calls()).hasSize(2);
        assertThat(hall.rows("SELECT state FROM queries")).containsExactly("blocked");
        assertThat(hall.rows("SELECT role FROM messages")).containsExactly("user");
        assertThat(hall.rows("SELECT status FROM model_runs")).containsExactly("blocked");
        assertThat(hall.rows("SELECT passed, retries_used FROM assertion_events"))
                .containsExactly("0|1");
        assertThat(hall.rows("SELECT event_type FROM audit_log WHERE event_type LIKE 'query%'"))
                .containsExactly("query_blocked");
    }

    @Test
    void theImprovedTextIsGivenWhenARetryPasses() throws Exception {
        hall.toml("""
                [policy.strict]
                assertions = [{ name = "no_secrets", check = "not_contains", level = "blocking", parameters = { text = "secret" } }]
                """);
        hall.says(
                "a",
                call -> call.prompt().contains("not accepted")
                        ? reply("It is 42.", "42", 90)
                        : reply("The secret is 42.", "42", 90));

        assertThat(hall.ask(AskRequest.of("What is it?").agents(agents("a"))).text())
                .isEqualTo("It is 42.");
    }

    @Test
    void withoutItsAuditRowThereIsNoAnswer() throws Exception {
        hall.says("a", reply("It is 4.", "4", 90));
        hall.stoa().counsel().conversations();
        hall.ask(AskRequest.of("One?").agents(agents("a")));
        hall.execute("ALTER TABLE audit_log RENAME TO audit_gone");

        assertThatExceptionOfType(RuntimeException.class)
                .isThrownBy(() -> hall.ask(AskRequest.of("Two?").agents(agents("a"))));

        hall.execute("ALTER TABLE audit_gone RENAME TO audit_log");
        assertThat(hall.rows("SELECT state FROM queries ORDER BY created_at")).containsExactly("answered", "deciding");
        assertThat(hall.rows("SELECT count(*) FROM messages WHERE role = 'assistant'"))
                .containsExactly("1");
        // As soon as it can be written there is one.
        String open = hall.rows("SELECT query_id FROM queries WHERE state = 'deciding'")
                .getFirst();
        assertThat(hall.engine().resume(ME, open, AskListener.NONE).text()).isEqualTo("It is 4.");
        assertThat(hall.calls()).hasSize(2);
    }

    @Test
    void historyIsThatOfTheNewestStoredMessages() throws Exception {
        hall.says("a", call -> reply("Reply.", "r", 90));
        String conversation = hall.ask(AskRequest.of("Question number 0").agents(agents("a")))
                .query()
                .conversationId();
        for (int i = 1; i < 25; i++) {
            hall.ask(AskRequest.of("Question number " + i).agents(agents("a")).in(conversation));
        }
        String prompt = hall.last("a").prompt();
        assertThat(prompt).contains("| Question number 23\n", "Question:\nQuestion number 24");
        assertThat(hall.stoa()
                        .counsel()
                        .messages()
                        .page(ME, conversation, MessageRequest.newest(100))
                        .items())
                .extracting(Message::seq)
                .hasSize(50);
    }

    @Test
    void aConversationOfAnotherUserDoesNotExist() throws Exception {
        hall.says("a", reply("It is 4.", "4", 90));
        AskAnswer mine = hall.ask(AskRequest.of("How many?").agents(agents("a")));
        Principal other = Principal.operator("eve");
        Principal eve = new Principal("eve", null, null, other.rights(), false, other.ceiling());
        AskRequest theirs =
                AskRequest.of("And?").agents(agents("a")).in(mine.query().conversationId());

        assertThatExceptionOfType(NotFoundException.class)
                .isThrownBy(() -> hall.engine().ask(eve, theirs, AskListener.NONE));
        assertThatExceptionOfType(NotFoundException.class)
                .isThrownBy(() -> hall.engine().plan(eve, theirs));
        assertThatExceptionOfType(NotFoundException.class)
                .isThrownBy(() -> hall.engine().resume(eve, mine.query().queryId(), AskListener.NONE));
        assertThatExceptionOfType(NotFoundException.class)
                .isThrownBy(() -> hall.stoa()
                        .counsel()
                        .modelRuns()
                        .feedback(eve, Objects.requireNonNull(mine.query().answerId()), true));
        assertThatExceptionOfType(NotFoundException.class)
                .isThrownBy(() -> hall.engine().show(eve, mine.query().queryId()));
        assertThat(hall.calls()).hasSize(1);
    }

    @Test
    void aDryRunWritesNothingAndCallsNobody() throws Exception {
        hall.says("a", reply("It is 4.", "4", 90));
        hall.stoa().counsel().queries().open(ME);
        Plan plan = hall.engine()
                .plan(ME, AskRequest.of("How does a python function compile?").agents(agents("a")));

        assertThat(plan.field()).isEqualTo("software_engineering");
        assertThat(plan.document().keySet()).containsExactly("field", "distribution", "panel", "prompts");
        assertThat(String.valueOf(plan.prompts())).contains("How does a python function compile?", "CONFIDENCE:");
        assertThat(hall.calls()).isEmpty();
        for (String table : List.of("queries", "conversations", "messages", "sessions", "model_runs")) {
            assertThat(hall.rows("SELECT count(*) FROM " + table)).as(table).containsExactly("0");
        }
        AskAnswer sent =
                hall.ask(AskRequest.of("How does a python function compile?").agents(agents("a")));
        assertThat(sent.query().field()).isEqualTo("software_engineering");
        assertThat(String.valueOf(plan.prompts())).contains(hall.last("a").prompt());
    }

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
    void authorsDebateWhatTheyDoNotAgreeOn() throws Exception {
        AskAnswer answer = hall.ask(AskRequest.of("Which one is it?")
                .level(Level.HIGH)
                .agents(List.of("x=sim:?accuracy=0.1", "y=sim:?accuracy=0.2", "z=sim:?accuracy=0.3")));
        JsonFields shown = fields(answer.document());
        assertThat(shown.textOrNull("debate_id")).isNotNull();
        assertThat(hall.stoa()
                        .debate()
                        .sessions()
                        .get(shown.text("debate_id"))
                        .row()
                        .idempotencyKey())
                .isEqualTo("ask:" + answer.query().queryId());
    }

    @Test
    void anAskUnderAnIdThatWasUsedJoinsTheFirst() throws Exception {
        hall.says("a", reply("It is 4.", "4", 80));
        AskAnswer first =
                hall.ask(AskRequest.of("How many?").agents(agents("a")).as("q1"));
        AskAnswer again =
                hall.ask(AskRequest.of("How many?").agents(agents("a")).as("q1"));

        assertThat(again.document()).isEqualTo(first.document());
        assertThat(hall.calls()).hasSize(1);
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
        assertThat(fields(answer.document()).objects("corrections")).hasSize(1);
    }

    @Test
    void everyAnswerHasOneRowInTheAuditLog() throws Exception {
        for (String name : List.of("a", "b")) {
            hall.says(
                    name,
                    call -> call.prompt().contains("Answer:\n")
                            ? "VERDICT: " + (call.prompt().contains("Four?") ? "incorrect" : "correct")
                            : reply("It is 4.", "4", 80));
        }
        hall.ask(AskRequest.of("One?").agents(agents("a")).level(Level.FAST));
        hall.ask(AskRequest.of("Two?").agents(agents("a", "b")));
        hall.ask(AskRequest.of("Three?").agents(agents("a", "b")).level(Level.MAXIMUM));
        // A review says incorrect, so they debate; both drafts say the same.
        hall.ask(AskRequest.of("Four?").agents(agents("a", "b")).level(Level.MAXIMUM));

        assertThat(hall.rows("SELECT routing_mode FROM audit_log WHERE event_type = 'query' ORDER BY seq"))
                .containsExactly("single", "panel", "reviewed", "debate");
        assertThat(hall.rows("SELECT count(*) FROM queries WHERE state = 'answered'"))
                .containsExactly("4");
    }

    @Test
    void aNoteIsWrittenFromTheRequestPathAndOnlyItsOwnSpecialistReadsIt() throws Exception {
        hall.says("a", reply("Reply.", "r", 90)).says("b", reply("Reply.", "r", 90));
        String conversation = hall.ask(
                        AskRequest.of("Question number 0").agents(agents("a")).level(Level.FAST))
                .query()
                .conversationId();
        for (int i = 1; i < 15; i++) {
            hall.ask(AskRequest.of("Question number " + i)
                    .agents(agents("a"))
                    .level(Level.FAST)
                    .in(conversation));
        }
        assertThat(hall.rows("SELECT specialist, trigger, covers_seq, author FROM context_backups"
                        .replace("trigger", dialect == Dialect.SQLITE ? "trigger" : "\"trigger\"")))
                .containsExactly("a|message_count|30|extract");

        AskAnswer next =
                hall.ask(AskRequest.of("And now?").agents(agents("a", "b")).in(conversation));

        assertThat(hall.last("a").prompt())
                .contains("Notes on the conversation so far:\n| ## GOAL")
                .contains("| Question number 14\n")
                .doesNotContain("| Question number 7\n");
        assertThat(hall.last("b").prompt()).doesNotContain("## GOAL").contains("| Question number 7\n");
        assertThat(next.notices()).contains("context_reset");
        assertThat(hall.rows("SELECT context FROM model_runs WHERE query_id = '"
                                + next.query().queryId() + "' ORDER BY specialist")
                        .getFirst())
                .contains("\"backup_id\":\"")
                .contains("\"from_seq\":25,\"to_seq\":30");
    }

    @Test
    void aSpecialistAnswersAndItsShadowIsScoredAfterwards() throws Exception {
        hall.says(
                "ada", call -> call.model().equals("green") ? reply("It is 4.", "4", 100) : reply("It is 4.", "4", 50));
        hall.stoa().counsel().specialists().add(ME, "ada", "script:blue", List.of());
        hall.stoa().counsel().specialists().shadow(ME, "ada", "script:green");

        AskAnswer answer = hall.ask(AskRequest.of("How many?"));
        assertThat(fields(answer.document()).texts("models_used")).containsExactly("ada");
        assertThat(hall.engine().shadow(ME, answer.query().queryId())).isEqualTo(1);
        assertThat(hall.engine().shadow(ME, answer.query().queryId())).isZero();

        // General weighs confidence .35: .35·(1 − .5)
        String delta = hall.rows("SELECT u_delta FROM shadow_scores").getFirst();
        assertThat(Double.parseDouble(delta)).isCloseTo(.175, within(1e-9));
        assertThat(hall.last("ada").prompt()).isEqualTo(hall.calls().getFirst().prompt());
    }

    @Test
    void afterTheLimitTheAnswersThatAreThereDecide() throws Exception {
        hall.setting("STOA_ASK_TIMEOUT", "1");
        hall.says("a", reply("It is 4.", "4", 90)).says("b", call -> {
            new CountDownLatch(1).await();
            return "never";
        });

        AskAnswer answer = hall.ask(AskRequest.of("How many?").agents(agents("a", "b")));

        assertThat(answer.text()).isEqualTo("It is 4.");
        assertThat(answer.label()).isEqualTo("Uncertain");
        assertThat(answer.notices()).contains("timeout", "degraded");
        assertThat(hall.rows("SELECT status FROM model_runs ORDER BY specialist"))
                .containsExactly("ok", "timeout");
    }

    @Test
    void anOpenBreakerIsSkipped() throws Exception {
        hall.says("a", call -> {
                    throw CallFailure.failed("broken");
                })
                .says("b", reply("It is 4.", "4", 90));
        AskRequest request = AskRequest.of("How many?").agents(agents("a", "b"));
        while (hall.calls().stream().filter(call -> call.agent().equals("a")).count() < 20) {
            int before = hall.calls().size();
            AskAnswer answer = hall.ask(request);
            assertThat(answer.notices()).contains("degraded");
            if (hall.calls().size() == before + 1) {
                // Only b was asked.
                assertThat(fields(answer.document()).texts("models_used")).containsExactly("b");
                return;
            }
        }
        throw new AssertionError("the breaker never opened");
    }

    @Test
    void whatIsWrongWithARequestIsSaidBeforeAnythingIsStored() throws Exception {
        hall.stoa().counsel().queries().open(ME);
        for (AskRequest wrong : List.of(
                AskRequest.of("x").agents(List.of("a=nobody:x")),
                AskRequest.of("x").agents(List.of("A=sim:")),
                AskRequest.of("x").agents(List.of("a=sim:", "a=sim:")),
                AskRequest.of("x").field("cooking"))) {
            assertThatExceptionOfType(InvalidException.class).isThrownBy(() -> hall.ask(wrong));
        }
        assertThat(hall.rows("SELECT count(*) FROM queries")).containsExactly("0");
        assertThat(hall.rows("SELECT count(*) FROM conversations")).containsExactly("0");
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
        assertThat(fields(answer.document()).objects("reviews")).hasSize(1);
    }
}
