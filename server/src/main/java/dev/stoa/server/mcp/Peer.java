package dev.stoa.server.mcp;

import dev.stoa.base.Principal;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The other end of one message. Immutable.
 *
 * @param by on whose behalf the message acts
 * @param again looks up on whose behalf it acts once more, and refuses a client that may no longer
 * @param sink where messages go that belong to the answer and come before it
 * @param inFlight the requests that a notification of this peer may cancel
 * @param subscriptions what a legacy client has subscribed to
 * @param capabilities what the client can do
 */
record Peer(
        Revision revision,
        Principal by,
        Supplier<Principal> again,
        Sink sink,
        InFlight inFlight,
        Subscriptions subscriptions,
        Map<String, @Nullable Object> capabilities) {}
