package dev.stoa.engine.provider;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * A running child process, started without a shell, whose output is read while it runs and kept within bounds. It is
 * for one thread, the one that feeds it and waits for it. Hazard: a grandchild that outlives it and holds its pipes
 * costs two daemon threads until it ends.
 */
public final class ChildProgram {
    /** How long a process has between TERM and KILL. */
    public static final Duration GRACE = Duration.ofSeconds(5);

    private static final Duration DRAIN = Duration.ofSeconds(2);

    /**
     * What to start.
     *
     * @param environment the whole environment; nothing of this process is added
     * @param mostOutput bytes kept of stdout, from its beginning
     * @param mostError bytes kept of stderr, from its end
     */
    public record Start(
            List<String> argv, Path directory, Map<String, String> environment, int mostOutput, int mostError) {
        public Start {
            argv = List.copyOf(argv);
            environment = Map.copyOf(environment);
        }
    }

    /** Receives the output of a program while it is written. Called by two threads, one for each stream. */
    @FunctionalInterface
    public interface Tap {
        /** Of these bytes the first {@code length} are new; they are not kept for the caller. */
        void written(boolean error, byte[] bytes, int length);
    }

    private final Process process;
    private final Kept output;
    private final Kept error;
    private final List<Thread> readers;

    private ChildProgram(Process process, Start start, Tap tap) {
        this.process = process;
        this.output = Kept.beginning(start.mostOutput());
        this.error = Kept.end(start.mostError());
        this.readers = List.of(
                reader(process.getInputStream(), output, (bytes, length) -> tap.written(false, bytes, length)),
                reader(process.getErrorStream(), error, (bytes, length) -> tap.written(true, bytes, length)));
    }

    /** Starts it; nothing is on its standard input yet. */
    public static ChildProgram start(Start start) throws IOException {
        return start(start, (error, bytes, length) -> {});
    }

    /** Starts it and passes its output to a listener. */
    public static ChildProgram start(Start start, Tap tap) throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(start.argv()).directory(start.directory().toFile());
        builder.environment().clear();
        builder.environment().putAll(start.environment());
        return new ChildProgram(builder.start(), start, tap);
    }

    /** Its process id. */
    public long pid() {
        return process.pid();
    }

    /** When it started, as far as the system tells. */
    public Instant startedAt() {
        return process.info().startInstant().orElse(Instant.EPOCH);
    }

    /** Writes its whole standard input and closes it, without waiting until it has been read. */
    public void feed(byte[] input) {
        daemon(() -> {
            try (OutputStream stdin = process.getOutputStream()) {
                stdin.write(input);
            } catch (IOException e) {
                // A program may end, or close its input, before it has read all of it.
            }
        });
    }

    /**
     * Waits for its end. When the limit is over, or the waiting thread is interrupted, it and its descendants are ended
     * first.
     */
    public Ended await(Duration limit) throws InterruptedException {
        try {
            boolean inTime = process.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS);
            if (!inTime) {
                stop(GRACE);
            }
            drain();
            return new Ended(inTime ? process.exitValue() : -1, !inTime, output, error);
        } catch (InterruptedException e) {
            stop(GRACE);
            throw e;
        }
    }

    /** Whether it ends within a time. */
    public boolean endsWithin(Duration time) throws InterruptedException {
        return process.waitFor(time.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** How it ended, once it has; what its pipes still hold is read for a short while. */
    public Ended ended(boolean timedOut) throws InterruptedException {
        drain();
        return new Ended(timedOut ? -1 : process.exitValue(), timedOut, output, error);
    }

    /** Ends a process that is not a child of this one, with its descendants. */
    public static void end(ProcessHandle handle, Duration grace) {
        stop(handle, grace);
    }

    /** Ends it and its descendants: TERM, and KILL for those that are still there after the grace. */
    public void stop(Duration grace) {
        stop(process.toHandle(), grace);
    }

    private static void stop(ProcessHandle handle, Duration grace) {
        List<ProcessHandle> tree =
                Stream.concat(Stream.of(handle), handle.descendants()).toList();
        tree.forEach(ProcessHandle::destroy);
        if (!gone(tree, grace)) {
            Stream.concat(tree.stream(), tree.stream().flatMap(ProcessHandle::descendants).toList().stream())
                    .forEach(ProcessHandle::destroyForcibly);
            gone(tree, grace);
        }
    }

    /** Whether all have ended within a time; an interrupt does not shorten it, since they would be left running. */
    private static boolean gone(List<ProcessHandle> tree, Duration within) {
        CompletableFuture<?> all =
                CompletableFuture.allOf(tree.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new));
        boolean interrupted = false;
        long end = System.nanoTime() + within.toNanos();
        try {
            while (true) {
                try {
                    all.get(end - System.nanoTime(), TimeUnit.NANOSECONDS);
                    return true;
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (TimeoutException | ExecutionException e) {
                    return false;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void drain() throws InterruptedException {
        long end = System.nanoTime() + DRAIN.toNanos();
        for (Thread reader : readers) {
            reader.join(Duration.ofNanos(Math.max(1, end - System.nanoTime())));
        }
    }

    @FunctionalInterface
    private interface Piece {
        void read(byte[] bytes, int length);
    }

    private static Thread reader(InputStream from, Kept into, Piece also) {
        return daemon(() -> {
            byte[] piece = new byte[8192];
            try (from) {
                for (int length = from.read(piece); length >= 0; length = from.read(piece)) {
                    into.add(piece, length);
                    also.read(piece, length);
                }
            } catch (IOException e) {
                // The pipe is gone with its process; what was read is kept.
            }
        });
    }

    private static Thread daemon(Runnable work) {
        // Platform threads: reading a pipe would hold the carrier of a virtual one.
        return Thread.ofPlatform().daemon().name("stoa-child").start(work);
    }

    /** How a program ended. Immutable, except that a grandchild may still add to what is kept until it is read. */
    public static final class Ended {
        private final int exit;
        private final boolean timedOut;
        private final Kept output;
        private final Kept error;

        private Ended(int exit, boolean timedOut, Kept output, Kept error) {
            this.exit = exit;
            this.timedOut = timedOut;
            this.output = output;
            this.error = error;
        }

        /** The exit code; -1 if it was ended because of its time. */
        public int exit() {
            return exit;
        }

        public boolean timedOut() {
            return timedOut;
        }

        /** The beginning of stdout. */
        public byte[] output() {
            return output.bytes();
        }

        /** The end of stderr. */
        public byte[] error() {
            return error.bytes();
        }

        /** Whether stdout or stderr was longer than what is kept. */
        public boolean truncated() {
            return output.cut() || error.cut();
        }

        boolean outputTruncated() {
            return output.cut();
        }
    }
}
