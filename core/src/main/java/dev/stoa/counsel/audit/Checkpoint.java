package dev.stoa.counsel.audit;

import dev.stoa.base.Bounds;
import dev.stoa.base.InvalidException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.UnavailableException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
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
        } catch (NoSuchFileException e) {
            throw new NotFoundException("not_found", "there is no file " + file, "check the path");
        } catch (CharacterCodingException e) {
            throw new InvalidException(
                    "invalid",
                    file + " holds no checkpoints: it is not UTF-8 text",
                    "give a checkpoint as it was signed");
        } catch (IOException e) {
            throw new UnavailableException(
                    "cannot_read",
                    "the checkpoints in " + file + " cannot be read (" + e.getMessage() + ")",
                    "check that it is a file and allows reading",
                    e);
        }
    }
}
