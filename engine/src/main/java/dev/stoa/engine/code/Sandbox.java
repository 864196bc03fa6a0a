package dev.stoa.engine.code;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.stoa.base.UnavailableException;
import dev.stoa.process.BoundedBuffer;
import dev.stoa.process.ChildProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Runs an untrusted program in a folder of its own, within bounds. Immutable, safe from any thread. How well it
 * is shut in depends on the {@link Confinement} that the system allows; it inherits no open file and of the environment
 * only PATH and LANG. It needs {@code /bin/sh}: there is no Windows form.
 */
final class Sandbox {
    private static final Duration POLL = Duration.ofMillis(10);
    /** Looking through all processes and files costs more than looking at one. */
    private static final int TREE_EVERY = 4;

    private static final int FOLDER_EVERY = 10;
    /** What the shell answers for a process that the kernel ended for its processor time (SIGXCPU). */
    private static final int CPU_SIGNAL = 128 + 24;

    private final Confinement confinement;
    private final List<Path> hidden;

    Sandbox(Confinement confinement, List<Path> hidden) {
        this.confinement = confinement;
        this.hidden = List.copyOf(hidden);
    }

    /** Which of its times was over. */
    enum Late {
        /** The clock: that says nothing about the program. */
        CLOCK("the clock ran out"),
        /** The processor time. */
        CPU("its processor time was over");

        private final String words;

        Late(String words) {
            this.words = words;
        }
    }

    /** Asked every few milliseconds whether to end a program. */
    interface Overdue {
        /** Which time is over; null if none. */
        @Nullable
        Late late(long cpuNanos);
    }

    /**
     * What to run.
     *
     * @param time on the clock
     * @param cpu processor time
     * @param shown files and folders it may read beside those of the system
     * @param memory whether to bound the address space; a Java machine bounds its own heap and needs more addresses
     */
    record Request(
            List<String> argv,
            Path folder,
            RunLimits limits,
            Duration time,
            Duration cpu,
            boolean memory,
            String input,
            BoundedBuffer output,
            BoundedBuffer errors,
            Overdue overdue,
            List<Path> shown) {
        static Request of(List<String> argv, Path folder, RunLimits limits) {
            BoundedBuffer output = BoundedBuffer.beginning(limits.outputBytes());
            return new Request(
                    argv,
                    folder,
                    limits,
                    limits.testClock(),
                    limits.test(),
                    true,
                    "",
                    output,
                    output,
                    cpu -> null,
                    Programs.homeOf(argv.get(0)));
        }

        Request boundingMemory(boolean bound) {
            return new Request(argv, folder, limits, time, cpu, bound, input, output, errors, overdue, shown);
        }

        Request within(Duration newTime, Duration newCpu, Overdue newOverdue) {
            return new Request(argv, folder, limits, newTime, newCpu, memory, input, output, errors, newOverdue, shown);
        }

        Request reading(String newInput) {
            return new Request(argv, folder, limits, time, cpu, memory, newInput, output, errors, overdue, shown);
        }

        /** Where what it prints goes; if both are one, both streams go there as they come. */
        Request printing(BoundedBuffer newOutput, BoundedBuffer newErrors) {
            return new Request(argv, folder, limits, time, cpu, memory, input, newOutput, newErrors, overdue, shown);
        }

        /** With more to read: what a person named, never what an agent did. */
        Request showing(List<Path> more) {
            List<Path> all = new ArrayList<>(shown);
            all.addAll(more);
            return new Request(argv, folder, limits, time, cpu, memory, input, output, errors, overdue, all);
        }
    }

    /**
     * How it ended.
     *
     * @param exit its status, 128 and the number of the signal if a signal ended it
     * @param killed why it was ended, if it was not by itself
     * @param late the time that was over, if that is why
     * @param cpuMs processor time as far as it was seen
     */
    record Ending(
            int exit, @Nullable String killed, @Nullable Late late, long ms, long cpuMs) {}

    /** What was seen while it ran. */
    private static final class Watch {
        private long cpuNanos;
        private @Nullable Late late;
    }

    /** Runs a program to its end, and ends it, with all it has started, if it goes beyond its bounds. */
    Ending run(Request request) {
        long start = System.nanoTime();
        ChildProcess process = start(request);
        ProcessTree tree = new ProcessTree(process, request.folder(), confinement.endsTogether());
        process.feed(request.input().getBytes(UTF_8));
        try {
            Watch seen = new Watch();
            String killed;
            try {
                killed = watch(request, process, tree, start, seen);
            } finally {
                tree.kill();
            }
            int exit = process.ended(false).exit();
            if (killed == null && exit == CPU_SIGNAL) {
                seen.late = Late.CPU;
                killed = Late.CPU.words;
            }
            return new Ending(
                    exit, killed, seen.late, (System.nanoTime() - start) / 1_000_000, seen.cpuNanos / 1_000_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UnavailableException("interrupted", "the run of the code was interrupted", "run it again", e);
        }
    }

    private static @Nullable String watch(
            Request request, ChildProcess process, ProcessTree tree, long start, Watch seen)
            throws InterruptedException {
        RunLimits limits = request.limits();
        for (int round = 1; !process.endsWithin(POLL); round++) {
            tree.begun();
            if (round % TREE_EVERY == 0) {
                if (tree.count() > limits.processes()) {
                    return "it had more than " + limits.processes() + " processes";
                }
                seen.cpuNanos = Math.max(seen.cpuNanos, tree.cpuNanos());
            }
            // What one test used up is asked first: it says more than that the whole has no time left.
            seen.late = request.overdue().late(seen.cpuNanos);
            if (seen.late == null && seen.cpuNanos > request.cpu().toNanos()) {
                seen.late = Late.CPU;
            } else if (seen.late == null
                    && System.nanoTime() - start > request.time().toNanos()) {
                seen.late = Late.CLOCK;
            }
            if (seen.late != null) {
                return seen.late.words;
            }
            if (round % FOLDER_EVERY == 0 && WorkFolder.exceeds(request.folder(), limits.folderMib() * 1_048_576L)) {
                return "it wrote more than " + limits.folderMib() + " MiB or 10,000 files";
            }
        }
        return null;
    }

    private ChildProcess start(Request request) {
        String folder = request.folder().toString();
        Map<String, String> environment = Map.of(
                "PATH",
                Objects.requireNonNullElse(System.getenv("PATH"), "/usr/local/bin:/usr/bin:/bin"),
                "LANG",
                Objects.requireNonNullElse(System.getenv("LANG"), "C.UTF-8"),
                "HOME",
                folder,
                "TMPDIR",
                folder);
        try {
            return ChildProcess.start(new ChildProcess.Start(
                    confinement.command(request.folder(), hidden, request),
                    request.folder(),
                    environment,
                    request.output(),
                    request.errors()));
        } catch (IOException e) {
            throw new UnavailableException(
                    "no_shell", "a child process cannot be started: " + e.getMessage(), "install /bin/sh", e);
        }
    }
}
