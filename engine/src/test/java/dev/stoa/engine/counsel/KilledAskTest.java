package dev.stoa.engine.counsel;

import static dev.stoa.engine.counsel.AskHall.ME;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.storage.Dialect;
import dev.stoa.storage.crash.Child;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Processes that ask are killed after each step, or ask at the same time: every step still happens once. */
@Tag("crash")
@OnBothDatabases
@Timeout(900)
@SuppressWarnings("NullAway.Init") // set before each test
final class KilledAskTest {
    private static final int KILLS = Integer.getInteger("stoa.crash.ask.kills", 5);

    /** What differs between two asks of one question. */
    private static final Set<String> PASSING = Set.of(
            "query_id",
            "conversation_id",
            "session_id",
            "question_id",
            "message_id",
            "debate_id",
            "latency_ms",
            "audit_seq",
            "runs");

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
        hall.close();
    }

    @Test
    void anAskThatIsKilledAfterAnyOfItsStepsGoesOnToTheSameAnswerAndDoesNothingTwice() throws Exception {
        List<AskListener.Step> steps = new ArrayList<>();
        AskAnswer whole = hall.engine().ask(ME, AskProcess.request("whole"), (step, query) -> steps.add(step));
        assertThat(steps)
                .contains(AskListener.Step.REVIEW, AskListener.Step.DEBATING, AskListener.Step.ANSWERED)
                .startsWith(AskListener.Step.RECEIVED, AskListener.Step.ROUTED, AskListener.Step.ANSWER);
        Child ready = AskProcess.start(dialect, folder, hall);
        try {
            for (int step : chosen(steps.size())) {
                String id = "killed-" + step;
                ready.expect("started");
                ready.say(id + " new " + step);
                ready.expect("stands " + steps.get(step - 1));
                ready.kill();
                ready.close();
                ready = AskProcess.start(dialect, folder, hall);

                AskAnswer resumed = hall.engine().resume(ME, id, AskListener.NONE);

                assertThat(lasting(resumed)).as("killed after step %d", step).isEqualTo(lasting(whole));
                once(id, resumed);
            }
        } finally {
            ready.close();
        }
        assertThat(hall.stoa().counsel().queries().open(ME)).isEmpty();
    }

    private List<Integer> chosen(int steps) {
        List<Integer> all = new ArrayList<>();
        int stride = Math.max(1, steps / KILLS);
        for (int step = stride; step <= steps; step += stride) {
            all.add(step);
        }
        return all;
    }

    private static Map<String, @Nullable Object> lasting(AskAnswer answer) {
        Map<String, @Nullable Object> document = new LinkedHashMap<>(answer.document());
        document.keySet().removeAll(PASSING);
        return document;
    }

    private void once(String id, AskAnswer answer) throws Exception {
        assertThat(hall.rows("SELECT role FROM messages WHERE query_id = '" + id + "' ORDER BY seq"))
                .containsExactly("user", "assistant");
        assertThat(hall.rows("SELECT specialist, round FROM model_runs WHERE query_id = '" + id
                        + "' ORDER BY round, specialist"))
                .hasSize(5)
                .doesNotHaveDuplicates();
        assertThat(hall.rows("SELECT event_type FROM audit_log WHERE conversation_id = '"
                        + answer.query().conversationId() + "'"))
                .containsExactly("query");
        assertThat(hall.rows("SELECT count(*) FROM model_runs WHERE vcg_winner = 1 AND query_id = '" + id + "'"))
                .containsExactly("1");
        assertThat(hall.stoa()
                        .debate()
                        .sessions()
                        .get(String.valueOf(answer.query().debateId()))
                        .row()
                        .idempotencyKey())
                .isEqualTo("ask:" + id);
    }

    @Test
    void twoProcessesAskInOneConversation() throws Exception {
        String conversation = hall.engine()
                .ask(ME, AskProcess.request("first"), AskListener.NONE)
                .query()
                .conversationId();
        try (Child one = AskProcess.start(dialect, folder, hall);
                Child two = AskProcess.start(dialect, folder, hall)) {
            one.expect("started");
            two.expect("started");
            for (int round = 0; round < 3; round++) {
                one.say("one-" + round + " " + conversation + " " + AskProcess.ALL);
                two.say("two-" + round + " " + conversation + " " + AskProcess.ALL);
                one.expect("answered");
                two.expect("answered");
            }
            one.say("end");
            two.say("end");
            one.succeed();
            two.succeed();
        }
        assertThat(hall.rows("SELECT count(*), max(seq) FROM messages WHERE conversation_id = '" + conversation + "'"))
                .containsExactly("14|14");
        assertThat(hall.rows("SELECT count(*) FROM queries WHERE state = 'answered'"))
                .containsExactly("7");
        assertThat(hall.rows("SELECT count(*) FROM audit_log WHERE event_type = 'query'"))
                .containsExactly("7");
        assertThat(hall.rows("SELECT query_count FROM sessions")).containsExactly("7");
        assertThat(hall.rows("SELECT sum(runs) FROM specialist_stats")).containsExactly("21");
    }

    @Test
    void twoProcessesGoOnWithOneAskAndThereIsOneAnswer() throws Exception {
        try (Child one = AskProcess.start(dialect, folder, hall);
                Child two = AskProcess.start(dialect, folder, hall)) {
            one.expect("started");
            two.expect("started");
            one.say("same new 2");
            one.expect("stands");
            two.say("same new " + AskProcess.ALL);
            one.say("go on");
            one.expect("answered");
            two.expect("answered");
        }
        assertThat(hall.rows("SELECT role FROM messages ORDER BY seq")).containsExactly("user", "assistant");
        assertThat(hall.rows("SELECT count(*) FROM audit_log WHERE event_type = 'query'"))
                .containsExactly("1");
        assertThat(hall.rows("SELECT count(*) FROM model_runs")).containsExactly("5");
    }
}
