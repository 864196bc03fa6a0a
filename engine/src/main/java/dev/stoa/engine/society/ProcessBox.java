package dev.stoa.engine.society;

import dev.stoa.process.BoundedBuffer;
import dev.stoa.process.ChildProcess;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Sees to it that everything a program starts ends with it, also what has left it for another parent. Thread-safe.
 *
 * <p>Where this process may make process namespaces, the program runs in one of its own, and the kernel ends all of it.
 * No user namespace is made for that, because programs that look at the owners of files, such as ssh, refuse to work in
 * one. Elsewhere, if there is {@code /proc}, what still carries the mark of the execution in its environment is ended
 * when the program has ended; what has wiped its environment is not found.
 */
final class ProcessBox {
    /** Set for a program in a namespace: in it processes have other numbers. */
    static final String NAMESPACE = "STOA_NAMESPACE";

    private static final List<String> UNSHARE = List.of("unshare", "--pid", "--fork", "--kill-child", "--mount-proc");

    // The first process of a namespace obeys no signal that it does not expect, and has to wait for strays; few
    // programs do. Its standard input is kept apart because a shell gives none to what it starts in the background.
    private static final String FIRST = """
            exec 3<&0
            "$@" <&3 3<&- &
            program=$!
            exec 3<&-
            trap 'kill -TERM "$program" 2>/dev/null' TERM
            wait "$program"
            status=$?
            while kill -0 "$program" 2>/dev/null; do wait "$program"; status=$?; done
            exit "$status"
            """;

    private static final Duration PROBE = Duration.ofSeconds(5);
    private static final int ROUNDS = 50;

    private final boolean namespaces;

    ProcessBox(boolean namespaces) {
        this.namespaces = namespaces;
    }

    /** What this system allows, found out by trying. */
    static ProcessBox ofThisSystem() {
        return Probe.BOX;
    }

    /** Tried when it is first needed. */
    private static final class Probe {
        private static final ProcessBox BOX = new ProcessBox(works());

        private static boolean works() {
            ChildProcess.Start start = new ChildProcess.Start(
                    boxed(List.of("true")),
                    Path.of("/"),
                    Map.of("PATH", "/usr/local/bin:/usr/bin:/bin"),
                    BoundedBuffer.beginning(0),
                    BoundedBuffer.beginning(0));
            try {
                return ChildProcess.start(start).await(PROBE).exit() == 0;
            } catch (IOException e) {
                return false;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
    }

    boolean namespaces() {
        return namespaces;
    }

    /** Whether a start can be put into a namespace; one that would fail is left as it is, so that it says why. */
    boolean takes(ChildProcess.Start start) {
        return namespaces && isProgram(start);
    }

    /** The same start in a namespace. */
    static ChildProcess.Start around(ChildProcess.Start start, String task) {
        Map<String, String> environment = new HashMap<>(start.environment());
        environment.put(NAMESPACE, task);
        return new ChildProcess.Start(
                boxed(start.argv()), start.directory(), environment, start.output(), start.error());
    }

    private static List<String> boxed(List<String> argv) {
        List<String> all = new ArrayList<>(UNSHARE);
        all.addAll(first(argv));
        return all;
    }

    /** A program as the first of a namespace, which passes signals on and waits for strays. */
    static List<String> first(List<String> argv) {
        List<String> all = new ArrayList<>(List.of("/bin/sh", "-c", FIRST, "sh"));
        all.addAll(argv);
        return all;
    }

    private static boolean isProgram(ChildProcess.Start start) {
        return program(start).isPresent();
    }

    /** The file that a start executes. */
    static Optional<Path> program(ChildProcess.Start start) {
        String name = start.argv().getFirst();
        if (name.contains("/")) {
            return Optional.of(start.directory().resolve(name)).filter(ProcessBox::isExecutable);
        }
        // By the path that the shell will use.
        for (String folder : start.environment().getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
            Path file = start.directory().resolve(folder).resolve(name);
            if (!folder.isEmpty() && isExecutable(file)) {
                return Optional.of(file);
            }
        }
        return Optional.empty();
    }

    private static boolean isExecutable(Path file) {
        return Files.isRegularFile(file) && Files.isExecutable(file);
    }

    /** Ends what is left of an execution whose program ran in no namespace and has ended. */
    static void clear(String task) {
        // Each round may uncover what the killed had just started.
        for (int round = 0; round < ROUNDS; round++) {
            List<ProcessHandle> left = marked(task);
            if (left.isEmpty()) {
                return;
            }
            left.forEach(ProcessHandle::destroyForcibly);
        }
    }

    /** The processes whose environment names an execution; no unrelated one does. */
    static List<ProcessHandle> marked(String task) {
        List<ProcessHandle> marked = new ArrayList<>();
        String mark = '\0' + "STOA_TASK=" + task + '\0';
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (Path entry : processes) {
                if (('\0' + environment(entry)).contains(mark)) {
                    ProcessHandle.of(Long.parseLong(entry.getFileName().toString()))
                            .filter(ProcessHandle::isAlive)
                            .ifPresent(marked::add);
                }
            }
        } catch (IOException e) {
            // A system without /proc: there only what is below the program is found.
        }
        return marked;
    }

    private static String environment(Path entry) {
        try {
            return Files.readString(entry.resolve("environ"), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }
}
