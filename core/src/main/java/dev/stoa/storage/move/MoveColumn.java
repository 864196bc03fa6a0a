package dev.stoa.storage.move;

import dev.stoa.base.Bounds;
import dev.stoa.base.InvalidException;
import dev.stoa.base.VerificationException;
import dev.stoa.json.Json;
import dev.stoa.json.JsonLimits;
import dev.stoa.storage.TimeForm;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A column that both databases have, by what it means. Immutable. A value of it is, whichever database it was read
 * from: a Long, a Double, a BigDecimal, bytes, an Instant, text, or null.
 *
 * @param name its name in lower case
 * @param kind what it holds
 * @param scale the decimals of an exact number
 * @param times how SQLite keeps its times
 */
public record MoveColumn(String name, Kind kind, int scale, TimeForm times) {
    private static final JsonLimits LIMITS = new JsonLimits(JsonLimits.MAX_DEPTH, Integer.MAX_VALUE);

    /** What columns hold. */
    public enum Kind {
        WHOLE,
        FLAG,
        REAL,
        DECIMAL,
        BYTES,
        TIME,
        JSON,
        UUID,
        PADDED,
        TEXT
    }

    /** The column of a PostgreSQL type. */
    public static MoveColumn of(String name, String type, int scale, TimeForm times) {
        Kind kind = switch (type) {
            case "bigint", "integer", "smallint" -> Kind.WHOLE;
            case "boolean" -> Kind.FLAG;
            case "double precision", "real" -> Kind.REAL;
            case "numeric" -> Kind.DECIMAL;
            case "bytea" -> Kind.BYTES;
            case "timestamp with time zone" -> Kind.TIME;
            case "jsonb", "json" -> Kind.JSON;
            case "uuid" -> Kind.UUID;
            case "character" -> Kind.PADDED;
            case "text", "character varying" -> Kind.TEXT;
            default -> throw new IllegalStateException("column " + name + " has type " + type);
        };
        return new MoveColumn(name, kind, scale, times);
    }

    /** The expression by which PostgreSQL answers the value in a form that {@link #value} reads. */
    public String postgres() {
        String quoted = quoted(name);
        return switch (kind) {
            case TIME -> "floor(extract(epoch FROM " + quoted + ") * 1000000)::bigint";
            case FLAG -> quoted + "::int";
            case DECIMAL, JSON, UUID, PADDED -> quoted + "::text";
            default -> quoted;
        };
    }

    /** An identifier in quotes. */
    public static String quoted(String identifier) {
        return '"' + identifier.replace("\"", "\"\"") + '"';
    }

    /** The value of what a database answered. */
    public @Nullable Object value(@Nullable Object raw, boolean postgres, String table) {
        if (raw == null) {
            return null;
        }
        try {
            return switch (kind) {
                case WHOLE -> whole(raw);
                case FLAG -> raw instanceof Number number ? (number.longValue() != 0 ? 1L : 0L) : flag(text(raw));
                case REAL ->
                    // Zero has one sign: SQLite keeps a negative one as a whole number.
                    (raw instanceof Number number ? number.doubleValue() : Double.parseDouble(text(raw))) + 0.0;
                case DECIMAL -> new BigDecimal(raw.toString()).setScale(scale, RoundingMode.HALF_UP);
                case BYTES -> raw instanceof byte[] ? raw : text(raw).getBytes(StandardCharsets.UTF_8);
                case TIME ->
                    postgres
                            ? micros(((Number) raw).longValue())
                            : (raw instanceof Number ? TimeForm.UNIX_SECONDS : times).parse(raw);
                case UUID -> java.util.UUID.fromString(text(raw)).toString();
                case PADDED -> withoutNul(text(raw).stripTrailing());
                case JSON, TEXT -> withoutNul(text(raw));
            };
        } catch (IllegalArgumentException | ArithmeticException | InvalidException e) {
            throw unfit(
                    table,
                    Bounds.shown(text(raw)) + ", which is no " + kind.name().toLowerCase(Locale.ROOT));
        } catch (NulException e) {
            throw unfit(table, "the character NUL, which PostgreSQL cannot store");
        }
    }

