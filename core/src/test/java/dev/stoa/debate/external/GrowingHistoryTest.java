package dev.stoa.debate.external;

import static dev.stoa.debate.external.ExternalFixture.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.debate.DebateEvents;
import dev.stoa.debate.proof.Replay;
import dev.stoa.debate.proof.StateReport;
import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.record.CheckResult.TestVerdict;
import dev.stoa.debate.rules.reply.ReplyKind;
import dev.stoa.debate.session.DebateEvent;
import dev.stoa.debate.session.EventChain;
import dev.stoa.json.Json;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** How a debate stood after each event, asked while it goes on. */
@OnBothDatabases
class GrowingHistoryTest {
    private static final List<String> AGENTS = List.of("ana", "bo", "cy");
    private static final List<String> ANSWERS = List.of("Postgres", "Redis", "Files", "redis!");

    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    /** How a debate stood after each of its events, read from the first one on. */
    private static List<StateReport> fresh(ExternalFixture ground, String session) {
        Replay reader = Replay.over(ground.archive);
        return states(reader, session, ground.kinds(session).size());
    }

    private static List<StateReport> states(Replay reader, String session, int events) {
        return IntStream.rangeClosed(1, events)
                .mapToObj(seq -> reader.stateAt(session, seq))
                .toList();
    }

    /** Says one thing or several; every now and then a program. */
    private static void say(ExternalSession session, Random random, int step) {
        int more = 1 + random.nextInt(3);
        List<ExternalTurn> portion = new ArrayList<>();
        for (int i = 0; i < more; i++) {
            String answer = ANSWERS.get(random.nextInt(ANSWERS.size()));
            String agent = AGENTS.get((step + i) % AGENTS.size());
            ExternalTurn turn = step == 1
                    ? ExternalTurn.of(1, Phase.PROPOSAL, agent)
                    : ExternalTurn.of(2, Phase.CRITIQUE, agent).at(0, step);
            portion.add(turn.content("I say: " + answer).answer(answer, 0.5 + random.nextInt(5) / 10.0));
        }
        session.turns(portion);
    }

    private static void program(ExternalSession session, Random random, int step) {
        ExternalTurn draft = ExternalTurn.of(1, Phase.SELF_EVOLVEMENT, "ana");
        String code = "line " + step + "\n";
        ExternalTurn turn = step == 1
                ? draft.code(code, 0.5)
                : draft.at(0, step)
                        .content(code)
                        .parsed(
                                ReplyKind.POSITION,
                                Map.of(
                                        "code",
                                        code,
                                        "confidence",
                                        0.5,
                                        "reflection",
                                        Map.of("root_cause", "b", "change", "c")));
        session.version(ExternalVersion.of(turn)
                .results(List.of(new TestVerdict("t", random.nextBoolean() ? "passed" : "failed", 1, null))));
    }

    @Test
    void whatIsReadBehindTheKnownEventsGivesTheSameAsReadingAll() {
        Random random = new Random(11);
        try (ExternalFixture ground = new ExternalFixture(dialect, folder)) {
            Replay kept = Replay.over(ground.archive);
            for (int debate = 0; debate < 4; debate++) {
                boolean code = debate % 2 == 1;
                ExternalSession session = ground.start(
                        code
                                ? request()
                                        .set(
                                                "code",
                                                Map.of(
                                                        "language",
                                                        "java",
                                                        "tests",
                                                        List.of(Map.of("name", "t", "body", "assert"))))
                                : request());
                String id = session.session();
                int steps = 3 + random.nextInt(4);
                for (int step = 1; step <= steps; step++) {
                    if (code) {
                        program(session, random, step);
                    } else {
                        say(session, random, step);
                    }
                    List<StateReport> all = fresh(ground, id);
                    assertThat(states(kept, id, all.size())).isEqualTo(all);
                }
                if (code) {
                    session.turn(ExternalTurn.of(1, Phase.SELF_EVOLVEMENT, "bo")
                            .content("B")
                            .option("B", 0.5));
                }
                session.finish();
                List<StateReport> all = fresh(ground, id);
                assertThat(states(kept, id, all.size())).isEqualTo(all);
            }
        }
    }

    /** A turn behind those of the fixture. */
    private static ExternalTurn further() {
        return ExternalTurn.of(2, Phase.CRITIQUE, "bo")
                .at(0, 2)
                .content("I say: Redis")
                .answer("Redis", 0.6);
    }

