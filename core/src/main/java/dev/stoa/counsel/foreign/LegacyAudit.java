package dev.stoa.counsel.foreign;

import dev.stoa.base.InvalidException;
import dev.stoa.json.Digest;
import dev.stoa.json.Json;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The audit rows of that program: kept as they are, and compared with its rule. Stateless.
 *
 * <p>Its hash was over the one before, a colon and the event in the JSON of Python with sorted keys. The event itself was
 * not stored, so it is put together from the row: without what is null, and with or without what was added later.
 */
final class LegacyAudit {
    private static final Set<String> ADDED = Set.of("prev_hash", "curr_hash", "id", "created_at");

    private LegacyAudit() {}

    /** The row as it is kept. */
    static String json(OldRow row) {
        Map<String, @Nullable Object> values = new TreeMap<>();
        row.values()
                .forEach((column, value) -> values.put(
                        column,
                        switch (value) {
                            case byte[] bytes -> HexFormat.of().formatHex(bytes);
                            case Double number when !Double.isFinite(number) -> number.toString();
                            case null, default -> value;
                        }));
        return Json.write(values);
    }

    /** Whether the hash of a row is what the rule makes of it. */
    static boolean verifies(OldRow row) {
        String previous = row.text("prev_hash");
        String hash = row.text("curr_hash");
        return previous != null
                && hash != null
                && events(row).stream()
                        .anyMatch(event ->
                                Digest.sha256(previous + ":" + python(event)).equals(hash));
    }

    private static List<Map<String, @Nullable Object>> events(OldRow row) {
        Map<String, @Nullable Object> bare = new TreeMap<>();
        row.values().forEach((column, value) -> {
            if (value != null && !ADDED.contains(column) && !(value instanceof byte[])) {
                bare.put(column, value);
            }
        });
        List<Map<String, @Nullable Object>> bases = new ArrayList<>(List.of(bare));
        if ("{}".equals(bare.get("details"))) {
            // The default of its column.
            Map<String, @Nullable Object> without = new TreeMap<>(bare);
            without.remove("details");
            bases.add(without);
        }
        if (bare.get("details") instanceof String text) {
            try {
                Map<String, @Nullable Object> parsed = new TreeMap<>(bare);
                parsed.put("details", Json.parse(text));
                bases.add(parsed);
            } catch (InvalidException e) {
                // Not JSON, so it was no object either.
            }
        }
        List<Map<String, @Nullable Object>> events = new ArrayList<>(bases);
        for (Map<String, @Nullable Object> base : bases) {
            for (List<String> more : List.of(List.of("created_at"), List.of("id"), List.of("id", "created_at"))) {
                Map<String, @Nullable Object> event = new TreeMap<>(base);
                more.forEach(column -> event.put(column, row.values().get(column)));
                events.add(event);
            }
        }
        return events;
    }

    /** A value as Python's {@code json.dumps} with sorted keys writes it. */
    static String python(@Nullable Object value) {
        return switch (value) {
            case null -> "null";
            case Map<?, ?> map -> {
                Map<String, @Nullable Object> sorted = new TreeMap<>();
                map.forEach((key, item) -> sorted.put(String.valueOf(key), item));
                List<String> items = new ArrayList<>();
                sorted.forEach((key, item) -> items.add(quoted(key) + ": " + python(item)));
                yield "{" + String.join(", ", items) + "}";
            }
            case List<?> list ->
                "[" + String.join(", ", list.stream().map(LegacyAudit::python).toList()) + "]";
            case Double number -> real(number);
            case BigDecimal number -> real(number.doubleValue());
            case Number number -> number.toString();
            case Boolean flag -> flag.toString();
            default -> quoted(value.toString());
        };
    }

    /** The shortest digits that read back as the number, with an exponent where Python has one. */
    private static String real(double number) {
        if (Double.isNaN(number)) {
            return "NaN";
        }
        if (Double.isInfinite(number)) {
            return number > 0 ? "Infinity" : "-Infinity";
        }
        double size = Math.abs(number);
        if (size != 0 && (size < 1e-4 || size >= 1e16)) {
            String[] parts = Double.toString(number).split("E", -1);
            String digits = parts[0].endsWith(".0") ? parts[0].substring(0, parts[0].length() - 2) : parts[0];
            int exponent = Integer.parseInt(parts[1]);
            return digits + "e" + (exponent < 0 ? "-" : "+") + String.format(Locale.ROOT, "%02d", Math.abs(exponent));
        }
        String plain = new BigDecimal(Double.toString(number)).toPlainString();
        return plain.contains(".") ? plain : plain + ".0";
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> quoted.append("\\\"");
                case '\\' -> quoted.append("\\\\");
                case '\n' -> quoted.append("\\n");
                case '\r' -> quoted.append("\\r");
                case '\t' -> quoted.append("\\t");
                case '\b' -> quoted.append("\\b");
                case '\f' -> quoted.append("\\f");
                default -> {
                    if (c < 0x20 || c > 0x7e) {
                        quoted.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
                    } else {
                        quoted.append(c);
                    }
                }
            }
        }
        return quoted.append('"').toString();
    }
}
