package dev.stoa.server.console.view;

import dev.stoa.json.Json;
import dev.stoa.server.console.text.Language;
import dev.stoa.server.console.text.Plain;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A document of an answer, as templates read it. Immutable. A name with dots leads into documents inside it. */
public final class Doc {
    /** One without fields. */
    public static final Doc EMPTY = new Doc(Map.of());

    private static final String UNKNOWN = "unknown";
    private static final int MINUTE = "2026-11-16T21:26".length();

    private final Map<?, ?> fields;

    public Doc(Map<?, ?> fields) {
        this.fields = fields;
    }

    private @Nullable Object value(String name) {
        if (fields.containsKey(name)) {
            return fields.get(name);
        }
        int dot = name.indexOf('.');
        return dot > 0 && fields.get(name.substring(0, dot)) instanceof Map<?, ?> inner
                ? new Doc(inner).value(name.substring(dot + 1))
                : null;
    }

    /** The fields as they are. */
    public Map<?, ?> fields() {
        return fields;
    }

    /** Whether the field is there and not null. */
    public boolean has(String name) {
        return value(name) != null;
    }

    /** A field as it is, for an address or a comparison; empty if it is absent. */
    public String raw(String name) {
        return shown(value(name));
    }

    /** A field as foreign text in one line; empty if it is absent. */
    public String text(String name) {
        return Plain.of(raw(name));
    }

    /** The same in at most so many characters. */
    public String text(String name, int most) {
        return Plain.of(raw(name), most);
    }

    /** The beginning of a long text in a list, in at most this number of letters. */
    public String glimpse(String name, int most) {
        return Plain.glimpse(raw(name), most);
    }

    public boolean flag(String name) {
        return Boolean.TRUE.equals(value(name));
    }

    public long whole(String name) {
        return value(name) instanceof Number number ? number.longValue() : 0;
    }

    public double real(String name) {
        return value(name) instanceof Number number ? number.doubleValue() : Double.NaN;
    }

    /** A number with so many decimals; {@code unknown} if it is absent. */
    public String number(String name, int decimals) {
        return value(name) instanceof Number number
                ? String.format(Locale.ROOT, "%." + decimals + "f", number.doubleValue())
                : Language.t(UNKNOWN);
    }

    /** A whole number with separators; {@code unknown} if it is absent. */
    public String count(String name) {
        return value(name) instanceof Number number
                ? String.format(Locale.ROOT, "%,d", number.longValue())
                : Language.t(UNKNOWN);
    }

    /** A time to the minute, in UTC; empty if it is absent. */
    public String minute(String name) {
        String time = raw(name);
        return time.length() < MINUTE
                ? Plain.of(time)
                : Plain.of(time.substring(0, MINUTE).replace('T', ' '));
    }

    /** An interval of two numbers, as {@code [0.01, 0.13]}; empty if it is absent. */
    public String interval(String name) {
        return value(name) instanceof List<?> ends
                        && ends.size() == 2
                        && ends.get(0) instanceof Number low
                        && ends.get(1) instanceof Number high
                ? String.format(Locale.ROOT, "[%.2f, %.2f]", low.doubleValue(), high.doubleValue())
                : "";
    }

    /** A document inside this one; without fields if it is absent. */
    public Doc doc(String name) {
        return value(name) instanceof Map<?, ?> inner ? new Doc(inner) : EMPTY;
    }

    /** The document inside this one, if that is all there is; otherwise this one. */
    public Doc inner() {
        Object only = fields.size() == 1 ? fields.values().iterator().next() : null;
        return only instanceof Map<?, ?> inside ? new Doc(inside) : this;
    }

    /** The documents of a list; none if it is absent. */
    public List<Doc> docs(String name) {
        List<Doc> docs = new ArrayList<>();
        for (Object each : value(name) instanceof List<?> list ? list : List.of()) {
            docs.add(each instanceof Map<?, ?> inner ? new Doc(inner) : new Doc(Map.of("value", String.valueOf(each))));
        }
        return docs;
    }

    /** A list as it is; empty if it is absent. */
    public List<?> list(String name) {
        return value(name) instanceof List<?> list ? list : List.of();
    }

    /** The numbers of a list; none if it is absent. */
    public List<Long> numbers(String name) {
        return value(name) instanceof List<?> list
                ? list.stream()
                        .filter(Number.class::isInstance)
                        .map(each -> ((Number) each).longValue())
                        .toList()
                : List.of();
    }

    /** The texts of a list as foreign text; none if it is absent. */
    public List<String> texts(String name) {
        return value(name) instanceof List<?> list
                ? list.stream().map(each -> Plain.of(String.valueOf(each))).toList()
                : List.of();
    }

    /** The fields by name, as foreign text; what is inside them as JSON. */
    public Map<String, String> shown() {
        Map<String, String> shown = new LinkedHashMap<>();
        fields.forEach((name, value) -> shown.put(String.valueOf(name), Plain.of(shown(value))));
        return shown;
    }

    /** The same with a field more. */
    public Doc and(String name, Object value) {
        Map<Object, @Nullable Object> more = new LinkedHashMap<>(fields);
        more.put(name, value instanceof Doc doc ? doc.fields : value);
        return new Doc(more);
    }

    /** A value as text; what has parts as JSON. */
    private static String shown(@Nullable Object value) {
        return value == null
                ? ""
                : value instanceof Map<?, ?> || value instanceof List<?> ? Json.write(value) : String.valueOf(value);
    }
}
