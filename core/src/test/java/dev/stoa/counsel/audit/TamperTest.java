package dev.stoa.counsel.audit;

import static dev.stoa.counsel.audit.LogFixture.ANN;
import static dev.stoa.counsel.audit.LogFixture.classes;
import static dev.stoa.counsel.audit.LogFixture.warnings;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stoa.base.Trace;
import dev.stoa.base.VerificationException;
import dev.stoa.counsel.CounselArchive;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Tx;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Files;
import java.nio.file.Path;
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

/** An attacker changes the database with the guards taken away; the verification names what was done. */
@OnBothDatabases
class TamperTest {
    @Parameter
    @SuppressWarnings("NullAway.Init")
    Dialect dialect;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private LogFixture log;

    @BeforeEach
    void open() {
        log = new LogFixture(dialect, folder).rows(10);
    }

    @AfterEach
    void close() throws Exception {
        log.close();
    }

    @Test
    void aLogThatNobodyTouchedVerifies() {
        log.audit.checkpoint(ANN);
        log.rows(12);
        VerifyReport report = log.verify();
        assertThat(report.problems()).isEmpty();
        assertThat(report.ok()).isTrue();
        assertThat(report.size()).isEqualTo(12);
        assertThat(report.largest()).isEqualTo(10);
        assertThat(warnings(report)).containsExactly("uncovered", "local_key");
        assertThat(report.warnings().getFirst().message()).startsWith("rows 11 to 12 came after");
    }

    @Test
    void aLogWithoutCheckpointSaysSo() {
        assertThat(warnings(log.verify())).containsExactly("no_checkpoint", "local_key");
    }

    @Test
    void anEditOfAnyColumnIsNamed() {
        log.unguarded();
        for (AuditColumn column : AuditColumn.ALL) {
            if (column == AuditColumn.SEQ) {
                continue;
            }
            Object before = log.archive
                    .one(
                            "SELECT " + column.column() + " FROM audit_log WHERE seq = 5",
                            row -> Objects.requireNonNull(row.stored(1)))
                    .orElseThrow();
            Object after = column.kind() == AuditColumn.Kind.REAL ? (Object) Math.nextUp((Double) before) : "other";
            log.sql("UPDATE audit_log SET " + column.column() + " = ? WHERE seq = 5", after);
            List<String> expected = switch (column) {
                case PREV_HASH -> List.of("relinked");
                case CURR_HASH -> List.of("edited", "relinked", "head_mismatch");
                case DETAILS, DETAILS_SALT -> List.of("details_edited");
                default -> List.of("edited");
            };
            VerifyReport report = log.verify();
            assertThat(classes(report).stream().filter(each -> !each.equals("head_mismatch")))
                    .as(column.column())
                    .containsExactlyElementsOf(expected.stream()
                            .filter(each -> !each.equals("head_mismatch"))
                            .toList());
            assertThat(report.firstBadSeq()).as(column.column()).isEqualTo(5);
            if (column != AuditColumn.PREV_HASH
                    && column != AuditColumn.ID
                    && column != AuditColumn.CREATED_AT
                    && column != AuditColumn.EVENT_TYPE
                    && column != AuditColumn.CURR_HASH) {
                log.sql("UPDATE audit_log SET " + column.column() + " = NULL WHERE seq = 5");
                assertThat(log.verify().firstBadSeq())
                        .as(column.column() + " NULL")
                        .isEqualTo(5);
            }
            log.sql("UPDATE audit_log SET " + column.column() + " = ? WHERE seq = 5", before);
            assertThat(log.verify().problems())
                    .as(column.column() + " put back")
                    .isEmpty();
        }
    }

    @Test
    void aTextThatGrewByAZeroByteAndOneThatBecameBytesAreEdits() {
        assumeTrue(dialect == Dialect.SQLITE, "PostgreSQL has neither in a text");
        log.unguarded();
        for (String forged : List.of("field || char(0)", "field || char(0) || 'text'", "CAST(field AS BLOB)")) {
            log.sql("UPDATE audit_log SET field = " + forged + " WHERE seq = 5");
            VerifyReport report = log.verify();
            assertThat(classes(report)).as(forged).containsExactly("edited");
            assertThat(report.firstBadSeq()).as(forged).isEqualTo(5);
            log.sql("UPDATE audit_log SET field = (SELECT field FROM audit_log WHERE seq = 4) WHERE seq = 5");
            assertThat(log.verify().problems()).isEmpty();
        }
    }

