package dev.stoa.counsel.key;

import dev.stoa.json.Json;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The keys of an archive and what is sealed under each. Immutable.
 *
 * @param keys those of the keyset, the one under which is sealed first
 * @param missing those that rows name and the keyset lacks
 * @param plain how many rows are not sealed
 */
public record KeyUse(List<Key> keys, List<Key> missing, long plain) {
    public KeyUse {
        keys = List.copyOf(keys);
        missing = List.copyOf(missing);
    }

    /**
     * A key.
     *
     * @param rows how many rows are sealed under it
     */
    public record Key(long keyId, boolean primary, long rows) {
        Map<String, @Nullable Object> toJson() {
            return Json.object("key_id", keyId, "primary", primary, "rows", rows);
        }
    }

    /** The list as JSON. */
    public Map<String, @Nullable Object> toJson() {
        return Json.object(
                "items",
                keys.stream().map(Key::toJson).toList(),
                "next",
                null,
                "missing",
                missing.stream().map(Key::toJson).toList(),
                "plain",
                plain);
    }
}
