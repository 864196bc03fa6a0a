package dev.stoa.counsel.key;

import dev.stoa.base.VerificationException;
import dev.stoa.counsel.base.CounselContext;
import dev.stoa.counsel.seal.Seal;
import dev.stoa.counsel.seal.SealedColumn;
import dev.stoa.counsel.seal.SealedTable;
import dev.stoa.storage.Row;
import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Seals every row that is plain or sealed under another key than the newest, some hundred in a transaction, in the order
 * of their ids. Used by one thread. What it has done stays done: it may be killed and started again.
 */
public final class Resealing {
    private static final int AT_ONCE = 500;

    // A message may have a million bytes: rows are held in memory a few at a time.
    private static final int HELD = 25;

    private final CounselContext context;
    private long broken;
    private long plain;

    Resealing(CounselContext context) {
        this.context = context;
    }

    /** Seals, inside the unit that wrote them, rows that are plain yet; nothing in a plain archive. */
    public static void inside(Tx tx, CounselContext context) {
        if (!context.seal().on()) {
            return;
        }
        Resealing resealing = new Resealing(context);
        for (SealedTable table : SealedTable.values()) {
            for (Batch batch = new Batch("", 0, 0, 0, true); batch.more(); ) {
                batch = resealing.batch(tx, table, batch.last());
            }
        }
    }

    /** How many rows were plain before. */
    long plain() {
        return plain;
    }

    long broken() {
        return broken;
    }

    /** All tables; how many rows of each were sealed. */
    Map<String, Long> run() {
        Map<String, Long> sealed = new LinkedHashMap<>();
        for (SealedTable table : SealedTable.values()) {
            sealed.put(table.table(), run(table));
        }
        return sealed;
    }

    private long run(SealedTable table) {
        long sealed = 0;
        Batch batch = new Batch("", 0, 0, 0, true);
        while (batch.more()) {
            String after = batch.last();
            batch = context.archive().write(tx -> {
                context.seal().admit(tx);
                return batch(tx, table, after);
            });
            // Counted after the commit: a unit that is undone has done nothing.
            sealed += batch.sealed();
            plain += batch.plain();
            broken += batch.broken();
        }
        return sealed;
    }

    private record Batch(String last, long sealed, long plain, long broken, boolean more) {}

    /** A row with its stored values: text, bytes or null. */
    private record Stored(
            String id, String parent, @Nullable Long keyId, List<@Nullable Object> values) {}

    private Batch batch(Tx tx, SealedTable table, String after) {
        Batch all = new Batch(after, 0, 0, 0, true);
        for (int rows = 0; all.more() && rows < AT_ONCE; rows += HELD) {
            Batch some = some(tx, table, all.last());
            all = new Batch(
                    some.last(),
                    all.sealed() + some.sealed(),
                    all.plain() + some.plain(),
                    all.broken() + some.broken(),
                    some.more());
        }
        return all;
    }

    private Batch some(Tx tx, SealedTable table, String after) {
        Seal.RowSeal row = context.seal().row();
        List<Stored> rows = tx.list(
                "SELECT " + table.id() + ", " + table.parent() + ", key_id, " + names(table, ", ", "") + " FROM "
                        + table.table() + " WHERE " + table.id() + " > ? AND (key_id IS NULL OR key_id <> ?) ORDER BY "
                        + table.id() + " LIMIT " + HELD,
                found -> stored(table, found),
                after,
                row.keyId());
        String update = "UPDATE " + table.table() + " SET " + names(table, ", ", " = ?") + ", key_id = ? WHERE "
                + table.id() + " = ?";
        long sealed = 0;
        long plainRows = 0;
        long brokenRows = 0;
        for (Stored stored : rows) {
            try {
                tx.update(update, parameters(table, stored, row));
                sealed++;
                plainRows += stored.keyId() == null ? 1 : 0;
            } catch (VerificationException e) {
                // It opens no better tomorrow, and the others must not wait for it.
                brokenRows++;
            }
        }
        return new Batch(
                rows.isEmpty() ? after : rows.getLast().id(), sealed, plainRows, brokenRows, rows.size() == HELD);
    }

    private static String names(SealedTable table, String between, String after) {
        return String.join(
                between,
                table.columns().stream().map(column -> column.column() + after).toList());
    }

    private static Stored stored(SealedTable table, Row row) {
        List<@Nullable Object> values = new ArrayList<>();
        for (int i = 0; i < table.columns().size(); i++) {
            int at = i + 4;
            values.add(table.columns().get(i) == SealedColumn.EMBEDDING ? row.bytesOrNull(at) : row.textOrNull(at));
        }
        return new Stored(row.text(1), row.text(2), row.numberOrNull(3), values);
    }

    private @Nullable Object[] parameters(SealedTable table, Stored stored, Seal.RowSeal row) {
        @Nullable Object[] parameters = new @Nullable Object[table.columns().size() + 2];
        for (int i = 0; i < table.columns().size(); i++) {
            SealedColumn column = table.columns().get(i);
            parameters[i] = switch (stored.values().get(i)) {
                case String text ->
                    row.text(
                            column,
                            stored.id(),
                            stored.parent(),
                            context.seal().open(column, stored.id(), stored.parent(), text, stored.keyId()));
                case byte[] bytes ->
                    row.bytes(
                            column,
                            stored.id(),
                            stored.parent(),
                            context.seal().open(column, stored.id(), stored.parent(), bytes, stored.keyId()));
                case null, default -> null;
            };
        }
        parameters[parameters.length - 2] = row.keyId();
        parameters[parameters.length - 1] = stored.id();
        return parameters;
    }
}