    @Test
    void aStepAfterFurtherEventsReadsNoEarlierOne() {
        try (ExternalFixture ground = new ExternalFixture(dialect, folder)) {
            ExternalSession session = ground.start(request());
            String id = session.session();
            ground.hold(session);
            Replay kept = Replay.over(ground.archive);
            int events = ground.kinds(id).size();
            List<StateReport> before = states(kept, id, events);

            // What is gone can be read by none, and the proof tells of it.
            ground.tampered(id, "DELETE FROM debate_turns WHERE turn_seq < 7");
            assertThat(ground.tampered(id, "DELETE FROM debate_events WHERE seq <= " + events)
                            .ok())
                    .isFalse();
            assertThat(kept.replay(id).ok()).isFalse();
            session.turn(further());

            int now = events + ground.kinds(id).size();
            List<StateReport> after = states(kept, id, now);
            assertThat(now).isGreaterThan(events);
            assertThat(after.getLast().turns()).isEqualTo(7);
            for (int i = 0; i < events; i++) {
                assertThat(after.get(i))
                        .usingRecursiveComparison()
                        .ignoringFields("events")
                        .isEqualTo(before.get(i));
            }
            // A reader who knows nothing of it has to read what is not there any more.
            assertThatThrownBy(() -> fresh(ground, id)).isInstanceOf(RuntimeException.class);
        }
    }

    @Test
    void aRecordWhoseEventsWereReplacedIsReadFromItsBeginning() {
        try (ExternalFixture ground = new ExternalFixture(dialect, folder)) {
            for (boolean grown : List.of(false, true)) {
                ExternalSession session = ground.start(request());
                String id = session.session();
                ground.hold(session);
                Replay kept = Replay.over(ground.archive);
                int events = ground.kinds(id).size();
                states(kept, id, events);
                if (grown) {
                    session.turn(further());
                }

                rewrite(ground, id);

                List<StateReport> all = fresh(ground, id);
                assertThat(all.get(4).kind()).isEqualTo("runner_changed");
                assertThat(states(kept, id, all.size())).isEqualTo(all);
            }
        }
    }

    /** Gives an early event another kind, and every later one the hash that it has then. */
    private static void rewrite(ExternalFixture ground, String id) {
        List<DebateEvent> events = DebateEvents.over(ground.archive).all(id);
        Map<Long, DebateEvent> changed = new LinkedHashMap<>();
        String before = EventChain.genesis(id);
        for (DebateEvent event : events) {
            boolean other = event.seq() == 5;
            String kind = other ? "runner_changed" : event.kind();
            Map<String, @Nullable Object> data = other ? Json.object("runner", "other") : event.data();
            String hash = EventChain.next(before, id, event.seq(), kind, data, event.at());
            changed.put(event.seq(), new DebateEvent(id, event.seq(), kind, data, event.at(), before, hash));
            before = hash;
        }
        String head = before;
        ground.tampered(id, "UPDATE debate_sessions SET chain_head = '" + head + "' WHERE id = '" + id + "'");
        ground.archive.write(tx -> {
            changed.values()
                    .forEach(event -> tx.update(
                            "UPDATE debate_events SET kind = ?, data = ?, prev_hash = ?, hash = ? WHERE session_id = ?"
                                    + " AND seq = ?",
                            event.kind(),
                            Json.write(event.data()),
                            event.prevHash(),
                            event.hash(),
                            id,
                            event.seq()));
            return 0;
        });
    }

    @Test
    void severalReadersSeeTheSameWhileItGoesOn() throws Exception {
        try (ExternalFixture ground = new ExternalFixture(dialect, folder);
                ExecutorService readers = Executors.newFixedThreadPool(4)) {
            ExternalSession session = ground.start(request());
            String id = session.session();
            Replay kept = Replay.over(ground.archive);
            Random random = new Random(3);
            for (int step = 1; step <= 10; step++) {
                say(session, random, step);
                int events = ground.kinds(id).size();
                List<StateReport> all = fresh(ground, id);
                Callable<List<StateReport>> reading = () -> states(kept, id, events);
                for (Future<List<StateReport>> read : readers.invokeAll(List.of(reading, reading, reading, reading))) {
                    assertThat(read.get()).isEqualTo(all);
                }
            }
        }
    }
}
