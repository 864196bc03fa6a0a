package dev.stoa.counsel.specialist;

import dev.stoa.base.Bounds;
import org.jspecify.annotations.Nullable;

/**
 * How a specialist is promoted. Immutable.
 *
 * @param to the model; null for the shadow
 * @param reason why; needed to force it
 * @param force whether the gate is passed over
 */
public record PromoteRequest(@Nullable String to, @Nullable String reason, boolean force) {
    static final int LONGEST_REASON = 1_000;

    /** A promotion of the shadow, if the gate allows it. */
    public static final PromoteRequest SHADOW = new PromoteRequest(null, null, false);

    public PromoteRequest {
        Bounds.textOrNull("to", to, 1, Specialists.LONGEST_MODEL);
        Bounds.textOrNull("reason", reason, 1, LONGEST_REASON);
        if (force && reason == null) {
            throw Bounds.invalid("a forced promotion has no reason", "say why the gate is passed over");
        }
    }
}
