package dev.stoa.server.rest;

import dev.stoa.base.Simulated;
import dev.stoa.base.Trust;
import dev.stoa.counsel.access.IdempotencyKeys;
import dev.stoa.json.JsonFields;
import dev.stoa.server.http.Call;
import dev.stoa.server.http.Field;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Fields that several nouns share. Stateless. */
final class Fields {
    /** Whether what simulated debates taught counts. */
    static final Field SIMULATED = Field.word(
            "simulated",
            Simulated.values(),
            "Whether results of debates with a simulated seat count (default: exclude)");

    /** Why something is done, for its record. */
    static final Field REASON = Field.text("reason", 1, 2_048, "Why, for the record.");

    /** Why something that was learnt is changed, for its record. */
    static final Field LEARNING_REASON = Field.text("reason", 1, 500, "Why, for the record.");

    static final Field DRY_RUN = Field.flag("dry_run", "Whether to answer what would be done without doing it.");

    static final Field METADATA = Field.object("metadata", "Further values to store with it.");

    /** The agent and the channel to which a list of the society is limited. */
    static final Field AGENT = Field.id("agent", "Only those of this agent, by name or id.");

    static final Field CHANNEL = Field.id("channel", "Only those of this channel, by name or id.");

    private Fields() {}

    /** An id of something that was learnt. */
    static Field id(String name, String about) {
        return Field.text(name, 1, 128, about);
    }

    /** The name of an agent or a judge. */
    static Field name(String name, String about) {
        return Field.text(name, 1, 64, about);
    }

    /** A domain, a tag or a source. */
    static Field label(String name, String about) {
        return Field.text(name, 1, 64, about);
    }

    /** A number from 0 to 1. */
    static Field unit(String name, String about) {
        return Field.real(name, 0, 1, about);
    }

    static Field trust(String name, String about) {
        return Field.word(name, Trust.values(), about);
    }

    static Simulated simulated(JsonFields query) {
        return Simulated.of(query.text("simulated", Simulated.EXCLUDE.text()));
    }

    /** A trust that may be absent. */
    static @Nullable Trust trustOrNull(JsonFields fields, String name) {
        String trust = fields.textOrNull(name);
        return trust == null ? null : Trust.of(trust);
    }

    static int limit(JsonFields query, int otherwise) {
        return Math.toIntExact(query.whole("limit", otherwise));
    }

    /** The body with a field from elsewhere in the request, such as its path. */
    static JsonFields with(Call call, String field, @Nullable Object value) {
        return JsonFields.of(with(call.document(), field, value));
    }

    /** The body, in which the key of the request is a field unless the body has that itself. */
    static JsonFields keyed(Call call, String field) {
        return call.document().get(field) == null ? with(call, field, call.key()) : call.body();
    }

    /** The same for a key that a store keeps by agent: all persons are one there, so it is that of the token. */
    static JsonFields keyedByPerson(Call call, String field) {
        String key = call.key();
        return key == null || call.document().get(field) != null
                ? call.body()
                : with(call, field, IdempotencyKeys.ownedByPerson(call.by(), key));
    }

    /** An object with one more field at its end. */
    static Map<String, @Nullable Object> with(
            Map<String, @Nullable Object> object, String field, @Nullable Object value) {
        Map<String, @Nullable Object> more = new LinkedHashMap<>(object);
        more.put(field, value);
        return more;
    }
}
