package dev.stoa.engine.evolution;

import dev.stoa.debate.rules.record.DebateRecord;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Holds the debates of an episode. Safe from any thread. */
@FunctionalInterface
interface DebateHolder {
    /**
     * Holds a debate to its end; one that does not come to its end is an exception, which fails the slot.
     *
     * @param request the debate under the names of its JSON form
     * @param key the same for the same question of the same slot; null where nothing is kept
     */
    DebateRecord hold(Map<String, @Nullable Object> request, @Nullable String key);
}
