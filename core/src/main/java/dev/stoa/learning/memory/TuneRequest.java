package dev.stoa.learning.memory;

import dev.stoa.base.Bounds;
import dev.stoa.json.JsonFields;
import java.util.Map;

/**
 * A wish to change the parameters: by rule if nothing is set or reset. Immutable.
 *
 * @param set new values by name
 * @param reset whether to start from the defaults
 */
public record TuneRequest(Map<String, Double> set, boolean reset, boolean dryRun) {
    public TuneRequest {
        Bounds.given("set", set);
        set = Map.copyOf(set);
    }

    /** Tuning by rule, from what happened since the last time. */
    public static TuneRequest byRule() {
        return new TuneRequest(Map.of(), false, false);
    }

    public static TuneRequest setting(String name, double value) {
        return new TuneRequest(Map.of(name, value), false, false);
    }

    public static TuneRequest fromJson(JsonFields fields) {
        TuneRequest request =
                new TuneRequest(fields.reals("set"), fields.flag("reset", false), fields.flag("dry_run", false));
        fields.end();
        return request;
    }

    /** A name and a value of a text {@code NAME=VALUE}. */
    public static Map.Entry<String, Double> parse(String text) {
        int equals = text.indexOf('=');
        try {
            if (equals > 0) {
                return Map.entry(text.substring(0, equals), Double.valueOf(text.substring(equals + 1)));
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw Bounds.invalid(Bounds.shown(text) + " is not NAME=NUMBER", "write it like floor=0.03");
    }

    boolean isByRule() {
        return set.isEmpty() && !reset;
    }
}
