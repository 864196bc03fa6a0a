package dev.stoa.counsel.audit;

import dev.stoa.base.Bounds;
import dev.stoa.base.InvalidException;
import dev.stoa.base.NotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What claims to be a signed checkpoint of the log. Immutable. Whether it is one, the verification finds out.
 *
 * @param note its text
 * @param from where it was found, for messages
 */
public record Checkpoint(String note, String from) {
    private static final long MOST = 1L << 30;

    public Checkpoint {
        Bounds.given("note", note);
        Bounds.given("from", from);
    }

    /** The checkpoints in a file: one note, or lines of JSON as the data directory keeps them. */
    public static List<Checkpoint> read(Path file) {
        try {
            if (Files.size(file) > MOST) {
                throw new InvalidException("invalid", file + " has more than " + MOST + " bytes", "give fewer at once");
            }
            return CheckpointFile.parse(Files.readString(file), file);
        } catch (IOException e) {
            throw new NotFoundException(
                    "not_found",
                    "the checkpoints in " + file + " cannot be read (" + e.getMessage() + ")",
                    "check the path");
        }
    }
}
