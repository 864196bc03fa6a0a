package dev.stoa.debate.rules.teaching;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Something that a debate teaches another archive. Immutable.
 *
 * @param target what kind of lesson it is, which says where it goes
 * @param itemKey under which it is taught once
 * @param payload all that is needed to teach it, as JSON
 */
public record OutboxItem(String target, String itemKey, Map<String, @Nullable Object> payload) {
    public OutboxItem {
        payload = Collections.unmodifiableMap(new LinkedHashMap<>(payload));
    }
}
