package dev.stoa.docs;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A child process to be: its command, folder and environment. Used by one thread. Its output goes to files, so that a
 * grandchild that stays behind cannot keep the test waiting at a pipe.
 */
final class Run {
    private static final long LIMIT_SECONDS = 900;

    private final List<String> command;
    private final Map<String, String> environment = new HashMap<>(System.getenv());
    private Path folder = Path.of("").toAbsolutePath();
    private Path input = Path.of("/dev/null");

    private Run(List<String> command) {
        this.command = command;
        // What the user of this machine has set must not decide a test.
        environment.keySet().removeIf(name -> name.startsWith("STOA_") || name.equals("JAVA_TOOL_OPTIONS"));
    }

    static Run of(Object... command) {
        return new Run(Stream.of(command).map(Object::toString).toList());
    }

    Run in(Path newFolder) {
        folder = newFolder;
        return this;
    }

    Run with(String name, Object value) {
        environment.put(name, value.toString());
        return this;
    }

    Run without(String name) {
        environment.remove(name);
        return this;
    }

    Run reading(Path file) {
        input = file;
        return this;
    }

    /** Puts a folder before everything else on PATH. */
    Run onPath(Path programs) {
        return with("PATH", programs + ":" + environment.getOrDefault("PATH", ""));
    }

    /** Starts the process and waits for its end. */
    Result finish() {
        return start(false).finish();
    }

    Started start() {
        return start(false);
    }

    /** Starts the process with both outputs in one pipe, for a test that must see a line before it goes on. */
    Started startPiped() {
        return start(true);
    }

    private Started start(boolean piped) {
        try {
            Path out = Files.createTempFile("run", ".out");
            Path err = Files.createTempFile("run", ".err");
            var builder = new ProcessBuilder(command).directory(folder.toFile()).redirectInput(input.toFile());
            builder.environment().clear();
            builder.environment().putAll(environment);
            if (piped) {
                builder.redirectErrorStream(true);
            } else {
                builder.redirectOutput(Redirect.to(out.toFile())).redirectError(Redirect.to(err.toFile()));
            }
            return new Started(builder.start(), out, err);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A running process and where its output goes. */
    record Started(Process process, Path out, Path err) {
        Result finish() {
            try {
                boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
                if (!ended) {
                    process.descendants().forEach(ProcessHandle::destroyForcibly);
                    process.destroyForcibly().waitFor();
                }
                var result = new Result(process.exitValue(), Clone.read(out), Clone.read(err));
                Files.delete(out);
                Files.delete(err);
                return result;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while waiting for " + process.info(), e);
            }
        }

        /** Reads a piped process up to the line that begins so. */
        String awaitLine(String beginning) {
            BufferedReader reader = process.inputReader(StandardCharsets.UTF_8);
            try {
                String line = reader.readLine();
                while (line != null && !line.startsWith(beginning)) {
                    line = reader.readLine();
                }
                if (line == null) {
                    throw new AssertionError("the output ended without a line that begins with " + beginning);
                }
                return line;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** Sends a signal by its name, for example INT. */
        void signal(String name) {
            Result sent = Run.of("kill", "-" + name, process.pid()).finish();
            if (sent.exit() != 0) {
                throw new IllegalStateException("the signal " + name + " was not sent: " + sent.err());
            }
        }
    }

    /** What a process left: its exit code and everything it printed. */
    record Result(int exit, String out, String err) {
        List<String> errLines() {
            return err.lines().toList();
        }

        List<String> outLines() {
            return out.lines().toList();
        }
    }
}
