package dev.stoa.counsel.audit;

import dev.stoa.base.Principal;
import dev.stoa.base.Trace;
import dev.stoa.counsel.CounselArchive;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Ids;
import dev.stoa.storage.StorageSettings;
import dev.stoa.testing.Place;
import dev.stoa.testing.TestClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A log with its places in a folder, and an attacker who can do anything to its database. Not thread-safe. */
final class LogFixture implements AutoCloseable {
    static final Principal ANN = Principal.local();

    final TestClock clock = TestClock.at("2026-01-01T00:00:00Z");
    final Place place;
    final Path folder;
    private final List<AutoCloseable> closing = new ArrayList<>();
    Archive archive;
    AuditLog log;
    Audit audit;
    AuditPlaces places;

    LogFixture(Dialect dialect, Path folder) {
        this(dialect, folder, null);
    }

    LogFixture(Dialect dialect, Path folder, @Nullable Path anchor) {
        this.place = Place.on(dialect, folder, CounselArchive.SCHEMA);
        this.folder = folder;
        AuditPlaces usual = AuditPlaces.in(folder);
        this.places = new AuditPlaces(usual.key(), usual.checkpoints(), anchor);
        this.archive = place.open(CounselArchive.SCHEMA, StorageSettings.defaults(), clock);
        this.log = new AuditLog(Ids.system(), places);
        this.audit = Audit.over(archive, clock, log, places, closing::add);
    }

    /** Ends the process as it should end, and begins another. */
    void restart() throws Exception {
        end();
        archive = place.open(CounselArchive.SCHEMA, StorageSettings.defaults(), clock);
        log = new AuditLog(Ids.system(), places);
        audit = Audit.over(archive, clock, log, places, closing::add);
    }

    private void end() throws Exception {
        for (AutoCloseable each : closing) {
            each.close();
        }
        closing.clear();
        place.closeArchives();
    }

    /** Writes events with a value in every column; the log has as many rows afterwards. */
    LogFixture rows(int upTo) {
        long size = archive.read(tx -> AuditHead.read(tx).orElseThrow().size());
        for (long i = size + 1; i <= upTo; i++) {
            event(i);
        }
        return this;
    }

    private void event(long i) {
        clock.advance(Duration.ofMillis(1500));
        AuditEvent event = new AuditEvent(
                "query",
                new Trace("token" + i, "request" + i, "trace" + i),
                "session" + i,
                "conversation" + i,
                "law",
                "sokrates",
                "panel",
                0.625,
                0.8,
                12.5,
                "key" + i,
                Map.of("answer", i));
        archive.write(tx -> log.append(tx, event, clock.instant()));
    }

    VerifyReport verify() {
        return audit.verify(ANN, List.of(), List.of());
    }

    /** The names of the problems, in order. */
    static List<String> classes(VerifyReport report) {
        return report.problems().stream()
                .map(problem -> VerifyReport.word(problem.fault()))
                .toList();
    }

    static List<String> warnings(VerifyReport report) {
        return report.warnings().stream()
                .map(warning -> VerifyReport.word(warning.caution()))
                .toList();
    }

    /** Takes the guards away, as anyone who owns the file can. */
    LogFixture unguarded() {
        archive.write(tx -> {
            for (String trigger : List.of(
                    "guard_audit_log_update on audit_log",
                    "guard_audit_log_delete on audit_log",
                    "guard_audit_checkpoints_update on audit_checkpoints",
                    "guard_audit_checkpoints_delete on audit_checkpoints")) {
                tx.update("DROP TRIGGER " + tx.dialect().pick(trigger.substring(0, trigger.indexOf(' ')), trigger));
            }
            return null;
        });
        return this;
    }

    void sql(String statement, @Nullable Object... values) {
        archive.write(tx -> tx.update(statement, values));
    }

    /** Writes every row from one on again, so that hashes, links and head are right. */
    void rehash(long from) {
        archive.write(tx -> {
            tx.update("DROP INDEX IF EXISTS idx_audit_log_prev_hash");
            RowHasher hasher = new RowHasher();
            List<AuditRow> rows = new ArrayList<>();
            tx.each("SELECT " + AuditColumn.NAMES + " FROM audit_log ORDER BY seq", row -> rows.add(AuditRow.of(row)));
            Frontier frontier = Frontier.empty();
            String previous = RowHasher.FIRST;
            for (AuditRow row : rows) {
                if (Objects.requireNonNull(row.seq()) >= from) {
                    row.set(AuditColumn.PREV_HASH, previous);
                    byte[] hash = Objects.requireNonNull(hasher.hash(row));
                    row.set(AuditColumn.CURR_HASH, HexFormat.of().formatHex(hash));
                    tx.update(
                            "UPDATE audit_log SET prev_hash = ?, curr_hash = ? WHERE seq = ?",
                            previous,
                            row.text(AuditColumn.CURR_HASH),
                            row.seq());
                }
                previous = Objects.requireNonNull(row.text(AuditColumn.CURR_HASH));
                frontier.add(HexFormat.of().parseHex(previous));
            }
            new AuditHead(rows.size(), previous, frontier.digits()).store(tx);
            return null;
        });
    }

    @Override
    public void close() throws Exception {
        end();
        place.close();
    }
}
