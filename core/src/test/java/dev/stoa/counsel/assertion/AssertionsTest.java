package dev.stoa.counsel.assertion;

import static dev.stoa.counsel.correction.CorrectionFixture.LOCAL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.Wilson;
import dev.stoa.counsel.correction.CorrectionFixture;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@OnBothDatabases
class AssertionsTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private CorrectionFixture fixture;
    private Assertions assertions;

    @BeforeEach
    void open() {
        fixture = CorrectionFixture.on(dialect, folder);
        assertions = Assertions.over(fixture::context, Policies.builtIn());
        fixture.archive()
                .write(tx -> tx.update("INSERT INTO sessions (id, created_at, updated_at) VALUES ('s1', 0, 0)"));
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void oneEventPerAssertionAndAnswerIsStoredWithTheLastEvaluation() {
        Policy policy = assertions.policy(LOCAL, "law");
        PolicyResult result = policy.evaluate("I cannot help with that.", CheckContext.NONE, 2);
        AnswerChecked answer = new AnswerChecked("s1", "q1", "sokrates", "law");
        Instant now = fixture.clock().instant();
        // A step that is done again after a crash stores nothing twice.
        for (int i = 0; i < 2; i++) {
            fixture.archive().write(tx -> {
                assertions.store(tx, answer, result, now);
                return 0;
            });
        }
        List<AssertionEvent> events = fixture.archive().read(tx -> assertions.events(tx, "q1"));
        assertThat(events)
                .containsExactly(
                        new AssertionEvent(
                                "sokrates", "not_empty", AssertionLevel.BLOCKING, true, .05, 2, null, List.of()),
                        new AssertionEvent(
                                "sokrates",
                                "no_refusal",
                                AssertionLevel.SOFT,
                                false,
                                -.05,
                                2,
                                "the answer refuses; answer the question",
                                List.of()),
                        new AssertionEvent(
                                "sokrates", "cross_session_match", AssertionLevel.SOFT, true, .05, 2, null, List.of()));
        PolicyResult restored = policy.restored(events);
        assertThat(restored.bonus()).isEqualTo(result.bonus());
        assertThat(restored.severity()).isEqualTo(result.severity());
        assertThat(fixture.values(
                        "SELECT DISTINCT policy_name || ' ' || domain || ' ' || session_id FROM assertion_events"))
                .containsExactly("default law s1");
    }

    @Test
    void ratesCountTheAnswersThatPassedEachAssertion() {
        assertThat(assertions.rates(LOCAL)).isEmpty();
        Policy policy = assertions.policy(LOCAL, "law");
        List<String> answers = List.of("I cannot help with that.", "A lease lasts 30 s.", "It is a lease.");
        for (int i = 0; i < answers.size(); i++) {
            PolicyResult result = policy.evaluate(answers.get(i), CheckContext.NONE, 0);
            AnswerChecked answer = new AnswerChecked("s1", "q" + i, "sokrates", "law");
            Instant now = fixture.clock().instant();
            fixture.archive().write(tx -> {
                assertions.store(tx, answer, result, now);
                return 0;
            });
        }
        assertThat(assertions.rates(LOCAL))
                .contains(new PassRate("default", "not_empty", 3, 3), new PassRate("default", "no_refusal", 2, 3));
        assertThat(new PassRate("default", "no_refusal", 2, 3).document().get("low"))
                .isEqualTo(Wilson.interval(2, 3).low());
    }

    @Test
    void aTestStoresNothing() {
        PolicyResult result = assertions.test(LOCAL, null, " ");
        assertThat(result.blockingFailed()).containsExactly("not_empty");
        assertThat(result.document()).containsOnlyKeys("passed", "blocking_failed", "bonus", "gold", "results");
        assertThat(fixture.values("SELECT count(*) FROM assertion_events")).containsExactly("0");
        assertThat(fixture.values("SELECT count(*) FROM audit_log")).containsExactly("0");
    }

    @Test
    void aCheckThatCouldNotRunIsOnRecordAtOnce() {
        Policy policy = new Policy(
                "p",
                "1",
                List.of(),
                0,
                .3,
                List.of(new Assertion("slow", "regex", AssertionLevel.SOFT, .05, Map.of("pattern", "(a|aa)+\\1c"))),
                Policies.checks(List.of()));
        assertions.evaluate(LOCAL, policy, "a".repeat(60) + "b", CheckContext.NONE, 0);
        assertThat(fixture.values("SELECT details FROM audit_log WHERE event_type = 'hook_failure'"))
                .containsExactly("{\"policy\":\"p\",\"assertions\":[\"slow\"]}");
    }
}
