package dev.stoa.counsel.backup;

import dev.stoa.base.Bounds;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Where a page of notes ends. Immutable. Their times and ids never change.
 *
 * @param at the time of a note in seconds, as it is stored: two notes may be nearer to each other than a microsecond
 */
record BackupCursor(double at, String backupId) {
    private static final BackupCursor START = new BackupCursor(Double.MAX_VALUE, "");

    /** What a text says, or before the first page the beginning. */
    static BackupCursor of(@Nullable String cursor) {
        if (cursor == null) {
            return START;
        }
        try {
            String[] parts = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8).split("\\|", -1);
            if (parts.length == 3 && parts[0].equals("b")) {
                double at = Double.parseDouble(parts[1]);
                if (Double.isFinite(at)) {
                    return new BackupCursor(at, parts[2]);
                }
            }
        } catch (IllegalArgumentException e) {
            // Not a cursor of this list; refused below.
        }
        throw Bounds.invalid("cursor " + Bounds.shown(cursor) + " is not from a page before", "use its next, or none");
    }

    String text() {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(("b|" + at + "|" + backupId).getBytes(StandardCharsets.UTF_8));
    }
}
