package dev.stoa.counsel.assertion;

import dev.stoa.base.Bounds;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The parameters of an assertion, as its policy gives them. Immutable. */
public final class CheckParameters {
    private final String assertion;
    private final Map<String, Object> values;

    CheckParameters(String assertion, Map<String, Object> values) {
        this.assertion = assertion;
        this.values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /** A text of at least one character. */
    public String text(String name) {
        if (values.get(name) instanceof String text && !text.isEmpty()) {
            return text;
        }
        throw refused(name, "a text");
    }

    /** A whole number within bounds. */
    public int whole(String name, int least, int most) {
        return whole(name, least, most, null);
    }

    /** A whole number within bounds, or the one that holds where none is given. */
    public int whole(String name, int least, int most, @Nullable Integer otherwise) {
        Object value = values.get(name);
        if (value == null && otherwise != null) {
            return otherwise;
        }
        if (value instanceof Number number
                && number.doubleValue() == number.longValue()
                && number.longValue() >= least
                && number.longValue() <= most) {
            return number.intValue();
        }
        throw refused(name, "a whole number from " + least + " to " + most);
    }

    /** A flag, false where none is given. */
    public boolean flag(String name) {
        Object value = values.get(name);
        if (value == null) {
            return false;
        }
        if (value instanceof Boolean flag) {
            return flag;
        }
        throw refused(name, "true or false");
    }

    /** Refuses parameters of other names: a mistyped one would be ignored in silence. */
    public void only(String... names) {
        Set<String> unknown = new TreeSet<>(values.keySet());
        Set.of(names).forEach(unknown::remove);
        if (!unknown.isEmpty()) {
            throw Bounds.invalid(
                    "assertion " + assertion + " has the unknown parameter "
                            + unknown.iterator().next(),
                    names.length == 0 ? "leave it out" : "it knows " + String.join(", ", names));
        }
    }

    /** All of them, by name. */
    public Map<String, Object> values() {
        return values;
    }

    private RuntimeException refused(String name, String wanted) {
        return Bounds.invalid(
                "parameter " + name + " of assertion " + assertion + " is not " + wanted, "give one in its policy");
    }
}
