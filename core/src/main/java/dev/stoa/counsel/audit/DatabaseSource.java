package dev.stoa.counsel.audit;

import dev.stoa.base.StoaException;
import dev.stoa.json.Json;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The log in a database, read in one transaction. Not thread-safe. */
final class DatabaseSource extends AuditSource {
    private static final List<String> GUARDS = List.of(
            "guard_audit_log_update",
            "guard_audit_log_delete",
            "guard_audit_checkpoints_update",
            "guard_audit_checkpoints_delete");

    private static final String RANGE = " FROM audit_log WHERE seq > ? AND seq <= ? ORDER BY seq";
    private static final String TAIL = " FROM audit_log WHERE seq > ? ORDER BY seq";

    private final Tx tx;

    DatabaseSource(Tx tx) {
        this.tx = tx;
    }

    @Override
    public String origin() {
        return AuditLog.origin(tx);
    }

    @Override
    public String claimedKey() {
        return tx.list("SELECT details FROM audit_log WHERE seq = 1", row -> String.valueOf(row.textOrNull(1))).stream()
                .map(DatabaseSource::vkey)
                .findFirst()
                .orElse("");
    }

    private static String vkey(String details) {
        try {
            return Json.parseObject(details).get("vkey") instanceof String vkey ? vkey : "";
        } catch (StoaException e) {
            return "";
        }
    }

    @Override
    Optional<AuditHead> head() {
        return AuditHead.read(tx);
    }

    @Override
    void rows(Consumer<AuditRow> each) {
        // Without an upper bound: a number that is text comes after all that are numbers.
        rows(tx, TAIL, each, 0L);
    }

    /** Hands over the rows after one, up to another. The row is reused. */
    static void rows(Tx tx, long after, long upTo, Consumer<AuditRow> each) {
        rows(tx, RANGE, each, after, upTo);
    }

    private static void rows(Tx tx, String which, Consumer<AuditRow> each, Object... bounds) {
        AuditRow row = new AuditRow();
        // Each column that is fetched from SQLite costs more than to hash it, so that its texts come in one.
        if (tx.dialect() == Dialect.SQLITE) {
            tx.each(
                    "SELECT " + PackedTexts.COLUMNS + which,
                    stored -> each.accept(PackedTexts.fill(row, stored) ? row : alone(tx, stored.stored(1))),
                    bounds);
        } else {
            tx.each("SELECT " + AuditColumn.NAMES + which, stored -> each.accept(row.fill(stored)), bounds);
        }
    }

    /** A row whose texts cannot be told apart where they are in one column. */
    private static AuditRow alone(Tx tx, @Nullable Object seq) {
        return tx.one("SELECT " + AuditColumn.NAMES + " FROM audit_log WHERE seq = ?", AuditRow::of, seq)
                .orElseThrow();
    }

    @Override
    long strays() {
        return tx.number("SELECT count(*) FROM audit_log WHERE seq IS NULL")
                + tx.number("SELECT count(*) FROM audit_log WHERE seq < 1");
    }

    @Override
    List<String> missingGuards() {
        List<String> missing = new ArrayList<>(GUARDS);
        missing.removeAll(tx.list(
                tx.dialect().pick("SELECT name FROM sqlite_schema WHERE type = 'trigger'", """
                                SELECT t.tgname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
                                JOIN pg_namespace n ON n.oid = c.relnamespace
                                WHERE n.nspname = current_schema() AND t.tgenabled <> 'D'"""), row -> row.text(1)));
        return missing;
    }
}
