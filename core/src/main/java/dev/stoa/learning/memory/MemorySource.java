package dev.stoa.learning.memory;

import dev.stoa.base.Bounds;
import dev.stoa.base.Trust;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a memory was made from. Immutable.
 *
 * @param kind {@code memory}, {@code evidence} or {@code consensus}
 * @param trust the trust of the source when it was last read. The store reads that of a memory itself; for other
 *     sources the caller gives it, and none counts as untrusted
 */
public record MemorySource(String kind, String id, Trust trust) {
    public static final String MEMORY = "memory";

    private static final List<String> KINDS = List.of(MEMORY, "evidence", "consensus");

    public MemorySource {
        Bounds.given("kind", kind);
        Bounds.given("id", id);
        Bounds.given("trust", trust);
        Bounds.word("source kind", kind, KINDS);
        Bounds.id("source", id);
    }

    /** A source whose trust was not read. */
    public static MemorySource of(String kind, String id) {
        return new MemorySource(kind, id, Trust.UNTRUSTED);
    }

    /** The source of a text {@code KIND:ID}. */
    public static MemorySource parse(String text) {
        int colon = Bounds.given("text", text).indexOf(':');
        if (colon < 0) {
            throw Bounds.invalid("source " + Bounds.shown(text) + " has no kind", "write it as memory:ID");
        }
        return of(text.substring(0, colon), text.substring(colon + 1));
    }

    /** Takes kind and id alone: how far a source is believed is not for the sender to say. */
    static MemorySource fromJson(JsonFields fields) {
        MemorySource source = of(fields.text("kind"), fields.text("id"));
        fields.end();
        return source;
    }

    static MemorySource stored(String kind, String id, long trust) {
        return new MemorySource(kind, id, Trust.ofLevel(trust));
    }

    boolean isSameAs(MemorySource other) {
        return kind.equals(other.kind) && id.equals(other.id);
    }

    MemorySource withTrust(Trust level) {
        return new MemorySource(kind, id, level);
    }

    public Map<String, @Nullable Object> document() {
        return Json.object("kind", kind, "id", id, "trust", trust.text());
    }
}