    @Test
    void reDatingByOneUlpIsAnEdit() {
        log.unguarded();
        double before = log.archive
                .one("SELECT created_at FROM audit_log WHERE seq = 7", row -> row.real(1))
                .orElseThrow();
        log.sql("UPDATE audit_log SET created_at = ? WHERE seq = 7", Math.nextDown(before));
        VerifyReport report = log.verify();
        assertThat(classes(report)).containsExactly("edited");
        assertThat(report.problems().getFirst().message()).isEqualTo("row 7 does not have the hash that it says");
    }

    @Test
    void anEditThatWasHashedAgainIsRelinkedInTheNextRow() {
        log.unguarded();
        log.sql("UPDATE audit_log SET specialist = 'gorgias' WHERE seq = 5");
        AuditRow row = log.archive
                .one("SELECT " + AuditColumn.NAMES + " FROM audit_log WHERE seq = 5", AuditRow::of)
                .orElseThrow();
        log.sql(
                "UPDATE audit_log SET curr_hash = ? WHERE seq = 5",
                HexFormat.of().formatHex(Objects.requireNonNull(new RowHasher().hash(row))));
        VerifyReport report = log.verify();
        assertThat(classes(report)).startsWith("relinked");
        assertThat(report.firstBadSeq()).isEqualTo(6);
    }

    @Test
    void reorderedRowsAreRelinked() {
        log.unguarded();
        log.sql("UPDATE audit_log SET seq = 99 WHERE seq = 5");
        log.sql("UPDATE audit_log SET seq = 5 WHERE seq = 6");
        log.sql("UPDATE audit_log SET seq = 6 WHERE seq = 99");
        VerifyReport report = log.verify();
        assertThat(classes(report)).startsWith("relinked", "relinked", "relinked");
        assertThat(report.firstBadSeq()).isEqualTo(5);
    }

    @Test
    void aDeletedRowIsMissing() {
        log.unguarded();
        log.sql("DELETE FROM audit_log WHERE seq = 4 OR seq = 5 OR seq = 8");
        VerifyReport report = log.verify();
        assertThat(classes(report)).containsExactly("missing", "missing");
        assertThat(report.problems())
                .map(VerifyReport.Problem::message)
                .containsExactly("rows 4 to 5 are missing", "row 8 is missing");
        assertThat(report.root()).isNull();
    }

    @Test
    void removedDetailsThatNoErasureNamesAreNamed() {
        log.unguarded();
        log.sql("UPDATE audit_log SET details = NULL, details_salt = NULL WHERE seq = 3");
        assertThat(classes(log.verify())).containsExactly("details_removed");
        assertThat(log.verify().firstBadSeq()).isEqualTo(3);
    }

    @Test
    void aCutTailIsTruncatedAndRolledBack() {
        log.audit.checkpoint(ANN);
        log.unguarded();
        log.sql("DELETE FROM audit_log WHERE seq > 7");
        assertThat(classes(log.verify())).containsExactly("rolled_back", "truncated");
        // With a head that fits, the checkpoint still tells.
        log.rehash(1);
        VerifyReport report = log.verify();
        assertThat(classes(report)).containsExactly("rolled_back");
        assertThat(report.problems().getFirst().message()).isEqualTo("a checkpoint signed 10 rows, and the log has 7");
        assertThat(report.firstBadSeq()).isEqualTo(8);
    }

    @Test
    void aCutTailIsTruncatedEvenWithoutCheckpoint() {
        log.unguarded();
        log.sql("DELETE FROM audit_log WHERE seq > 7");
        assertThat(classes(log.verify())).containsExactly("truncated");
    }

