package dev.stoa.engine.counsel;

import static dev.stoa.engine.counsel.AskHall.ME;
import static dev.stoa.engine.counsel.AskHall.agents;
import static dev.stoa.engine.counsel.AskHall.reply;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.stoa.base.NotFoundException;
import dev.stoa.base.Principal;
import dev.stoa.counsel.backup.Backup;
import dev.stoa.counsel.backup.NoteText;
import dev.stoa.counsel.conversation.Message;
import dev.stoa.counsel.conversation.MessageRequest;
import dev.stoa.counsel.run.Distribution;
import dev.stoa.counsel.run.FieldWeights;
import dev.stoa.counsel.run.Level;
import dev.stoa.counsel.run.Query;
import dev.stoa.engine.code.CodeRunner;
import dev.stoa.engine.debate.DebateEngine;
import dev.stoa.engine.debate.GivenDocuments;
import dev.stoa.engine.provider.AgentSpec;
import dev.stoa.engine.provider.Pause;
import dev.stoa.engine.provider.Providers;
import dev.stoa.json.JsonFields;
import dev.stoa.storage.Dialect;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class AskTest extends AskFixture {
    @Test
    void withoutDocumentsFiveSimulatedSeatsAnswerAndSaySo() throws Exception {
        AskAnswer answer = hall.ask(AskRequest.of("Is it going to rain?").level(Level.HIGH));

        assertThat(answer.text()).contains("simulated");
        assertThat(answer.notices()).contains("simulated");
        assertThat(answer.label()).isNotEqualTo("High");
        assertThat(fields(answer).texts("models_used")).hasSize(5);
        AskAnswer usual = hall.ask(AskRequest.of("Is it going to snow?"));
        assertThat(fields(usual).texts("models_used")).hasSize(5);
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
        assertThat(fields(answer).texts("models_used")).containsExactly("lexical");
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
        JsonFields shown = fields(answer);
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
        JsonFields run = fields(answer).objects("runs").getFirst();
        JsonFields parts = JsonFields.of(run.object("utility"));
        FieldWeights weights = Distribution.of(
                        hall.stoa().counsel().fields(), answer.query().distribution())
                .weights();
        assertThat(weights.we() * parts.real("e") + weights.wc() * parts.real("c") + weights.wk() * parts.real("k"))
                .isCloseTo(run.real("utility_score"), within(1e-9));
        // The mean of the reviews is the outcome of the winner, at half the weight.
        assertThat(hall.rows("SELECT outcome, outcome_weight, outcome_source FROM model_runs WHERE vcg_winner = 1"))
                .containsExactly("1.0|0.5|review".replace("1.0", dialect == Dialect.SQLITE ? "1.0" : "1"));
        assertThat(fields(answer).text("routing_mode")).isEqualTo("reviewed");
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
        assertThat(fields(answer).objects("alternatives")).hasSize(2);
        hall.execute("UPDATE specialist_stats SET weight_sum = 0, outcome_sum = 0");
    }

    @Test
    void aThirdIsNotAskedWhereTheFirstTwoAgree() throws Exception {
        hall.says("a", reply("It is 4.", "4", 90)).says("b", reply("It is 4!", "4", 90));

        hall.ask(AskRequest.of("How many?").agents(agents("a", "b", "c")));

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
    void authorsDebateWhatTheyDoNotAgreeOn() throws Exception {
        AskAnswer answer = hall.ask(AskRequest.of("Which one is it?")
                .level(Level.HIGH)
                .agents(List.of("x=sim:?accuracy=0.1", "y=sim:?accuracy=0.2", "z=sim:?accuracy=0.3")));
        JsonFields shown = fields(answer);
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
    void whatADebateAgreesOnIsNotGivenIfABlockingCheckRefusesIt() throws Exception {
        hall.toml("""
                [policy.strict]
                assertions = [{ name = "no_secrets", check = "not_contains", level = "blocking", parameters = { text = "secret" } }]
                """);
        for (String name : List.of("a", "b")) {
            String own = name.equals("a") ? "42" : "41";
            hall.says(name, call -> {
                if (call.situation() instanceof Asked asked) {
                    return asked.reviewed() == null ? reply("It is " + own + ".", own, 90) : "VERDICT: incorrect";
                }
                String position = "{\"answer\":\"The secret is 42.\",\"confidence\":0.95,\"reasoning\":\"agreed\"}";
                return switch (call.kind()) {
                    case CRITIQUE -> "{\"critiques\":[],\"position\":" + position + "}";
                    case BALLOT -> "{\"vote\":\"A\",\"confidence\":0.95,\"reasoning\":\"agreed\"}";
                    default -> position;
                };
            });
        }

        AskAnswer answer =
                hall.ask(AskRequest.of("What is it?").agents(agents("a", "b")).level(Level.MAXIMUM));

        JsonFields shown = fields(answer);
        assertThat(hall.stoa()
                        .debate()
                        .sessions()
                        .get(shown.text("debate_id"))
                        .row()
                        .outcome())
                .containsEntry("decision", "agreed")
                .containsEntry("answer", "The secret is 42.");
        assertThat(answer.text()).isEqualTo("It is 42.");
        assertThat(shown.text("decided_by")).isEqualTo("vcg");
        assertThat(answer.notices()).contains("debate_failed");
    }

    @Test
    void aSealedArchiveHoldsNoDebateBecauseItWouldBeStoredPlain() throws Exception {
        hall.says("a", reply("It is 4.", "4", 80));
        Query query = hall.ask(AskRequest.of("How many?").agents(agents("a"))).query();
        DebateEngine engine = DebateEngine.over(
                hall.stoa(),
                Providers.of(hall.stoa().config(), Map.of(), InstantSource.system()),
                InstantSource.system(),
                CodeRunner.create(false, List.of()),
                "ask");
        List<Debating.Author> authors = Stream.of("x", "y")
                .map(name -> new Debating.Author(AgentSpec.parse(name + "=sim:", List.of("sim")), "It is 4.", .9))
                .toList();

        for (boolean sealed : List.of(true, false)) {
            assertThat(new Debating(engine, Pause.real(), sealed)
                            .create(ME, query, "How many?", "general", authors, Duration.ofSeconds(60)))
                    .satisfies(session -> assertThat(session == null).isEqualTo(sealed));
        }
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
    void aNoteThatIsWishedForIsWrittenByTheModelOfItsSpecialist() throws Exception {
        String note = String.join("\nof the model\n", NoteText.HEADINGS) + "\nof the model";
        hall.says("a", call -> call.prompt().startsWith("Conversation:") ? note : reply("It is 4.", "4", 90));
        String conversation = hall.ask(
                        AskRequest.of("How many?").agents(agents("a")).level(Level.FAST))
                .query()
                .conversationId();
        InstantSource clock = InstantSource.system();
        Providers providers =
                Providers.of(hall.stoa().config(), Map.of(), clock).with("script", hall);
        assertThat(hall.stoa()
                        .counsel()
                        .contextBackups()
                        .write(ME, conversation, AnsweringEngine.notes(hall.stoa(), providers, ME, clock)))
                .extracting(Backup::author, Backup::text)
                .containsExactly(tuple("model", note));
    }

    @Test
    void theContextWindowOfAModelDecidesHowMuchOfTheConversationItIsSent() throws Exception {
        hall.toml("""
                [window."script:small"]
                tokens = 600
                """);
        hall.says("a", reply("Reply.", "r", 90));
        List<String> small = List.of("a=script:small");
        String conversation = hall.ask(
                        AskRequest.of("First. " + "word ".repeat(300)).agents(small))
                .query()
                .conversationId();
        hall.ask(AskRequest.of("Second?").agents(small).in(conversation));
        assertThat(hall.last("a").prompt()).doesNotContain("| First.");
        assertThat(hall.rows("SELECT context_window FROM token_counters")).containsExactly("600");

        hall.ask(AskRequest.of("Third?").agents(List.of("a=script:large")).in(conversation));
        assertThat(hall.last("a").prompt()).contains("| First.");
        assertThat(hall.rows("SELECT context_window FROM token_counters")).containsExactly("8192");
    }
}
