package dev.stoa.counsel.audit;

import dev.stoa.json.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A checkpoint that this process signed. Immutable.
 *
 * @param size how many rows it vouches for
 * @param root the root of the tree over them, as digits
 * @param note its text
 * @param vkey the key that verifies it
 */
public record SignedCheckpoint(long size, String root, String note, String vkey) {
    /** Its JSON. */
    public Map<String, @Nullable Object> document() {
        return Json.object("size", size, "root", root, "note", note, "vkey", vkey);
    }
}
