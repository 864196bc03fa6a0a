package dev.stoa.counsel.audit;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where the log keeps what is not in the database. Immutable.
 *
 * @param key the file of the key that signs
 * @param checkpoints the file of all checkpoints
 * @param anchor a second such file on another disk; null if there is none
 */
public record AuditPlaces(
        Path key, Path checkpoints, @Nullable Path anchor) {
    /** What holds in a data directory where nothing is configured. */
    public static AuditPlaces in(Path directory) {
        return new AuditPlaces(
                directory.resolve(AuditSettings.KEY_FILE.defaultValue().orElseThrow()),
                directory.resolve("audit").resolve("checkpoints.jsonl"),
                null);
    }
}
