package dev.stoa.storage;

import dev.stoa.base.Simulated;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Tells debates with a simulated seat from others by their stored configuration, which is frozen and hashed, so that no
 * second mark could contradict it. Stateless. The condition is the first term of an index, which answers it without the
 * configuration.
 *
 * <p>Both wings that ask, debates and lessons, read sessions, and neither may know the other; so it is here.
 */
public final class SimulatedSeats {
    // A debate has no more seats.
    private static final int SEATS = 16;

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
        boolean only = which == Simulated.ONLY;
        String config = session + ".config";
        return " AND "
                + dialect.pick(
                        sqlite(config) + (only ? " = 1" : " = 0"),
                        "COALESCE(" + config + " @> '{\"agents\": [{\"provider\": \"sim\"}]}'::jsonb, false) = "
                                + (only ? "true" : "false"));
    }

    /** Word for word the term of the index, or SQLite would not use it. */
    private static String sqlite(String config) {
        String providers = IntStream.range(0, SEATS)
                .mapToObj(seat -> "'$.agents[" + seat + "].provider'")
                .collect(Collectors.joining(", "));
        return "(CASE WHEN json_valid(" + config + ") THEN instr(json_extract(" + config + ", " + providers
                + "), '\"sim\"') > 0 ELSE 0 END)";
    }
}
