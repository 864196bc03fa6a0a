package dev.stoa.storage;

import dev.stoa.base.Simulated;

/**
 * Tells debates with a simulated seat from others by their stored configuration, which is frozen and hashed, so that no
 * second mark could contradict it. Stateless.
 */
public final class SimulatedSeats {
    private SimulatedSeats() {}

    /**
     * The condition that a session counts, behind other conditions; empty if all do.
     *
     * @param session the alias of {@code debate_sessions} in the statement
     */
    public static String and(Simulated which, Dialect dialect, String session) {
        if (which == Simulated.INCLUDE) {
            return "";
        }
        return (which == Simulated.ONLY ? " AND " : " AND NOT ")
                + dialect.pick(
                        "EXISTS (SELECT 1 FROM json_each(" + session
                                + ".config, '$.agents') a WHERE json_extract(a.value, '$.provider') = 'sim')",
                        "COALESCE(" + session + ".config @> '{\"agents\":[{\"provider\":\"sim\"}]}'::jsonb, false)");
    }
}
