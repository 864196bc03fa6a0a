package dev.stoa.storage.foreign;

import dev.stoa.base.InvalidException;
import dev.stoa.base.Times;
import dev.stoa.json.Json;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.TakeoverRule;
import dev.stoa.storage.TimeForm;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The decision about each value of another program's row: it stays, becomes another one, or is a reason to set the row
 * aside. Immutable. It goes by the type that the column has here, by its name where that says what it holds, and by the
 * rules of the archive.
 */
final class RowSieve {
    /** Whole numbers up to here fit a column of either database. */
    private static final long MOST = Integer.MAX_VALUE;

    // Beyond it a double skips whole numbers.
    private static final long MOST_KEY = 1L << 53;
    private static final double MOST_REAL = 1e15;

    // A key is in an index, and PostgreSQL has no room for a longer one there.
    private static final int LONGEST_KEY = 2_000;

    private static final Instant EARLIEST = Instant.parse("0001-01-01T00:00:00Z");
    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999Z");
    private static final Pattern LENGTH = Pattern.compile("\\((\\d+)\\)");

    private static final Set<String> OBJECTS =
            Set.of("metadata", "config", "outcome", "metrics", "test_results", "hyperparams", "hyperparameters");
    private static final Set<String> DOCUMENTS = Set.of(
            "tags",
            "data",
            "domain_elos",
            "participants",
            "scores",
            "elo_changes",
            "grounded_verdict",
            "issues",
            "suggestions",
            "metadata_json",
            "enriched_metadata_json",
            "quality_scores_json",
            "tool_calls",
            "reflections",
            "final_state_snapshot",
            "state_mutations");

    private final ArchiveSchema schema;
    private final String now;

    RowSieve(ArchiveSchema schema, Instant now) {
        this.schema = schema;
        this.now = Times.show(now);
    }

    /** A column as it is here. */
    record Column(
            String table,
            String name,
            String type,
            boolean notNull,
            @Nullable String byDefault,
            boolean key) {
        boolean isTime() {
            return name.endsWith("_at") || name.equals("timestamp");
        }
    }

    /** Why a row cannot be taken. */
    static final class Unfit extends Exception {
        private static final long serialVersionUID = 1;

        Unfit(String reason) {
            super(reason);
        }

        String reason() {
            return Objects.requireNonNull(getMessage());
        }
    }

    /** The value to store. */
    @Nullable
    Object fit(Column column, @Nullable Object value) throws Unfit {
        if (value == null) {
            if (column.key()) {
                throw new Unfit(column.name() + " is its key and has no value");
            }
            return null;
        }
        if (column.isTime() && schema.timeForm() == TimeForm.UTC_MILLIS) {
            return time(value);
        }
        String type = column.type().toUpperCase(Locale.ROOT);
        if (type.contains("INT") || type.contains("BOOL")) {
            return whole(column, value);
        }
        if (type.contains("REAL") || type.contains("DEC") || type.contains("FLOA") || type.contains("DOUB")) {
            return real(column, value);
        }
        return type.contains("BLOB") ? value : text(column, value);
    }

    private String time(Object value) {
        Instant time = OldTimes.time(value instanceof byte[] bytes ? new String(bytes, StandardCharsets.UTF_8) : value);
        return time == null || time.isBefore(EARLIEST) || time.isAfter(LATEST) ? now : Times.show(time);
    }

    private @Nullable Object whole(Column column, Object value) throws Unfit {
        Double number = number(value);
        if (number == null || number.isNaN()) {
            return otherwise(column, value, "a whole number");
        }
        long whole = value instanceof Long exact ? exact : Math.round(number);
        if (column.key()) {
            if (whole < 1 || whole > MOST_KEY) {
                throw new Unfit(column.name() + " is its key and " + whole + " is not within 1 to " + MOST_KEY);
            }
            return whole;
        }
        for (TakeoverRule rule : schema.rules()) {
            if (rule instanceof TakeoverRule.Range range && isOf(rule, column)) {
                return Math.clamp(whole, Math.round(range.low()), Math.round(range.high()));
            }
        }
        return Math.clamp(whole, 0, MOST);
    }