    @Test
    void aRebuiltLogIsNamedByItsCheckpoint() {
        log.audit.checkpoint(ANN);
        log.rows(15);
        log.audit.checkpoint(ANN);
        log.unguarded();
        log.sql("UPDATE audit_log SET specialist = 'gorgias' WHERE seq = 12");
        log.rehash(12);
        VerifyReport report = log.verify();
        assertThat(classes(report)).containsExactly("rebuilt");
        assertThat(report.firstBadSeq())
                .as("the checkpoint of 10 rows still holds")
                .isEqualTo(11);
        // Also if its own table forgets it: it stands in the file.
        log.sql("DELETE FROM audit_checkpoints");
        assertThat(classes(log.verify())).containsExactly("rebuilt");
    }

    @Test
    void aRebuiltLogIsNotSigned() {
        log.audit.checkpoint(ANN);
        log.unguarded();
        log.sql("UPDATE audit_log SET specialist = 'gorgias' WHERE seq = 4");
        log.rehash(4);
        log.sql("DELETE FROM audit_checkpoints");
        assertThatThrownBy(() -> log.audit.checkpoint(ANN))
                .isInstanceOf(VerificationException.class)
                .hasMessage("the audit log is not signed: a checkpoint signed other rows up to row 10");
        // Put on record once, and the log is not ready until a checkpoint can be signed.
        assertThatThrownBy(() -> log.audit.checkpoint(ANN)).isInstanceOf(VerificationException.class);
        assertThat(log.audit.tail(ANN, "checkpoint_refused", 10)).hasSize(1);
        assertThat(log.audit.refusal(ANN)).contains("a checkpoint signed other rows up to row 10");
        assertThat(log.place.examine(CounselArchive.SCHEMA, false).findings())
                .anySatisfy(
                        finding -> assertThat(finding.message()).contains("no checkpoint of the audit log is signed"));
    }

    @Test
    void anEditAfterTheLastCheckpointIsNotSigned() {
        log.audit.checkpoint(ANN);
        log.rows(14);
        log.unguarded();
        log.sql("UPDATE audit_log SET specialist = 'gorgias' WHERE seq = 12");
        assertThatThrownBy(() -> log.audit.checkpoint(ANN))
                .isInstanceOf(VerificationException.class)
                .hasMessageContaining("row 12 was changed");
    }

    @Test
    void aLogThatWasCutIsNotSigned() {
        log.audit.checkpoint(ANN);
        log.unguarded();
        log.sql("DELETE FROM audit_log WHERE seq > 7");
        log.sql("DELETE FROM audit_checkpoints");
        log.rehash(1);
        assertThatThrownBy(() -> log.audit.checkpoint(ANN))
                .hasMessageContaining("a checkpoint signed 10 rows, and the log has 7");
    }

    @Test
    void rowsBeyondTheHeadAreExtra() {
        log.unguarded();
        log.archive.write(tx -> {
            AuditHead head = AuditHead.read(tx).orElseThrow();
            log.log.append(tx, AuditEvent.of("export", Trace.NONE, Map.of()), log.clock.instant());
            head.store(tx);
            return null;
        });
        VerifyReport report = log.verify();
        assertThat(classes(report)).containsExactly("extra");
        assertThat(report.firstBadSeq()).isEqualTo(11);
    }

    @Test
    void rowsWithoutAPlaceInTheOrderAreExtra() {
        log.unguarded();
        log.sql("INSERT INTO audit_log (id, created_at, event_type, prev_hash, curr_hash)"
                + " VALUES ('x', 1.0, 'query', 'p', 'c')");
        assertThat(classes(log.verify())).containsExactly("extra");
    }

    @Test
    void aHeadThatSaysOtherwiseIsNamed() {
        log.sql("UPDATE audit_head SET head_hash = ?", "0".repeat(64));
        assertThat(classes(log.verify())).containsExactly("head_mismatch");
        log.rehash(99);
        assertThat(classes(log.verify())).isEmpty();
        log.sql("UPDATE audit_head SET frontier = ?", "0".repeat(128));
        assertThat(classes(log.verify())).containsExactly("head_mismatch");
        log.sql("DELETE FROM audit_head");
        assertThat(classes(log.verify())).containsExactly("head_mismatch");
    }

