package dev.stoa.engine.code;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.stoa.base.UnavailableException;
import dev.stoa.process.BoundedBuffer;
import dev.stoa.process.ChildProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
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
    private static final String TIME = "its time was over";

    private final Confinement confinement;
    private final List<Path> hidden;

    Sandbox(Confinement confinement, List<Path> hidden) {
        this.confinement = confinement;
        this.hidden = List.copyOf(hidden);
    }

    /**
     * What to run.
     *
     * @param memory whether to bound the address space; a Java machine bounds its own heap and needs more addresses
     * @param overdue asked every few milliseconds whether to end it
     */
    record Request(
            List<String> argv,
            Path folder,
            RunLimits limits,
            Duration time,
            boolean memory,
            String input,
            BoundedBuffer output,
            BoundedBuffer errors,
            Supplier<Boolean> overdue) {
        static Request of(List<String> argv, Path folder, RunLimits limits) {
            BoundedBuffer output = BoundedBuffer.beginning(limits.outputBytes());
            return new Request(argv, folder, limits, limits.test(), true, "", output, output, () -> false);
        }

        Request boundingMemory(boolean bound) {
            return new Request(argv, folder, limits, time, bound, input, output, errors, overdue);
        }

        Request within(Duration newTime, Supplier<Boolean> newOverdue) {
            return new Request(argv, folder, limits, newTime, memory, input, output, errors, newOverdue);
        }

        Request reading(String newInput) {
            return new Request(argv, folder, limits, time, memory, newInput, output, errors, overdue);
        }

        /** Where what it prints goes; if both are one, both streams go there as they come. */
        Request printing(BoundedBuffer newOutput, BoundedBuffer newErrors) {
            return new Request(argv, folder, limits, time, memory, input, newOutput, newErrors, overdue);
        }

        Path program() {
            return Path.of(argv.get(0));
        }
    }

    /**
     * How it ended.
     *
     * @param exit its status, 128 and the number of the signal if a signal ended it
     * @param killed why it was ended, if it was not by itself
     */
    record Ending(int exit, @Nullable String killed, boolean late, long ms) {}

    /** Runs a program to its end, and ends it, with all it has started, if it goes beyond its bounds. */
    Ending run(Request request) {
        long start = System.nanoTime();
        ChildProcess process = start(request);
        ProcessTree tree = new ProcessTree(process, request.folder(), confinement.endsTogether());
        process.feed(request.input().getBytes(UTF_8));
        try {
            String killed;
            try {
                killed = watch(request, process, tree, start);
            } finally {
                tree.kill();
            }
            int exit = process.ended(false).exit();
            boolean late = TIME.equals(killed);
            return new Ending(exit, killed, late, (System.nanoTime() - start) / 1_000_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UnavailableException("interrupted", "the run of the code was interrupted", "run it again", e);
        }
    }

    private static @Nullable String watch(Request request, ChildProcess process, ProcessTree tree, long start)
            throws InterruptedException {
        RunLimits limits = request.limits();
        for (int round = 1; !process.endsWithin(POLL); round++) {
            tree.begun();
            if (System.nanoTime() - start > request.time().toNanos()
                    || request.overdue().get()) {
                return TIME;
            }
            if (round % TREE_EVERY == 0 && tree.count() > limits.processes()) {
                return "it had more than " + limits.processes() + " processes";
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
