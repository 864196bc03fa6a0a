package dev.stoa.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
@EnabledOnOs({OS.LINUX, OS.MAC})
class ChildProcessTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    private final BlockingQueue<String> told = new LinkedBlockingQueue<>();

    @Test
    void itHasItsInputItsFolderAndOnlyItsOwnEnvironment() throws Exception {
        ChildProcess child = ChildProcess.start(start("cat; pwd; /usr/bin/env", Map.of("COLOUR", "blue")));
        assertThat(child.startedAt()).isAfter(Instant.EPOCH);
        assertThat(child.pid()).isEqualTo(child.handle().pid());
        child.feed("given\n".getBytes(UTF_8));

        ChildProcess.Ended ended = child.await(LONG);

        assertThat(ended.exit()).isZero();
        assertThat(new String(ended.output(), UTF_8).lines())
                .contains("given", folder.toRealPath().toString(), "COLOUR=blue")
                .noneMatch(line -> line.startsWith("PATH=") || line.startsWith("HOME="));
    }

    @Test
    void ofOutputTheBeginningIsKeptAndOfErrorsTheEnd() throws Exception {
        ChildProcess child = ChildProcess.start(new ChildProcess.Start(
                List.of("/bin/sh", "-c", "printf 123456; printf abcdef >&2; exit 3"),
                folder,
                Map.of(),
                BoundedBuffer.beginning(4),
                BoundedBuffer.end(4)));

        ChildProcess.Ended ended = child.await(LONG);

        assertThat(ended.exit()).isEqualTo(3);
        assertThat(ended.output()).isEqualTo("1234".getBytes(UTF_8));
        assertThat(ended.error()).isEqualTo("cdef".getBytes(UTF_8));
        assertThat(ended.truncated()).isTrue();
        assertThat(ended.outputTruncated()).isTrue();
        assertThat(ended.timedOut()).isFalse();
    }

    @Test
    void oneBufferTakesBothStreamsInTheOrderInWhichTheyAreWritten() throws Exception {
        BoundedBuffer both = BoundedBuffer.beginning(100);
        ChildProcess.start(new ChildProcess.Start(
                        List.of("/bin/sh", "-c", "echo a; echo b >&2; echo c"), folder, Map.of(), both, both))
                .await(LONG);

        assertThat(both.text()).isEqualTo("a\nb\nc\n");
    }

    @Test
    void moreThanAPipeHoldsBlocksNeitherSide() throws Exception {
        byte[] much = new byte[3 << 20];
        ChildProcess child = ChildProcess.start(start("cat", Map.of()));
        child.feed(much);

        ChildProcess.Ended ended = child.await(LONG);

        assertThat(ended.exit()).isZero();
        assertThat(ended.outputTruncated()).isTrue();
    }

    @Test
    void aProgramThatReadsNothingMayEnd() throws Exception {
        ChildProcess child = ChildProcess.start(start("exit 0", Map.of()));
        child.feed(new byte[3 << 20]);

        assertThat(child.await(LONG).exit()).isZero();
    }

    @Test
    void whenItsTimeIsOverItAndItsChildrenAreEnded() throws Exception {
        ChildProcess child = listened("/bin/sleep 600 & echo $!; wait");
        ProcessHandle below = pid();

        ChildProcess.Ended ended = child.await(Duration.ofMillis(1));

        assertThat(ended.timedOut()).isTrue();
        assertThat(ended.exit()).isEqualTo(-1);
        assertThat(below.isAlive()).isFalse();
        assertThat(child.handle().isAlive()).isFalse();
    }

    @Test
    void whatIgnoresTermIsKilledAfterTheGrace() throws Exception {
        ChildProcess child = listened("trap '' TERM; echo $$; while :; do /bin/sleep 600; done");
        ProcessHandle self = pid();

        child.stop(Duration.ofMillis(200));

        assertThat(self.isAlive()).isFalse();
    }

    @Test
    void aKilledProcessIsGoneWithItsChildren() throws Exception {
        ChildProcess child = listened("trap '' TERM; /bin/sleep 600 & echo $!; wait; wait");
        ProcessHandle below = pid();

        child.kill();

        below.onExit().get(60, TimeUnit.SECONDS);
        assertThat(child.exit()).isEqualTo(137);
    }

    @Test
    void anInterruptedWaitEndsItFirst() throws Exception {
        ChildProcess child = listened("echo $$; exec /bin/sleep 600");
        ProcessHandle self = pid();
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> child.await(LONG)).isInstanceOf(InterruptedException.class);

        // Stopping it waits for its end, and leaves an interrupt that came meanwhile to be seen.
        assertThat(self.isAlive()).isFalse();
    }

    @Test
    void aProcessThatIsNoChildOfThisOneIsEndedToo() throws Exception {
        ChildProcess child = listened("(trap '' HUP; exec /bin/sleep 600) >&- 2>&- & echo $!");
        ProcessHandle orphan = pid();
        assertThat(child.await(LONG).exit()).isZero();
        assertThat(orphan.isAlive()).isTrue();

        ChildProcess.stop(orphan, ChildProcess.GRACE);

        assertThat(orphan.isAlive()).isFalse();
    }

    @Test
    void theListenerHearsThatBothStreamsHaveEnded() throws Exception {
        ChildProcess child = ChildProcess.start(start("echo said", Map.of()), new ChildProcess.Tap() {
            @Override
            public void written(boolean error, byte[] bytes, int length) {
                told.add(error + " " + new String(bytes, 0, length, UTF_8).strip());
            }

            @Override
            public void ended(boolean error) {
                told.add(error + " ended");
            }
        });

        child.await(LONG);

        assertThat(told).containsExactlyInAnyOrder("false said", "false ended", "true ended");
    }

    @Test
    void whatCannotBeStartedSaysSo() {
        assertThatThrownBy(() -> ChildProcess.start(new ChildProcess.Start(
                        List.of(folder.resolve("none").toString()),
                        folder,
                        Map.of(),
                        BoundedBuffer.beginning(1),
                        BoundedBuffer.end(1))))
                .isInstanceOf(IOException.class);
    }

    private ChildProcess.Start start(String script, Map<String, String> environment) {
        return new ChildProcess.Start(
                List.of("/bin/sh", "-c", script),
                folder,
                environment,
                BoundedBuffer.beginning(10_000),
                BoundedBuffer.end(10_000));
    }

    private ChildProcess listened(String script) throws IOException {
        return ChildProcess.start(
                start(script, Map.of()), (error, bytes, length) -> told.add(new String(bytes, 0, length, UTF_8)));
    }

    /** The process that the script has named first. */
    private ProcessHandle pid() throws InterruptedException {
        String line = Objects.requireNonNull(told.poll(60, TimeUnit.SECONDS), "it has named nothing");
        return ProcessHandle.of(Long.parseLong(line.strip())).orElseThrow();
    }
}
