package dev.stoa.counsel.audit;

import dev.stoa.base.StoaException;
import dev.stoa.base.UnavailableException;
import dev.stoa.json.Json;
import dev.stoa.storage.FileSync;
import dev.stoa.storage.PrivateFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The file that keeps every checkpoint outside of the database, one JSON object a line. Thread-safe, between processes
 * too. What is in it is on the disk; a line that a killed process left unfinished does not count and is overwritten.
 */
final class CheckpointFile {
    // A lock of the system belongs to a process and is lost when any of its threads closes the file, readers included.
    private static final ReentrantLock WITHIN_PROCESS = new ReentrantLock();
    private static final int TAIL = 64 * 1024;

    private final Path file;

    CheckpointFile(Path file) {
        this.file = file;
    }

    Path path() {
        return Files.isDirectory(file) ? file.resolve("checkpoints.jsonl") : file;
    }

    /** Appends checkpoints; those that stand at its end already are left out. */
    void append(List<Checkpoint> checkpoints) {
        Path path = path();
        WITHIN_PROCESS.lock();
        try {
            Path folder = Objects.requireNonNull(path.toAbsolutePath().getParent());
            PrivateFiles.directories(folder);
            PrivateFiles.touch(path);
            try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
                    FileLock lock = channel.lock()) {
                String tail = tail(channel, TAIL);
                long end = channel.size() - unfinished(tail);
                Set<String> present = new LinkedHashSet<>(tail.lines().toList());
                StringBuilder more = new StringBuilder();
                for (Checkpoint checkpoint : checkpoints) {
                    String line = line(checkpoint);
                    if (present.add(line)) {
                        more.append(line).append('\n');
                    }
                }
                channel.truncate(end);
                ByteBuffer bytes = ByteBuffer.wrap(more.toString().getBytes(StandardCharsets.UTF_8));
                long at = end;
                while (bytes.hasRemaining()) {
                    at += channel.write(bytes, at);
                }
                channel.force(true);
            }
            FileSync.force(folder);
        } catch (IOException e) {
            throw new UnavailableException(
                    "cannot_write",
                    "checkpoints cannot be appended to " + path + " (" + e.getMessage() + ")",
                    "check that it allows writing and that its disk is there and has space",
                    e);
        } finally {
            WITHIN_PROCESS.unlock();
        }
    }

    /** Appends those checkpoints that are nowhere in it. */
    void complete(List<Checkpoint> checkpoints) {
        Set<String> present = new LinkedHashSet<>();
        all().forEach(each -> present.add(each.note()));
        List<Checkpoint> missing = checkpoints.stream()
                .filter(each -> SignedNote.parse(each.note()) != null && present.add(each.note()))
                .toList();
        if (!missing.isEmpty()) {
            append(missing);
        }
    }

    private static String line(Checkpoint checkpoint) {
        SignedNote note = SignedNote.parse(checkpoint.note());
        return Json.write(Json.object("size", note == null ? null : note.size(), "note", checkpoint.note()));
    }

    /** The bytes of a line without its end. */
    private static int unfinished(String tail) {
        return tail.substring(tail.lastIndexOf('\n') + 1).getBytes(StandardCharsets.UTF_8).length;
    }

    /** The last bytes, from the beginning of a line on if there is more before them. */
    private static String tail(FileChannel channel, long most) throws IOException {
        long size = channel.size();
        long from = Math.max(0, size - most);
        ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(size - from));
        int read;
        do {
            read = channel.read(bytes, from + bytes.position());
        } while (read >= 0 && bytes.hasRemaining());
        String text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
        return from == 0 ? text : text.substring(text.indexOf('\n') + 1);
    }

    /** All checkpoints in it; none if it does not exist. */
    List<Checkpoint> all() {
        return read(Integer.MAX_VALUE - 8L);
    }

    /** The last of them, enough to know the largest. */
    List<Checkpoint> last() {
        return read(TAIL);
    }

    private List<Checkpoint> read(long most) {
        Path path = path();
        String text;
        WITHIN_PROCESS.lock();
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            text = tail(channel, most);
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException e) {
            throw new UnavailableException(
                    "cannot_read",
                    "the checkpoints in " + path + " cannot be read (" + e.getMessage() + ")",
                    "allow reading it",
                    e);
        } finally {
            WITHIN_PROCESS.unlock();
        }
        return parse(text.substring(0, text.lastIndexOf('\n') + 1), path);
    }

    /** The checkpoints in lines of JSON, or the one that a text is. */
    static List<Checkpoint> parse(String text, Path from) {
        if (!text.startsWith("{")) {
            return text.isBlank() ? List.of() : List.of(new Checkpoint(text, from.toString()));
        }
        List<Checkpoint> result = new ArrayList<>();
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            if (!line.isBlank()) {
                result.add(new Checkpoint(note(line), from + " line " + number));
            }
        }
        return result;
    }

    /** The note in a line; of one that holds none the line itself, which is no checkpoint. */
    private static String note(String line) {
        try {
            return Json.parseObject(line).get("note") instanceof String note ? note : line;
        } catch (StoaException e) {
            return line;
        }
    }
}
