package dev.stoa.engine.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.stoa.base.ConflictException;
import dev.stoa.debate.rules.teaching.OutboxItem;
import dev.stoa.debate.session.Outbox;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** What the loop does together: rows of one target in one transaction, targets at the same time. */
@OnBothDatabases
class LearningTogetherTest {
    private static final String SESSION = "0197a2b4-0000-7000-8000-0000000000ff";

    @Parameter
    private Dialect dialect;

    @TempDir
    private Path folder;

    private School school;

    @BeforeEach
    void open() {
        school = new School(dialect, folder);
    }

    @AfterEach
    void close() {
        school.close();
    }

    @Test
    void rowsThatAreAppliedInOneTransactionTeachTheSameAsOneByOneAndOnce() {
        String[] sessions = {
            school.taught("Postgres"), school.taught(null), school.taught("Redis"), school.taught("Postgres")
        };
        assertThat(LearningTargets.of(school.stoa).values())
                .filteredOn(BulkTarget.class::isInstance)
                .hasSize(5);
        assertThat(school.loop().run()).isEqualTo(new Learnt(36, 0, 0));
        try (School single = new School(dialect, folder.resolve("single"))) {
            for (String truth : Arrays.asList("Postgres", null, "Redis", "Postgres")) {
                single.taught(truth);
            }
            // They do not show that they can learn many rows at once.
            Map<String, LearningTarget> oneByOne = single.targets(target -> payload -> target.learn(payload));
            assertThat(LearningLoop.of(single.outbox, single.stoa, oneByOne).run())
                    .isEqualTo(new Learnt(36, 0, 0));
            List<Object> learnt = single.state(sessions);
            assertThat(school.state(sessions)).isEqualTo(learnt);

            // As if its process had been killed before the rows were marked.
            school.debates.write(tx -> tx.update("UPDATE debate_outbox SET status = 'pending', done_at = NULL"));
            assertThat(school.loop().run()).isEqualTo(new Learnt(36, 0, 0));
            assertThat(school.state(sessions)).isEqualTo(learnt);
        }
    }

    @Test
    void aRowThatIsRefusedInATransactionOfManyCostsTheOthersNothing() {
        String first = school.taught(null);
        school.put(
                SESSION,
                List.of(
                        new OutboxItem("consensus", SESSION, Map.of("id", SESSION)),
                        new OutboxItem("match", SESSION, Map.of("debate_id", SESSION))));
        String last = school.taught(null);
        assertThat(school.loop().run()).isEqualTo(new Learnt(12, 2, 0));
        assertThat(school.status("consensus", SESSION)).contains("topic");
        assertThat(school.status("match", SESSION)).startsWith("pending 1");
        assertThat(school.stoa.learning().consensus().show(first).conclusion()).isEqualTo("Postgres");
        assertThat(school.stoa.learning().ratings().match(last).participants()).hasSize(4);
    }

    @Test
    void targetsThatNeedNothingOfEachOtherLearnAtTheSameTimeAndEachInTheOrderOfItsRows() {
        List<String> sessions = List.of(school.taught("Postgres"), school.taught(null), school.taught("Redis"));
        CountDownLatch together = new CountDownLatch(2);
        Map<String, List<String>> order = new ConcurrentHashMap<>();
        Map<String, LearningTarget> targets = new LinkedHashMap<>();
        LearningTargets.of(school.stoa)
                .forEach((name, target) -> targets.put(name, payload -> {
                    if (name.equals("match") || name.equals("consensus")) {
                        together.countDown();
                        awaited(together);
                        order.computeIfAbsent(name, key -> new ArrayList<>())
                                .add(payload.text(name.equals("match") ? "debate_id" : "id"));
                    }
                    target.learn(payload);
                }));
        assertThat(LearningLoop.of(school.outbox, school.stoa, targets).run()).isEqualTo(new Learnt(26, 0, 0));
        assertThat(order).containsOnly(Map.entry("match", sessions), Map.entry("consensus", sessions));
    }

    private static void awaited(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS))
                    .as("the other has begun")
                    .isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void anInterruptStopsNoRowThatHasBegunAndStaysSet() {
        school.taught("Postgres");
        Thread loop = Thread.currentThread();
        LearningLoop interrupted = LearningLoop.of(school.outbox, school.stoa, school.targets(target -> payload -> {
            loop.interrupt();
            target.learn(payload);
        }));
        // What is read afterwards may be refused.
        var unused = catchThrowable(interrupted::run);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(school.outbox.counts()).isEqualTo(new Outbox.Counts(0, 10, 0));
    }

    @Test
    void whatStopsTheLoopWhileTargetsLearnTogetherIsThrownAsItIs() {
        school.taught("Postgres");
        LearningLoop loop = LearningLoop.of(school.outbox, school.stoa, school.targets(target -> payload -> {
            // What is needed of earlier rows can be looked up no more.
            school.debates.close();
        }));
        assertThatThrownBy(loop::run)
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("archive debate is closed");
    }
}
