package dev.stoa.learning.proof;

import dev.stoa.process.BoundedBuffer;
import dev.stoa.process.ChildProcess;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A prover in a process of its own, in an empty folder and with an empty environment, read line by line. Used by one
 * thread. Closing it kills its process tree and removes its folder.
 */
final class ProverProcess implements AutoCloseable {
    private final ChildProcess process;
    private final Lines lines;
    private final Path folder;

    private ProverProcess(ChildProcess process, Lines lines, Path folder) {
        this.process = process;
        this.lines = lines;
        this.folder = folder;
    }

    /** Makes the command line, given the folder in which it will run. */
    interface Command {
        List<String> in(Path folder);
    }

    /** Starts a program and gives it the text as standard input; it may read it or not. */
    static ProverProcess start(Command command, String input) throws IOException {
        Path folder = Files.createTempDirectory("stoa-proof");
        try {
            // What it says is only passed on: a prover may say more than fits.
            BoundedBuffer nothing = BoundedBuffer.beginning(0);
            Lines lines = new Lines();
            ChildProcess process = ChildProcess.start(
                    new ChildProcess.Start(command.in(folder), folder, environment(), nothing, nothing), lines);
            process.feed(input.getBytes(StandardCharsets.UTF_8));
            return new ProverProcess(process, lines, folder);
        } catch (IOException | RuntimeException e) {
            delete(folder);
            throw e;
        }
    }

    private static Map<String, String> environment() {
        // Without it no Windows program finds its system libraries.
        String windows = System.getenv("SystemRoot");
        return windows == null ? Map.of() : Map.of("SystemRoot", windows);
    }

    /** The next line; empty if it has ended or the time is over, which {@link #hasEnded} tells apart. */
    Optional<String> line(Duration limit) throws InterruptedException {
        return lines.next(limit);
    }

    /** Whether it has said all it will. */
    boolean hasEnded() {
        return lines.ended;
    }

    /** Its exit code, if it exits in time. */
    Optional<Integer> exit(Duration limit) throws InterruptedException {
        return process.endsWithin(limit) ? Optional.of(process.exit()) : Optional.empty();
    }

    @Override
    public void close() {
        process.kill();
        delete(folder);
    }

    private static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            // What is left is in the system's temporary folder, which the system empties.
        }
    }

    /** The lines of the first mebibyte that a process writes. One thread writes and another reads. */
    private static final class Lines implements ChildProcess.Tap {
        private static final int MOST_BYTES = 1 << 20;
        private static final String END = "\u0000end";

        private final BlockingQueue<String> queue = new LinkedBlockingQueue<>();
        private final ByteArrayOutputStream line = new ByteArrayOutputStream();
        private int left = MOST_BYTES;
        private boolean ended;

        @Override
        public void written(boolean error, byte[] bytes, int length) {
            int taken = Math.min(left, length);
            left -= taken;
            for (int i = 0; i < taken; i++) {
                // No other character of UTF-8 has this byte.
                if (bytes[i] == '\n') {
                    queue.add(line.toString(StandardCharsets.UTF_8));
                    line.reset();
                } else {
                    line.write(bytes[i]);
                }
            }
        }

        @Override
        public void ended(boolean error) {
            // Both streams are one; the second pipe is empty and may end at any time.
            if (!error) {
                if (line.size() > 0) {
                    queue.add(line.toString(StandardCharsets.UTF_8));
                }
                queue.add(END);
            }
        }

        Optional<String> next(Duration limit) throws InterruptedException {
            if (ended) {
                return Optional.empty();
            }
            String next = queue.poll(Math.max(0, limit.toNanos()), TimeUnit.NANOSECONDS);
            ended = END.equals(next);
            return ended ? Optional.empty() : Optional.ofNullable(next);
        }
    }
}
