package dev.stoa.engine.counsel;

import static dev.stoa.engine.counsel.AskHall.ME;
import static dev.stoa.engine.counsel.AskHall.agents;
import static dev.stoa.engine.counsel.AskHall.reply;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.stoa.base.ConflictException;
import dev.stoa.base.InvalidException;
import dev.stoa.base.Principal;
import dev.stoa.base.UnavailableException;
import dev.stoa.counsel.correction.CorrectionDraft;
import dev.stoa.counsel.correction.Corrections;
import dev.stoa.counsel.run.Queries;
import dev.stoa.counsel.run.Round;
import dev.stoa.counsel.run.RunDraft;
import dev.stoa.counsel.run.RunStatus;
import dev.stoa.engine.provider.CallFailure;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** What becomes of an ask when something is wrong: the request, a reply, a service, or another process. */
final class AskFailuresTest extends AskFixture {
    @Test
    void whatSpecialistsSaidWhenTheyFailedIsNotInTheAuditLog() throws Exception {
        hall.says("a", call -> {
            throw CallFailure.refused("I was asked about kumquats");
        });

        assertThatExceptionOfType(UnavailableException.class)
                .isThrownBy(() -> hall.ask(AskRequest.of("How many kumquats?").agents(agents("a"))));

        assertThat(hall.rows("SELECT details FROM audit_log WHERE event_type = 'query_failed'"))
                .singleElement()
                .asString()
                .contains("\"runs\":[{\"specialist\":\"a\",\"round\":\"answer\",\"status\":\"error\"}]")
                .doesNotContain("kumquats");
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
    void withoutAnAnswerTheQueryHasFailedAndIsOnTheRecord() throws Exception {
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
                assertThat(fields(answer).texts("models_used")).containsExactly("b");
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
    void anAskUnderAnIdThatWasUsedJoinsTheFirst() throws Exception {
        hall.says("a", reply("It is 4.", "4", 80));
        AskAnswer first =
                hall.ask(AskRequest.of("How many?").agents(agents("a")).as("q1"));
        AskAnswer again =
                hall.ask(AskRequest.of("How many?").agents(agents("a")).as("q1"));

        assertThat(again.document()).isEqualTo(first.document());
        assertThatExceptionOfType(ConflictException.class)
                .isThrownBy(() ->
                        hall.ask(AskRequest.of("How few?").agents(agents("a")).as("q1")))
                .satisfies(e -> assertThat(e.code()).isEqualTo("key_reused"));
        assertThat(hall.calls()).hasSize(1);
    }

    @Test
    void aReplyThatNoMessageCanHoldEndsTheQueryOnTheRecord() throws Exception {
        hall.toml("""
                [policy.lax]
                assertions = [{ name = "short", check = "concise", level = "soft" }]
                """);
        hall.says("a", "x".repeat(1_000_001)).says("b", "ANSWER:\nCONFIDENCE: 90");

        for (String agent : List.of("a", "b")) {
            assertThatExceptionOfType(UnavailableException.class)
                    .isThrownBy(() -> hall.ask(AskRequest.of("What is it?").agents(agents(agent))));
        }

        assertThat(hall.rows("SELECT state, error FROM queries ORDER BY created_at"))
                .containsExactly(
                        "failed|a the answer has 1000001 bytes; a message has at most 1000000",
                        "failed|b the reply holds no answer");
        assertThat(hall.rows("SELECT event_type FROM audit_log WHERE event_type LIKE 'query%'"))
                .containsExactly("query_failed", "query_failed");
    }

    @Test
    void whatAServiceSaysOfAFailureIsNotInTheAuditLog() throws Exception {
        hall.says("a", call -> {
            throw CallFailure.failed("cannot read: " + call.prompt());
        });

        assertThatExceptionOfType(UnavailableException.class)
                .isThrownBy(() ->
                        hall.ask(AskRequest.of("Where is the xylographer?").agents(agents("a"))))
                .withMessageContaining("cannot read");

        assertThat(hall.rows("SELECT details FROM audit_log WHERE event_type = 'query_failed'"))
                .singleElement()
                .asString()
                .contains("\"code\":\"no_answer\"")
                .doesNotContain("cannot read", "xylographer");
    }

    @Test
    void theReplyThatAnotherProcessStoredFirstIsJudgedByItsOwnChecks() throws Exception {
        String good = reply("It is 4.", "4", 90);
        hall.says("a", good);
        AskAnswer usual = hall.ask(AskRequest.of("How many?").agents(agents("a")));
        hall.says("b", call -> {
            hall.stoa()
                    .counsel()
                    .queries()
                    .store(
                            ME,
                            "q",
                            hall.stoa().counsel().fields().get("general"),
                            stored("b", good),
                            Queries.Also.NOTHING);
            return reply("I'm sorry, but I can't help with that.", "none", 90);
        });

        AskAnswer raced =
                hall.ask(AskRequest.of("How many?").agents(agents("b")).as("q"));

        assertThat(raced.text()).isEqualTo("It is 4.");
        assertThat(utility(raced)).isEqualTo(utility(usual));
    }

    private static double utility(AskAnswer answer) {
        return fields(answer).objects("runs").getFirst().real("utility_score");
    }

    private static RunDraft stored(String specialist, String raw) {
        return new RunDraft(
                specialist,
                "script:" + specialist,
                Round.ANSWER,
                RunStatus.OK,
                null,
                raw,
                .5,
                .9,
                List.of(),
                1,
                1,
                1,
                1,
                Map.of(),
                null,
                false);
    }

    @Test
    void whatChecksSaidOfAnAnswerIsReadWhenAQueryGoesOn() throws Exception {
        hall.says("a", reply("It is 4.", "4", 90));
        AskRequest request = AskRequest.of("How many legs has a dog?").agents(agents("a"));
        double whole = fields(hall.ask(request)).objects("runs").getFirst().real("utility_score");
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> hall.engine().ask(ME, request.as("q"), (step, query) -> {
                    if (step == AskListener.Step.DECIDING) {
                        throw new IllegalStateException("killed");
                    }
                }));
        hall.execute("UPDATE assertion_events SET passed = 0, bonus_applied = -0.05 WHERE query_id = 'q'"
                + " AND assertion_name = 'no_refusal'");

        AskAnswer resumed = hall.engine().resume(ME, "q", AskListener.NONE);

        assertThat(fields(resumed).objects("runs").getFirst().real("utility_score"))
                .isLessThan(whole);
        assertThat(hall.rows("SELECT count(*) FROM assertion_events WHERE query_id = 'q'"))
                .containsExactly("3");
    }

    @Test
    void anOperatorGoesOnWithAQueryForTheUserWhoAsked() throws Exception {
        Principal operator = Principal.operator("ops");
        Principal eve = new Principal("eve", null, null, operator.rights(), false, operator.ceiling());
        hall.says("a", reply("It is 4.", "4", 90));
        Corrections corrections = hall.stoa().counsel().corrections();
        corrections.add(operator, CorrectionDraft.of("legs of a dog", "three, says the operator"));
        corrections.add(eve, CorrectionDraft.of("legs of a dog", "four, says eve"));
        AskRequest request = AskRequest.of("How many legs of a dog are there?")
                .agents(agents("a"))
                .as("q");
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> hall.engine().ask(eve, request, (step, query) -> {
                    throw new IllegalStateException("killed");
                }));

        assertThat(hall.engine().recover(operator)).isEqualTo(1);

        assertThat(hall.last("a").prompt()).contains("says eve").doesNotContain("says the operator");
        assertThat(hall.engine().show(eve, "q")).containsEntry("answer", "It is 4.");
    }
}
