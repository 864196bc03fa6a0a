package dev.stoa.process;

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
public final class ChildProcess {
    /** How long a process has between TERM and KILL. */
    public static final Duration GRACE = Duration.ofSeconds(5);

    private static final Duration DRAIN = Duration.ofSeconds(2);

    /**
     * What to start.
     *
     * @param environment the whole environment; nothing of this process is added
     * @param output takes stdout
     * @param error takes stderr; if it is the same buffer, both streams go there in the order in which they are written
     */
    public record Start(
            List<String> argv,
            Path directory,
            Map<String, String> environment,
            BoundedBuffer output,
            BoundedBuffer error) {
        public Start {
            argv = List.copyOf(argv);
            environment = Map.copyOf(environment);
        }
    }

    /** Receives the output of a process while it is written. Called by two threads, one for each stream. */
    @FunctionalInterface
    public interface Tap {
        /** Ignores everything. */
        Tap NONE = (error, bytes, length) -> {};

        /** Of these bytes the first {@code length} are new; they are not kept for the caller. */
        void written(boolean error, byte[] bytes, int length);

        /** A stream has ended; nothing more comes from it. */
        default void ended(boolean error) {}
    }

    private final Process process;
    private final BoundedBuffer output;
    private final BoundedBuffer error;
    private final List<Thread> readers;

    private ChildProcess(Process process, Start start, Tap tap) {
        this.process = process;
        this.output = start.output();
        this.error = start.error();
        this.readers = List.of(
                reader(process.getInputStream(), output, false, tap),
                reader(process.getErrorStream(), error, true, tap));
    }

    /** Starts it; nothing is on its standard input yet. */
    public static ChildProcess start(Start start) throws IOException {
        return start(start, Tap.NONE);
    }

    /** Starts it and passes its output to a listener. */
    public static ChildProcess start(Start start, Tap tap) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(start.argv())
                .directory(start.directory().toFile())
                .redirectErrorStream(start.output() == start.error());
        builder.environment().clear();
        builder.environment().putAll(start.environment());
        return new ChildProcess(builder.start(), start, tap);
    }

    /** Its process id. */
    public long pid() {
        return process.pid();
    }

    /** When it started, as far as the system tells. */
    public Instant startedAt() {
        return process.info().startInstant().orElse(Instant.EPOCH);
    }

    /** The process itself, to look at what it has started. */
    public ProcessHandle handle() {
        return process.toHandle();
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
            boolean inTime = endsWithin(limit);
            if (!inTime) {
                stop(GRACE);
            }
            return ended(!inTime);
        } catch (InterruptedException e) {
            stop(GRACE);
            throw e;
        }
    }

    /** Whether it ends within a time. */
    public boolean endsWithin(Duration time) throws InterruptedException {
        return process.waitFor(Math.max(0, time.toNanos()), TimeUnit.NANOSECONDS);
    }

    /** How it ended, once it has; what its pipes still hold is read for a short while. */
    public Ended ended(boolean timedOut) throws InterruptedException {
        long end = System.nanoTime() + DRAIN.toNanos();
        for (Thread reader : readers) {
            reader.join(Duration.ofNanos(Math.max(1, end - System.nanoTime())));
        }
        return new Ended(timedOut ? -1 : process.exitValue(), timedOut, output, error);
    }

    /** Its exit status, once it has ended. */
    public int exit() {
        return process.exitValue();
    }

    /** Ends it and its descendants: TERM, and KILL for those that are still there after the grace. */
    public void stop(Duration grace) {
        stop(process.toHandle(), grace);
    }

    /** Ends a process that need not be a child of this one, with its descendants, in the same way. */
    public static void stop(ProcessHandle handle, Duration grace) {
        List<ProcessHandle> tree =
                Stream.concat(Stream.of(handle), handle.descendants()).toList();
        tree.forEach(ProcessHandle::destroy);
        if (!gone(tree, grace)) {
            Stream.concat(tree.stream(), tree.stream().flatMap(ProcessHandle::descendants).toList().stream())
                    .forEach(ProcessHandle::destroyForcibly);
            gone(tree, grace);
        }
    }

    /** Ends it and its descendants at once, waits until it is gone and closes its pipes, read or not. */
    public void kill() {
        List<ProcessHandle> below = process.descendants().toList();
        process.destroyForcibly();
        below.forEach(ProcessHandle::destroyForcibly);
        process.onExit().join();
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

    /** Reads to the end, also what is not kept, so that the process never waits for a reader. */
    private static Thread reader(InputStream from, BoundedBuffer into, boolean error, Tap tap) {
        return daemon(() -> {
            byte[] piece = new byte[8192];
            try (from) {
                for (int length = from.read(piece); length >= 0; length = from.read(piece)) {
                    into.add(piece, length);
                    tap.written(error, piece, length);
                }
            } catch (IOException e) {
                // The pipe is gone with its process; what was read is kept.
            } finally {
                tap.ended(error);
            }
        });
    }

    private static Thread daemon(Runnable work) {
        // Platform threads: reading a pipe would hold the carrier of a virtual one.
        return Thread.ofPlatform().daemon().name("stoa-child").start(work);
    }

    /** How a process ended. Immutable, except that a grandchild may still add to what is kept until it is read. */
    public static final class Ended {
        private final int exit;
        private final boolean timedOut;
        private final BoundedBuffer output;
        private final BoundedBuffer error;

        private Ended(int exit, boolean timedOut, BoundedBuffer output, BoundedBuffer error) {
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

        /** What is kept of stdout. */
        public byte[] output() {
            return output.bytes();
        }

        /** What is kept of stderr. */
        public byte[] error() {
            return error.bytes();
        }

        /** Whether stdout or stderr was longer than what is kept. */
        public boolean truncated() {
            return output.isCut() || error.isCut();
        }

        /** Whether stdout was. */
        public boolean outputTruncated() {
            return output.isCut();
        }
    }
}
