package dev.stoa.counsel.foreign;

import dev.stoa.base.Bounds;
import dev.stoa.base.InvalidException;
import dev.stoa.json.Json;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads one row of another program into values that can be stored here, and tells what it changed. Used by one thread,
 * for one row. Changes are told only when the row is kept.
 */
final class RowReader {
    /** Why a row cannot be taken. */
    static final class Unfit extends Exception {
        private static final long serialVersionUID = 1;

        Unfit(String reason) {
            super(reason);
        }

        String reason() {
            return String.valueOf(getMessage());
        }
    }

    private static final int MOST_JSON = 65_536;

    private final OldRow row;
    private final AuaTexts texts;
    private final Instant now;
    private final Map<String, @Nullable Object[]> changes = new LinkedHashMap<>();

    RowReader(OldRow row, AuaTexts texts, Instant now) {
        this.row = row;
        this.texts = texts;
        this.now = now;
    }

    OldRow row() {
        return row;
    }

    /** Tells of every value that was changed. */
    void tell(AuaTally tally, String id) {
        changes.forEach((column, change) -> tally.altered(row, id, column, change[0], change[1]));
    }

    /** An id, which must be there. */
    String id(String column) throws Unfit {
        String id = idOrNull(column);
        if (id == null) {
            throw new Unfit("it has no " + column);
        }
        return id;
    }

    /** An id, if there is one. */
    @Nullable
    String idOrNull(String column) throws Unfit {
        String id = row.text(column);
        if (id == null || id.isBlank()) {
            return null;
        }
        try {
            return Bounds.id(column, id);
        } catch (InvalidException e) {
            throw new Unfit(e.getMessage());
        }
    }

    /** A text that must be there, not longer than a bound. */
    String text(String column, int most) throws Unfit {
        String text = textOrNull(column, most);
        if (text == null || text.isBlank()) {
            throw new Unfit("it has no " + column);
        }
        return text;
    }

    /** A text, if there is one. */
    @Nullable
    String textOrNull(String column, int most) throws Unfit {
        String stored = row.text(column);
        if (stored == null) {
            return null;
        }
        Optional<String> read = texts.read(stored);
        if (read.isEmpty()) {
            throw new Unfit(column + " does not open with the key that was given");
        }
        // No other database has a place for the character zero, and none for half a character.
        String text = whole(read.get());
        if (!text.equals(read.get())) {
            changed(column, "a text with characters that cannot be stored", "one with U+FFFD in their place");
        }
        if (text.codePointCount(0, text.length()) > most) {
            throw new Unfit(column + " has more than " + most + " characters");
        }
        return text;
    }

    private static String whole(String text) {
        return new String(text.replace('\0', '\uFFFD').getBytes(StandardCharsets.UTF_16), StandardCharsets.UTF_16);
    }

    /** A name or title, cut where it is too long; the default where there is none. */
    String name(String column, String otherwise, int most) throws Unfit {
        String text = textOrNull(column, Integer.MAX_VALUE);
        if (text == null || text.isBlank()) {
            changed(column, text, otherwise);
            return otherwise;
        }
        if (text.codePointCount(0, text.length()) <= most) {
            return text;
        }
        String cut = text.substring(0, text.offsetByCodePoints(0, most));
        changed(column, text, cut);
        return cut;
    }

    /** One of some words; another becomes the default. */
    @Nullable
    String word(String column, List<String> known, @Nullable String otherwise) {
        String word = row.text(column);
        if (word == null || known.contains(word)) {
            return word == null ? otherwise : word;
        }
        changed(column, word, otherwise);
        return otherwise;
    }

    /** A number within bounds; one outside becomes the nearest, and what is none the default. */
    @Nullable
    Double real(String column, double least, double most, @Nullable Double otherwise) {
        Object stored = row.values().get(column);
        Double number = row.real(column);
        Double fit = number == null ? otherwise : (Double) Math.clamp(number, least, most);
        if (stored != null && (number == null || !number.equals(fit))) {
            changed(column, stored, fit);
        }
        return fit;
    }

    /** A whole number from 0 on. */
    long count(String column, long otherwise) {
        Double number = real(column, 0, 1e15, (double) otherwise);
        return number == null ? otherwise : Math.round(number);
    }

    /** A flag, kept as 0 or 1. */
    int flag(String column) {
        Double number = row.real(column);
        int flag = number == null ? 0 : number != 0 ? 1 : 0;
        if (row.values().get(column) != null && (number == null || number != flag)) {
            changed(column, row.values().get(column), flag);
        }
        return flag;
    }

    /** A time; where none can be read, another. */
    Instant time(String column, @Nullable Instant otherwise) {
        Instant time = row.time(column);
        if (time != null) {
            return time;
        }
        Instant instead = otherwise == null ? now : otherwise;
        changed(column, row.values().get(column), instead);
        return instead;
    }

    /** A JSON object; anything else is kept inside one. */
    String object(String column) throws Unfit {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        String text = textOrNull(column, Integer.MAX_VALUE);
        if (text != null && !text.isBlank()) {
            try {
                object.putAll(Json.parseObject(text));
            } catch (InvalidException e) {
                object.put("imported", text);
                changed(column, text, "an object with it");
            }
        }
        String tenant = row.text("tenant_id");
        if (tenant != null && !tenant.isBlank()) {
            object.put("tenant_id", tenant);
        }
        String json = Json.write(object);
        if (json.getBytes(StandardCharsets.UTF_8).length > MOST_JSON) {
            throw new Unfit(column + " has more than 65,536 bytes");
        }
        return json;
    }

    /** A JSON list of texts; a text that is none becomes its only item. */
    @Nullable
    String list(String column) throws Unfit {
        String text = textOrNull(column, MOST_JSON);
        if (text == null || text.isBlank()) {
            return null;
        }
        try {
            if (Json.parse(text) instanceof List<?> items && items.stream().allMatch(String.class::isInstance)) {
                return text;
            }
        } catch (InvalidException e) {
            // Kept as the text it is.
        }
        String list = Json.write(List.of(text));
        changed(column, text, list);
        return list;
    }

    void changed(String column, @Nullable Object from, @Nullable Object to) {
        changes.putIfAbsent(column, new @Nullable Object[] {from, to});
    }
}
