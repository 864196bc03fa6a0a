package dev.stoa.society.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.Principal;
import dev.stoa.society.Town;
import dev.stoa.society.TownFixture;
import dev.stoa.storage.crash.Child;
import dev.stoa.testing.OnBothDatabases;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many claim at once, and each piece of work is one's alone. */
@OnBothDatabases
@Timeout(120)
class LedgerRaceTest extends TownFixture {
    private static final int THREADS = 64;
    private static final int PROCESSES = 4;

    @BeforeEach
    void open() {
        town.agent("ana");
    }

    private List<String> add(int number) {
        Tasks tasks = town.tasks();
        return IntStream.range(0, number)
                .mapToObj(i ->
                        tasks.add(Town.HUMAN, WorkDraft.of("work " + i)).value().id())
                .toList();
    }

    @Test
    void sixtyFourThreadsGetDistinctWork() throws Exception {
        List<String> added = add(THREADS * 3);
        Tasks tasks = town.tasks();
        Queue<String> got = new ConcurrentLinkedQueue<>();
        Queue<Throwable> wrong = new ConcurrentLinkedQueue<>();
        CountDownLatch go = new CountDownLatch(1);
        List<Thread> threads = IntStream.range(0, THREADS)
                .mapToObj(i -> Thread.ofPlatform().start(() -> {
                    try {
                        go.await();
                        for (int turn = 0; turn < 3; turn++) {
                            got.add(tasks.claimNext(Principal.as("ana"), Duration.ofMinutes(1))
                                    .orElseThrow()
                                    .task()
                                    .id());
                        }
                    } catch (Throwable e) {
                        wrong.add(e);
                    }
                }))
                .toList();
        go.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(wrong).isEmpty();
        assertThat(got).containsExactlyInAnyOrderElementsOf(added);
        assertThat(tasks.claimNext(Principal.as("ana"), Duration.ofMinutes(1))).isEmpty();
        assertThat(town.value("SELECT count(*) FROM tasks WHERE lease_token = 1 AND attempt = 1"))
                .isEqualTo(Integer.toString(added.size()));
    }

    @Test
    void fourProcessesGetDistinctWork() {
        List<String> added = add(200);
        List<Child> children = new ArrayList<>();
        try {
            for (int i = 0; i < PROCESSES; i++) {
                children.add(Child.start(LedgerProcess.class, dialect, town.where()));
            }
            children.forEach(child -> child.expect("ready"));
            children.forEach(child -> child.say("go"));
            List<String> got = new ArrayList<>();
            for (Child child : children) {
                List<String> said = child.rest();
                assertThat(said).last().as(child::complaints).isEqualTo("end");
                said.stream().filter(line -> line.startsWith("got ")).forEach(line -> got.add(line.substring(4)));
            }
            assertThat(got).containsExactlyInAnyOrderElementsOf(added);
        } finally {
            children.forEach(Child::close);
        }
    }
}
