package dev.stoa.engine.code;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.stoa.engine.provider.Pause;
import dev.stoa.process.ChildProcess;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A child process with all that it has started, also what has left it for another parent: that is known because it was
 * seen before, or by the folder in its environment. Used by one thread.
 */
final class ProcessTree {
    private static final int ROUNDS = 100;
    private static final int QUIET_ROUNDS = 5;
    /** Linux tells processor time in hundredths of a second. */
    private static final long TICK = 10_000_000;

    private static final Duration GONE = Duration.ofSeconds(5);

    private final ChildProcess process;
    private final Path folder;
    private final boolean endsTogether;
    private final Set<ProcessHandle> seen = new HashSet<>();
    private @Nullable ProcessHandle first;

    ProcessTree(ChildProcess process, Path folder, boolean endsTogether) {
        this.process = process;
        this.folder = folder;
        this.endsTogether = endsTogether;
    }

    /** Remembers the first process of the namespace, while there are few to search through. */
    void begun() {
        if (endsTogether && first == null) {
            first = process.handle().children().findFirst().orElse(null);
        }
    }

    /** How many processes live below the child now. */
    int count() {
        List<ProcessHandle> below = process.handle().descendants().toList();
        seen.addAll(below);
        return below.size();
    }

    /** The processor time, in nanoseconds, of the child and of all below it that lives or was waited for. */
    long cpuNanos() {
        long sum = cpuNanos(process.handle());
        for (ProcessHandle handle : process.handle().descendants().toList()) {
            sum += cpuNanos(handle);
        }
        return sum;
    }

    private static long cpuNanos(ProcessHandle handle) {
        try {
            String stat = Files.readString(Path.of("/proc/" + handle.pid() + "/stat"), ISO_8859_1);
            // The name before the last bracket may hold blanks. utime, stime, cutime and cstime are fields 14 to 17.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            long ticks = 0;
            for (int i = 11; i <= 14; i++) {
                ticks += Long.parseLong(fields[i]);
            }
            return ticks * TICK;
        } catch (IOException | RuntimeException e) {
            // It has ended, or there is no /proc.
            return handle.info().totalCpuDuration().map(Duration::toNanos).orElse(0L);
        }
    }

    /**
     * Kills the child at once, then its remaining descendants. No graceful end is needed, because its folder is
     * discarded.
     */
    void kill() throws InterruptedException {
        ProcessHandle namespace = first;
        if (namespace != null) {
            // It takes all others with it, and is gone only when they are. Nothing is searched for first: while a
            // search goes on, what multiplies does so faster.
            namespace.destroyForcibly();
            process.endsWithin(GONE);
        } else {
            process.handle().descendants().forEach(seen::add);
        }
        // By its handle: the process itself would close its pipes, with output that is not read yet.
        process.handle().destroyForcibly();
        process.endsWithin(GONE);
        // Each round may uncover what the killed had just started. A process has no environment to be known by while it
        // turns into another program, so one round without a find is not the end.
        int quiet = 0;
        for (int round = 0; round < ROUNDS && quiet < (endsTogether ? 1 : QUIET_ROUNDS); round++) {
            quiet = sweep() ? 0 : quiet + 1;
            Pause.real().of(Duration.ofMillis(1));
        }
    }

    /** Kills what is known and alive; whether there was any. */
    private boolean sweep() {
        if (!endsTogether) {
            seen.addAll(marked());
        }
        List<ProcessHandle> alive = new ArrayList<>();
        for (ProcessHandle handle : seen) {
            if (handle.isAlive()) {
                alive.add(handle);
            }
        }
        for (ProcessHandle handle : alive) {
            handle.descendants().forEach(seen::add);
            handle.destroyForcibly();
        }
        return !alive.isEmpty();
    }

    /** Processes whose environment names the folder; no unrelated process has that. */
    private List<ProcessHandle> marked() {
        List<ProcessHandle> marked = new ArrayList<>();
        String mark = "TMPDIR=" + folder + '\0';
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (Path entry : processes) {
                if (environment(entry).contains(mark)) {
                    ProcessHandle.of(Long.parseLong(entry.getFileName().toString()))
                            .ifPresent(marked::add);
                }
            }
        } catch (IOException e) {
            // A system without /proc: there only what was seen below the child is found.
        }
        return marked;
    }

    private static String environment(Path entry) {
        try {
            return Files.readString(entry.resolve("environ"), ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }
}
