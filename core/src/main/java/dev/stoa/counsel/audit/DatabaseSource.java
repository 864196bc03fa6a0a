package dev.stoa.counsel.audit;

import dev.stoa.base.StoaException;
import dev.stoa.json.Json;
import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The log in a database, read in one transaction. Not thread-safe. */
final class DatabaseSource extends AuditSource {
    private static final List<String> GUARDS = List.of(
            "guard_audit_log_update",
            "guard_audit_log_delete",
            "guard_audit_checkpoints_update",
            "guard_audit_checkpoints_delete");

    private static final String ROWS = "SELECT " + AuditColumn.NAMES + " FROM audit_log WHERE seq >= 1 ORDER BY seq";

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
        AuditRow row = new AuditRow();
        tx.each(ROWS, stored -> each.accept(row.fill(stored)));
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