    @Test
    void aForgedCheckpointIsNamed() throws Exception {
        SignedCheckpoint real = log.audit.checkpoint(ANN);
        log.unguarded();
        String other = real.note().replace("\n10\n", "\n9\n");
        log.sql("UPDATE audit_checkpoints SET note = ?", other);
        assertThat(classes(log.verify())).containsExactly("bad_checkpoint");
        log.sql("UPDATE audit_checkpoints SET note = ?", "nonsense");
        assertThat(classes(log.verify())).containsExactly("bad_checkpoint");
        AuditKey thief = AuditKey.of(ExampleChain.SECRET);
        log.sql(
                "UPDATE audit_checkpoints SET note = ?",
                SignedNote.sign(thief, log.archive.read(AuditLog::origin), 10, new byte[32]));
        VerifyReport report = log.verify();
        assertThat(classes(report)).containsExactly("bad_checkpoint");
        assertThat(report.problems().getFirst().message())
                .isEqualTo("a checkpoint in table audit_checkpoints row 10 of size 10 is not signed by the key of the"
                        + " log");
        log.sql("UPDATE audit_checkpoints SET note = ?", ExampleChain.NOTE);
        assertThat(classes(log.verify())).containsExactly("bad_checkpoint");
        log.sql("DELETE FROM audit_checkpoints");
        Path file = folder.resolve("audit/checkpoints.jsonl");
        Files.writeString(file, Files.readString(file).replace("\"note\"", "\"nota\""));
        assertThat(classes(log.verify())).containsExactly("bad_checkpoint");
    }

    @Test
    void anOldCopyIsRolledBackByACheckpointThatWasKeptElsewhere() throws Exception {
        SignedCheckpoint kept = log.audit.checkpoint(ANN);
        LogFixture old = new LogFixture(dialect, Files.createDirectory(folder.resolve("old")));
        try {
            // The same archive as it was at seven rows, with everything an attacker could bring along.
            List<AuditRow> rows = new ArrayList<>();
            log.archive.read(tx -> {
                tx.each(
                        "SELECT " + AuditColumn.NAMES + " FROM audit_log WHERE seq <= 7 ORDER BY seq",
                        row -> rows.add(AuditRow.of(row)));
                return null;
            });
            String id = log.archive.read(AuditLog::origin).substring("stoa/".length());
            old.unguarded();
            old.sql("DELETE FROM audit_log");
            for (AuditRow row : rows) {
                old.sql(
                        "INSERT INTO audit_log (" + AuditColumn.NAMES + ") VALUES (" + Tx.marks(AuditColumn.ALL.size())
                                + ")",
                        row.parameters());
            }
            old.sql("UPDATE counsel_meta SET value = ? WHERE key = 'archive_id'", id);
            old.rehash(99);
            assertThat(classes(old.verify())).isEmpty();
            VerifyReport report = old.audit.verify(
                    ANN, List.of(new Checkpoint(kept.note(), "the safe")), List.of(VerifierKey.parse(kept.vkey())));
            assertThat(classes(report)).containsExactly("rolled_back");
        } finally {
            old.close();
        }
    }

    @Test
    void aBrokenLogIsDamageForADeepExamination() {
        log.unguarded();
        log.sql("DELETE FROM audit_log WHERE seq = 4");
        assertThat(log.place.examine(CounselArchive.SCHEMA, true).findings()).anySatisfy(finding -> {
            assertThat(finding.damage()).isTrue();
            assertThat(finding.message()).contains("audit: the audit log does not verify (missing: row 4 is missing)");
        });
    }

    @Test
    void entriesWithDetailsThatAreNoJsonAnyMoreAreStillShown() {
        log.unguarded();
        log.sql("UPDATE audit_log SET details = 'no JSON' WHERE seq = 4");
        assertThat(log.audit.show(ANN, 4).document()).containsEntry("details", "no JSON");
    }

    @Test
    void missingGuardsAndTimesThatWentBackAreWarnings() {
        log.unguarded();
        log.archive.write(tx -> log.log.append(
                tx,
                AuditEvent.of("export", Trace.NONE, Map.of()),
                log.clock.instant().minusSeconds(60)));
        VerifyReport report = log.verify();
        assertThat(report.problems()).isEmpty();
        assertThat(warnings(report)).containsExactly("no_checkpoint", "guard_missing", "time_went_back", "local_key");
    }
}
