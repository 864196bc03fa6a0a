package dev.stoa.counsel.specialist;

import dev.stoa.base.Times;
import dev.stoa.json.Etag;
import dev.stoa.json.Json;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A name under which a model answers. Immutable.
 *
 * @param activeModel the model that answers, as an agent SPEC
 * @param shadowModel the model that is measured beside it; null if there is none
 * @param shadowSince the number of the last pair of scores before the shadow was set
 * @param fields the fields that it is for; empty for all
 */
public record Specialist(
        String name,
        long seq,
        String activeModel,
        @Nullable String shadowModel,
        @Nullable Long shadowSince,
        List<String> fields,
        SpecialistState state,
        Instant createdAt,
        Instant updatedAt) {
    public Specialist {
        fields = List.copyOf(fields);
    }

    /** Its version, which no answer and no score of a shadow changes. */
    public String etag() {
        return Etag.of(Json.object(
                "name", name,
                "active_model", activeModel,
                "shadow_model", shadowModel,
                "fields", fields,
                "state", state.text(),
                "updated_at", Times.showMicros(updatedAt)));
    }
}
