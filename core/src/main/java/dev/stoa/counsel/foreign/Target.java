package dev.stoa.counsel.foreign;

import dev.stoa.counsel.seal.Seal;
import dev.stoa.counsel.seal.SealedColumn;
import dev.stoa.counsel.seal.SealedTable;
import dev.stoa.storage.TimeForm;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The archive that rows of another program go into, within one unit of work. Not thread-safe. What is there under the
 * same id with the same content is skipped; with other content it refuses the import.
 */
final class Target {
    private final Tx tx;
    private final Seal seal;
    private final AuaTally tally;
    private final Map<String, Map<String, @Nullable Object>> seen = new HashMap<>();
    private final Map<String, Boolean> empty = new HashMap<>();

    Target(Tx tx, Seal seal, AuaTally tally) {
        this.tx = tx;
        this.seal = seal;
        this.tally = tally;
    }

    /**
     * Whether a row is new.
     *
     * @param key the column that is its key
     * @param compared what is compared with a row that is there
     */
    boolean isNew(OldRow row, String table, String key, String id, Map<String, @Nullable Object> compared) {
        Map<String, @Nullable Object> before = seen.putIfAbsent(table + " " + id, compared);
        if (before != null) {
            if (same(before, compared)) {
                tally.skipped(row);
            } else {
                tally.setAside(row, id, "another row before it has its id, and other content");
            }
            return false;
        }
        Optional<Map<String, @Nullable Object>> stored = stored(table, key, id, new ArrayList<>(compared.keySet()));
        if (stored.isEmpty()) {
            return true;
        }
        if (same(stored.get(), compared)) {
            tally.skipped(row);
        } else {
            tally.differs(row, id);
        }
        return false;
    }

    /** Whether there is a row with an id, of this import or from before. */
    boolean has(String table, String key, String id) {
        return seen.containsKey(table + " " + id)
                || (!isEmpty(table)
                        && tx.one("SELECT 1 FROM " + table + " WHERE " + key + " = ?", row -> true, id)
                                .isPresent());
    }

    /** Takes note of a row that was made for others. */
    void made(String table, String id) {
        seen.put(table + " " + id, Map.of());
    }

    /** Whether a table had no row before the import, so that none needs a look-up. */
    private boolean isEmpty(String table) {
        return empty.computeIfAbsent(
                table,
                name -> tx.one("SELECT 1 FROM " + name + " LIMIT 1", row -> true)
                        .isEmpty());
    }

    private Optional<Map<String, @Nullable Object>> stored(String table, String key, String id, List<String> columns) {
        if (isEmpty(table)) {
            return Optional.empty();
        }
        SealedTable sealed = Arrays.stream(SealedTable.values())
                .filter(each -> each.table().equals(table))
                .findFirst()
                .orElse(null);
        String more = sealed == null ? "NULL, ''" : "key_id, " + sealed.parent();
        return tx.one(
                "SELECT " + more + ", " + String.join(", ", columns) + " FROM " + table + " WHERE " + key + " = ?",
                row -> {
                    Map<String, @Nullable Object> values = new LinkedHashMap<>();
                    for (int i = 0; i < columns.size(); i++) {
                        Object value = row.stored(i + 3);
                        SealedColumn column = column(sealed, columns.get(i));
                        values.put(
                                columns.get(i),
                                column != null && value instanceof String text
                                        ? seal.open(column, id, row.text(2), text, row.numberOrNull(1))
                                        : value);
                    }
                    return values;
                },
                id);
    }

    private static @Nullable SealedColumn column(@Nullable SealedTable table, String name) {
        return table == null
                ? null
                : table.columns().stream()
                        .filter(column -> column.column().equals(name))
                        .findFirst()
                        .orElse(null);
    }

    private static boolean same(Map<String, @Nullable Object> one, Map<String, @Nullable Object> other) {
        return one.keySet().equals(other.keySet())
                && one.keySet().stream().allMatch(column -> same(one.get(column), other.get(column)));
    }

    private static boolean same(@Nullable Object one, @Nullable Object other) {
        Object a = plain(one);
        Object b = plain(other);
        if (a instanceof Number x && b instanceof Number y) {
            return x.doubleValue() == y.doubleValue();
        }
        return Objects.equals(a, b);
    }

    private static @Nullable Object plain(@Nullable Object value) {
        return value instanceof Instant time ? TimeForm.UNIX_SECONDS.stored(time) : value;
    }

    /** Writes a row as it is; what is to be sealed is sealed at the end of the unit. */
    void insert(String table, Map<String, @Nullable Object> values) {
        tx.update(
                "INSERT INTO " + table + " (" + String.join(", ", values.keySet()) + ") VALUES ("
                        + Tx.marks(values.size()) + ")",
                values.values().toArray());
    }

    Tx tx() {
        return tx;
    }

    /** How texts are hashed that are compared. */
    Seal seal() {
        return seal;
    }
}
