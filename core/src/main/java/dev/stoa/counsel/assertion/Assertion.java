package dev.stoa.counsel.assertion;

import dev.stoa.base.Bounds;
import dev.stoa.json.Json;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One check of a policy. Immutable.
 *
 * @param name what it is called in events and replies
 * @param check the name of the check
 * @param bonus what it adds to the score of an answer that passes, 0 to 1
 */
public record Assertion(String name, String check, AssertionLevel level, double bonus, Map<String, Object> parameters) {
    /** The bonus where none is given. */
    public static final double BONUS = .05;

    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._-]{0,63}");

    public Assertion {
        named("name of assertion", name);
        Bounds.given("check", check);
        Bounds.given("level", level);
        bonus = Bounds.unit("bonus of assertion " + name, bonus);
        parameters = new CheckParameters(name, Bounds.given("parameters", parameters)).values();
    }

    static void named(String field, String value) {
        if (!NAME.matcher(Bounds.given(field, value)).matches()) {
            throw Bounds.invalid(
                    field + " " + Bounds.shown(value) + " is not 1 to 64 of a-z 0-9 . _ -, the first a letter or digit",
                    "choose another");
        }
    }

    /** A check without parameters, called by its own name. */
    static Assertion of(String check, AssertionLevel level) {
        return new Assertion(check, check, level, BONUS, Map.of());
    }

    /** The assertion as JSON. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "name", name, "check", check, "level", level.text(), "bonus", bonus, "parameters", parameters);
    }
}