    private @Nullable Object real(Column column, Object value) throws Unfit {
        Double number = number(value);
        if (number == null || number.isNaN()) {
            return otherwise(column, value, "a number");
        }
        for (TakeoverRule rule : schema.rules()) {
            if (rule instanceof TakeoverRule.Range range && isOf(rule, column)) {
                return Math.clamp(number, range.low(), range.high());
            }
        }
        return Math.clamp(number, -MOST_REAL, MOST_REAL);
    }

    private static @Nullable Double number(Object value) {
        if (value instanceof Number number) {
            return number.doubleValue();
        }
        if (!(value instanceof String text)) {
            return null;
        }
        return switch (text.strip().toLowerCase(Locale.ROOT)) {
            case "true" -> 1.0;
            case "false" -> 0.0;
            default -> {
                try {
                    yield Double.valueOf(text.strip());
                } catch (NumberFormatException e) {
                    yield null;
                }
            }
        };
    }

    /** What stands for a value that cannot be read: the default of its column. */
    private static @Nullable Object otherwise(Column column, Object value, String wanted) throws Unfit {
        Double byDefault = column.byDefault() == null ? null : number(column.byDefault());
        if (column.key() || (byDefault == null && column.notNull())) {
            throw new Unfit(column.name() + " " + shown(value) + " is not " + wanted);
        }
        return byDefault;
    }

    private @Nullable Object text(Column column, Object value) throws Unfit {
        if (value instanceof Number) {
            return value;
        }
        String text = value instanceof byte[] bytes ? decoded(column, bytes) : value.toString();
        // PostgreSQL has no place for the character zero.
        text = text.replace('\0', '\uFFFD');
        Matcher length = LENGTH.matcher(column.type());
        if (length.find() && text.codePointCount(0, text.length()) > Integer.parseInt(length.group(1))) {
            throw new Unfit(column.name() + " has more than " + length.group(1) + " characters");
        }
        if (column.key() && text.getBytes(StandardCharsets.UTF_8).length > LONGEST_KEY) {
            throw new Unfit(column.name() + " is its key and has more than " + LONGEST_KEY + " bytes");
        }
        for (TakeoverRule rule : schema.rules()) {
            if (rule instanceof TakeoverRule.Word word
                    && isOf(rule, column)
                    && !word.words().contains(text)) {
                if (word.otherwise() == null) {
                    throw new Unfit(column.name() + " " + shown(text) + " is none of "
                            + String.join(", ", word.words().stream().sorted().toList()));
                }
                return word.otherwise();
            }
        }
        return OBJECTS.contains(column.name()) || DOCUMENTS.contains(column.name()) ? json(column, text) : text;
    }

    private static String json(Column column, String text) {
        try {
            return !OBJECTS.contains(column.name()) || Json.parse(text) instanceof Map<?, ?>
                    ? parsed(text)
                    : Json.write(Json.object("imported", text));
        } catch (InvalidException e) {
            return Json.write(OBJECTS.contains(column.name()) ? Json.object("imported", text) : text);
        }
    }

    /** The text itself, if it is JSON that both databases store. */
    private static String parsed(String text) {
        Object value = Json.parse(text);
        return text.contains("\\u0000") ? Json.write(value).replace("\\u0000", "\uFFFD") : text;
    }

    private static String decoded(Column column, byte[] bytes) throws Unfit {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(buffer).toString();
        } catch (CharacterCodingException e) {
            throw new Unfit(column.name() + " is not UTF-8 at byte " + (buffer.position() + 1));
        }
    }

    private static boolean isOf(TakeoverRule rule, Column column) {
        return rule.table().equals(column.table()) && rule.column().equals(column.name());
    }

    /** A value in a sentence. */
    static String shown(@Nullable Object value) {
        String text = value instanceof byte[] bytes ? bytes.length + " bytes" : String.valueOf(value);
        int most = 200;
        return text.length() <= most ? text : text.substring(0, most) + "… (" + text.length() + " characters)";
    }
}
