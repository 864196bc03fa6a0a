package dev.stoa.learning.consensus;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A prover in a process of its own, in an empty folder and with an empty environment, so that anything a statement
 * makes of it ends with it. Used by one thread. Closing it kills its process tree and removes its folder.
 */
final class ChildProcess implements AutoCloseable {
    private static final int MOST_CHARACTERS = 1 << 20;
    private static final String END = "\u0000end";

    private final Process process;
    private final Path folder;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private boolean ended;

    private ChildProcess(Process process, Path folder) {
        this.process = process;
        this.folder = folder;
    }

    /** Makes the command line, given the folder in which it will run. */
    interface Command {
        List<String> in(Path folder);
    }

    /** Starts a program and gives it the text as standard input; it may read it or not. */
    static ChildProcess start(Command command, String input) throws IOException {
        Path folder = Files.createTempDirectory("stoa-proof");
        try {
            ProcessBuilder builder = new ProcessBuilder(command.in(folder))
                    .directory(folder.toFile())
                    .redirectErrorStream(true);
            String windows = builder.environment().get("SystemRoot");
            builder.environment().clear();
            if (windows != null) {
                // Without it no Windows program finds its system libraries.
                builder.environment().put("SystemRoot", windows);
            }
            ChildProcess child = new ChildProcess(builder.start(), folder);
            Thread.ofVirtual().name("stoa-prover-in").start(() -> child.feed(input));
            Thread.ofVirtual().name("stoa-prover-out").start(child::listen);
            return child;
        } catch (IOException | RuntimeException e) {
            delete(folder);
            throw e;
        }
    }

    private void feed(String input) {
        try (OutputStream stdin = process.getOutputStream()) {
            stdin.write(input.getBytes(UTF_8));
        } catch (IOException e) {
            // It ended before it had read everything; its exit tells.
        }
    }

    /** Reads all it says, so that it never waits for a reader, and keeps the first million characters. */
    private void listen() {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
            StringBuilder line = new StringBuilder();
            long kept = 0;
            for (int c = reader.read(); c >= 0; c = reader.read()) {
                kept++;
                if (kept > MOST_CHARACTERS) {
                    continue;
                }
                if (c == '\n') {
                    lines.add(line.toString());
                    line.setLength(0);
                } else {
                    line.append((char) c);
                }
            }
            if (!line.isEmpty()) {
                lines.add(line.toString());
            }
        } catch (IOException e) {
            // It was killed.
        } finally {
            lines.add(END);
        }
    }

    /** The next line; empty if it has ended or the time is over, which {@link #hasEnded} tells apart. */
    Optional<String> line(Duration limit) throws InterruptedException {
        if (ended) {
            return Optional.empty();
        }
        String line = lines.poll(Math.max(0, limit.toNanos()), TimeUnit.NANOSECONDS);
        ended = END.equals(line);
        return ended ? Optional.empty() : Optional.ofNullable(line);
    }

    /** Whether it has said all it will. */
    boolean hasEnded() {
        return ended;
    }

    /** Its exit code, if it exits in time. */
    Optional<Integer> exit(Duration limit) throws InterruptedException {
        return process.waitFor(Math.max(0, limit.toNanos()), TimeUnit.NANOSECONDS)
                ? Optional.of(process.exitValue())
                : Optional.empty();
    }

    @Override
    public void close() {
        List<ProcessHandle> below = process.descendants().toList();
        process.destroyForcibly();
        below.forEach(ProcessHandle::destroyForcibly);
        process.onExit().join();
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
}