    private VerificationException unfit(String table, String what) {
        return new VerificationException(
                "unfit", table + "." + name + " holds " + what, "correct that row first; nothing was moved");
    }

    private static Long whole(Object raw) {
        return raw instanceof Long || raw instanceof Integer || raw instanceof Short
                ? ((Number) raw).longValue()
                : new BigDecimal(raw.toString()).longValueExact();
    }

    private static Long flag(String text) {
        return text.equalsIgnoreCase("true") || text.equals("1") ? 1L : 0L;
    }

    private static Instant micros(long micros) {
        return Instant.ofEpochSecond(Math.floorDiv(micros, 1_000_000), Math.floorMod(micros, 1_000_000) * 1_000L);
    }

    private static String text(Object raw) {
        return raw instanceof byte[] bytes ? new String(bytes, StandardCharsets.UTF_8) : raw.toString();
    }

    private String withoutNul(String text) {
        if (text.indexOf('\0') >= 0 || (kind == Kind.JSON && hasEscapedNul(text))) {
            throw new NulException();
        }
        return text;
    }

    private static boolean hasEscapedNul(String json) {
        for (int at = json.indexOf("\\u0000"); at >= 0; at = json.indexOf("\\u0000", at + 1)) {
            int slashes = 0;
            while (at - slashes - 1 >= 0 && json.charAt(at - slashes - 1) == '\\') {
                slashes++;
            }
            if (slashes % 2 == 0) {
                return true;
            }
        }
        return false;
    }

    private static final class NulException extends RuntimeException {
        NulException() {
            super("NUL", null, false, false);
        }
    }

    /** The JSON of a text that a column of JSON holds; what is not JSON is one text. */
    private static @Nullable Object parsed(String text) {
        try {
            return Json.parse(text, LIMITS);
        } catch (InvalidException e) {
            return text;
        }
    }

    /** The text that equal JSON shares. */
    static String canonical(String json) {
        return Json.canonical(parsed(json));
    }

    /** JSON as archives keep it where its text is hashed; whole numbers that this form would round stay as they are. */
    private static String kept(@Nullable Object json) {
        return exact(json) ? Json.canonical(json) : Json.write(sorted(json));
    }

    private static boolean exact(@Nullable Object json) {
        return switch (json) {
            case Long whole -> whole <= Json.LARGEST_EXACT && whole >= -Json.LARGEST_EXACT;
            case BigInteger whole -> false;
            case Map<?, ?> map -> map.values().stream().allMatch(MoveColumn::exact);
            case List<?> list -> list.stream().allMatch(MoveColumn::exact);
            case null, default -> true;
        };
    }

    private static @Nullable Object sorted(@Nullable Object json) {
        if (json instanceof Map<?, ?> map) {
            Map<String, @Nullable Object> copy = new TreeMap<>();
            map.forEach((key, each) -> copy.put(String.valueOf(key), sorted(each)));
            return copy;
        }
        if (json instanceof List<?> list) {
            List<@Nullable Object> copy = new ArrayList<>();
            list.forEach(each -> copy.add(sorted(each)));
            return copy;
        }
        return json;
    }

    /** The text by which a value is handed to PostgreSQL. */
    public String forPostgres(Object value) {
        return switch (kind) {
            case JSON -> parsed((String) value) instanceof String text ? Json.write(text) : (String) value;
            case TIME -> value.toString();
            case FLAG -> value.equals(0L) ? "f" : "t";
            default -> value.toString();
        };
    }

    /** What SQLite keeps for a value. */
    public Object forSqlite(Object value) {
        return switch (kind) {
            case JSON -> kept(parsed((String) value));
            case TIME -> times.stored((Instant) value);
            case DECIMAL -> ((BigDecimal) value).doubleValue();
            default -> value;
        };
    }
}
