package dev.stoa.counsel.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.ConflictException;
import dev.stoa.base.InvalidException;
import dev.stoa.base.Trace;
import dev.stoa.counsel.CounselArchive;
import dev.stoa.json.Json;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Ids;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@OnBothDatabases
class AuditChainTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    @Parameter
    @SuppressWarnings("NullAway.Init")
    Dialect dialect;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private Place place;
    private Archive archive;
    private AuditLog log;

    @BeforeEach
    void open() {
        place = Place.on(dialect, folder, CounselArchive.SCHEMA);
        archive = place.open(CounselArchive.SCHEMA);
        log = new AuditLog(Ids.system(), AuditPlaces.in(folder));
    }

    @AfterEach
    void close() {
        place.close();
    }

    @Test
    void theExampleChainHasTheHashesOfTheSpecification() {
        archive.write(tx -> {
            ExampleChain.write(tx);
            return null;
        });
        List<AuditRow> rows = rows();
        assertThat(rows).map(row -> row.text(AuditColumn.DETAILS_HASH)).isEqualTo(ExampleChain.DETAILS_HASHES);
        assertThat(rows).map(row -> row.text(AuditColumn.CURR_HASH)).isEqualTo(ExampleChain.HASHES);
        assertThat(rows)
                .map(row -> row.text(AuditColumn.PREV_HASH))
                .containsExactly("0".repeat(64), ExampleChain.HASHES.get(0), ExampleChain.HASHES.get(1));
        RowHasher hasher = new RowHasher();
        assertThat(rows)
                .map(row -> Objects.requireNonNull(hasher.preimage(row)).length)
                .containsExactly(198, 275, 219);
        assertThat(HexFormat.of().formatHex(Objects.requireNonNull(hasher.preimage(rows.getFirst()))))
                .isEqualTo("73746f612e61756469742e763100490000000000000001" + "5400000040" + "30".repeat(64)
                        + "54000000026131" + "5241da556e40000000" + "5400000004696e6974" + "4e".repeat(12)
                        + "5400000040" + ascii(ExampleChain.DETAILS_HASHES.getFirst()));
        // What is read back hashes to what was written, on every backend.
        assertThat(rows)
                .map(row -> HexFormat.of().formatHex(Objects.requireNonNull(hasher.hash(row))))
                .isEqualTo(ExampleChain.HASHES);
        assertThat(rows).allMatch(hasher::match);
    }

    private static String ascii(String text) {
        return HexFormat.of().formatHex(text.getBytes(StandardCharsets.US_ASCII));
    }

    @Test
    void theHeadHoldsTheFrontierOfTheTree() {
        archive.write(tx -> {
            ExampleChain.write(tx);
            return null;
        });
        AuditHead head = head();
        assertThat(head.size()).isEqualTo(3);
        assertThat(head.hash()).isEqualTo(ExampleChain.HASHES.getLast());
        Frontier frontier = Objects.requireNonNull(Frontier.parse(3, Objects.requireNonNull(head.frontier())));
        assertThat(HexFormat.of().formatHex(frontier.root())).isEqualTo(ExampleChain.ROOTS.getLast());
        // Of three rows: the tree of the first two, then the leaf of the third.
        assertThat(head.frontier()).startsWith(ExampleChain.ROOTS.get(1)).hasSize(128);
    }

    @Test
    void aLogBeginsWithItsArchiveAndItsKey() {
        long seq = archive.write(tx -> log.append(tx, AuditEvent.of("export", Trace.NONE, Map.of()), NOW));
        assertThat(seq).isEqualTo(2);
        AuditRow init = rows().getFirst();
        assertThat(init.text(AuditColumn.EVENT_TYPE)).isEqualTo("init");
        String origin = archive.read(AuditLog::origin);
        assertThat(Json.parseObject(Objects.requireNonNull(init.text(AuditColumn.DETAILS))))
                .containsEntry("archive_id", origin.substring("stoa/".length()))
                .containsEntry(
                        "vkey",
                        AuditKey.read(folder.resolve("keys/audit.key"))
                                .orElseThrow()
                                .verifier(origin)
                                .toString());
    }

    @Test
    void anEventKeyIsRecordedOnce() {
        AuditEvent event =
                AuditEvent.of("debate_completed", Trace.NONE, Map.of()).once("debate_completed:d1");
        long first = archive.write(tx -> log.append(tx, event, NOW));
        long second = archive.write(tx -> log.append(tx, event, NOW));
        assertThat(second).isEqualTo(first);
        assertThat(head().size()).isEqualTo(2);
    }

    @Test
    void anEntryOfAnUndoneSavepointLeavesNoTrace() {
        archive.write(tx -> {
            log.append(tx, AuditEvent.of("export", Trace.NONE, Map.of()), NOW);
            assertThatThrownBy(() -> tx.attempt(part -> {
                        log.append(part, AuditEvent.of("backup", Trace.NONE, Map.of()), NOW);
                        throw new IllegalStateException("undone");
                    }))
                    .hasMessage("undone");
            return log.append(tx, AuditEvent.of("export", Trace.NONE, Map.of()), NOW);
        });
        assertThat(rows()).map(AuditRow::seq).containsExactly(1L, 2L, 3L);
        assertThat(rows().get(2).text(AuditColumn.PREV_HASH))
                .isEqualTo(rows().get(1).text(AuditColumn.CURR_HASH));
    }

    @Test
    void whatIsNoNumberOrTooLongIsRefused() {
        assertThatThrownBy(() -> append(Map.of("text", "x".repeat(70_000))))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("details ha");
        assertThatThrownBy(() -> archive.write(tx -> log.append(
                        tx,
                        new AuditEvent(
                                "query",
                                Trace.NONE,
                                null,
                                null,
                                null,
                                null,
                                null,
                                Double.NaN,
                                null,
                                null,
                                null,
                                Map.of()),
                        NOW)))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("u_score");
    }

    @Test
    void guardsRefuseToChangeOrDeleteWhatIsAppended() {
        append(Map.of("text", "x"));
        for (String column : List.of("id", "event_type", "session_id", "event_key", "details_hash", "prev_hash")) {
            assertThatThrownBy(() -> archive.write(
                            tx -> tx.update("UPDATE audit_log SET " + column + " = 'other' WHERE seq = 2")))
                    .as(column)
                    .isInstanceOf(ConflictException.class)
                    .hasMessageContaining("append-only: audit_log");
        }
        assertThatThrownBy(() -> archive.write(tx -> tx.update("UPDATE audit_log SET details = '{}'")))
                .hasMessageContaining("append-only: audit_log");
        assertThatThrownBy(() -> archive.write(tx -> tx.update("DELETE FROM audit_log")))
                .hasMessageContaining("append-only: audit_log");
        assertThat(archive.<Integer>write(
                        tx -> tx.update("UPDATE audit_log SET details = NULL, details_salt = NULL WHERE seq = 2")))
                .isEqualTo(1);
    }

    @Test
    void guardsHoldForCheckpointsPromotionsAndBackupsToo() {
        archive.write(tx -> {
            tx.update("INSERT INTO audit_checkpoints (size, created_at, frontier, note) VALUES (1, 1.0, '', 'n')");
            tx.update("INSERT INTO promotions (id, created_at, specialist, event) VALUES ('p', 1.0, 's', 'promote')");
            tx.update("INSERT INTO context_backups (backup_id, conversation_id, specialist, trigger, created_at)"
                    + " VALUES ('b', 'c', 's', 't', 1.0)");
            return null;
        });
        for (String table : List.of("audit_checkpoints", "promotions", "context_backups")) {
            assertThatThrownBy(() -> archive.write(tx -> tx.update("DELETE FROM " + table)))
                    .hasMessageContaining("append-only: " + table);
            assertThatThrownBy(() -> archive.write(tx -> tx.update("UPDATE " + table + " SET created_at = 2.0")))
                    .hasMessageContaining("append-only: " + table);
        }
        assertThat(archive.<Integer>write(tx -> tx.update("UPDATE promotions SET reverted = 1")))
                .isEqualTo(1);
        assertThatThrownBy(() -> archive.write(tx -> tx.update("UPDATE promotions SET reverted = 0")))
                .hasMessageContaining("append-only: promotions");
    }

    private void append(Map<String, Object> details) {
        archive.write(tx -> log.append(tx, AuditEvent.of("export", Trace.NONE, details), NOW));
    }

    private AuditHead head() {
        return archive.read(tx -> AuditHead.read(tx).orElseThrow());
    }

    private List<AuditRow> rows() {
        return archive.read(tx -> {
            List<AuditRow> rows = new ArrayList<>();
            tx.each("SELECT " + AuditColumn.NAMES + " FROM audit_log ORDER BY seq", row -> rows.add(AuditRow.of(row)));
            return rows;
        });
    }
}
