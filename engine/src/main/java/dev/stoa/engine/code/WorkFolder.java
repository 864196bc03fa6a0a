package dev.stoa.engine.code;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.stoa.process.BoundedBuffer;
import dev.stoa.process.ChildProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** A fresh temporary folder for one process. Closing it deletes it with all its content. */
final class WorkFolder implements AutoCloseable {
    private static final int MOST_FILES = 10_000;
    private static final Duration REMOVAL = Duration.ofSeconds(30);

    private final Path path;

    private WorkFolder(Path path) {
        this.path = path;
    }

    /**
     * How the names of all folders of this process begin, so that what a process leaves behind can be recognised as its
     * own.
     */
    static String prefix() {
        return "stoa-code-" + ProcessHandle.current().pid() + "-";
    }

    static WorkFolder create() throws IOException {
        return new WorkFolder(Files.createTempDirectory(prefix()).toRealPath());
    }

    Path path() {
        return path;
    }

    Path write(String name, byte[] content) throws IOException {
        Path file = path.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.write(file, content);
    }

    Path write(String name, String content) throws IOException {
        return write(name, content.getBytes(UTF_8));
    }

    void writeAll(String folder, Map<String, byte[]> files) throws IOException {
        Files.createDirectories(path.resolve(folder));
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            write(folder + "/" + file.getKey(), file.getValue());
        }
    }

    /** Whether a folder has more bytes or more files than allowed. */
    static boolean exceeds(Path folder, long bytes) {
        long sum = 0;
        int count = 0;
        try (Stream<Path> files = Files.walk(folder)) {
            for (Iterator<Path> each = files.iterator(); each.hasNext(); ) {
                Path file = each.next();
                count++;
                sum += Files.isRegularFile(file, java.nio.file.LinkOption.NOFOLLOW_LINKS) ? Files.size(file) : 0;
                if (sum > bytes || count > MOST_FILES) {
                    return true;
                }
            }
        } catch (IOException | UncheckedIOException e) {
            // It changed under the walk; the next one sees.
        }
        return false;
    }

    @Override
    public void close() {
        try (Stream<Path> files = Files.walk(path)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException e) {
            // Rights that were taken away, or paths that are too long: the system's own program copes with both.
            remove();
        }
    }

    private void remove() {
        try {
            String script = "chmod -R u+rwx -- \"$1\"; rm -rf -- \"$1\"";
            BoundedBuffer nothing = BoundedBuffer.beginning(0);
            ChildProcess rm = ChildProcess.start(new ChildProcess.Start(
                    List.of("/bin/sh", "-c", script, "sh", path.toString()),
                    Path.of("/"),
                    Map.of("PATH", Objects.requireNonNullElse(System.getenv("PATH"), "/usr/bin:/bin")),
                    nothing,
                    nothing));
            // An interrupt does not end it: the folder is to go all the same.
            if (!rm.endsWithin(REMOVAL)) {
                rm.kill();
            }
        } catch (IOException e) {
            // What is left is in the system's temporary folder, which the system empties.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
