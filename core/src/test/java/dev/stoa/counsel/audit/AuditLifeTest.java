package dev.stoa.counsel.audit;

import static dev.stoa.counsel.audit.LogFixture.ANN;
import static dev.stoa.counsel.audit.LogFixture.classes;
import static dev.stoa.counsel.audit.LogFixture.warnings;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.Stoa;
import dev.stoa.base.ConflictException;
import dev.stoa.base.ForbiddenException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.base.Trace;
import dev.stoa.base.VerificationException;
import dev.stoa.counsel.CounselArchive;
import dev.stoa.json.Json;
import dev.stoa.learning.breaker.BreakerArchive;
import dev.stoa.storage.Archive;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Ids;
import dev.stoa.storage.TimeForm;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import dev.stoa.testing.Remains;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Exports, proofs, erasures and restores of a log. */
@OnBothDatabases
class AuditLifeTest {
    @Parameter
    @SuppressWarnings("NullAway.Init")
    Dialect dialect;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private LogFixture log;

    @BeforeEach
    void open() {
        log = new LogFixture(dialect, folder);
    }

    @AfterEach
    void close() throws Exception {
        log.close();
    }

    private Path jsonl() {
        return folder.resolve("audit/checkpoints.jsonl");
    }

    @Test
    void anExportVerifiesWithoutDatabase() throws Exception {
        log.rows(12);
        SignedCheckpoint signed = log.audit.checkpoint(ANN);
        Path file = export("log.jsonl");
        List<Checkpoint> kept = List.of(new Checkpoint(signed.note(), "the safe"));
        List<VerifierKey> keys = List.of(VerifierKey.parse(signed.vkey()));
        VerifyReport report = AuditVerifier.verify(AuditSource.export(file), kept, keys);
        assertThat(report.problems()).isEmpty();
        // The export itself is on record, after what was signed.
        assertThat(warnings(report)).containsExactly("uncovered");
        assertThat(report.size()).isEqualTo(13);
        assertThat(report.largest()).isEqualTo(signed.size());
        Map<String, ?> head = Json.parseObject(Files.readAllLines(file).getFirst());
        assertThat(head.keySet().toString()).isEqualTo("[format, origin, size, head_hash, vkey]");
        // What can be done to a file.
        List<String> lines = Files.readAllLines(file);
        assertThat(verify(without(lines, 5), kept, keys)).containsExactly("missing");
        assertThat(verify(doubled(lines, 5), kept, keys)).containsExactly("duplicate");
        assertThat(verify(lines.subList(0, 10), kept, keys)).containsExactly("rolled_back", "truncated");
        assertThat(lines.getLast()).contains("\"event_type\":\"export\"");
        List<String> edited = new ArrayList<>(lines);
        edited.replaceAll(line -> line.startsWith("{\"seq\":7,") ? line.replace("sokrates", "gorgias") : line);
        assertThat(verify(edited, kept, keys)).containsExactly("edited");
        byte[] bytes = Files.readAllBytes(file);
        bytes[Files.readString(file).indexOf("sokrates")] = (byte) 0xff;
        Path torn = Files.write(folder.resolve("torn.jsonl"), bytes);
        assertThat(classes(AuditVerifier.verify(AuditSource.export(torn), kept, keys)))
                .as("bytes that are no text")
                .containsExactly("edited");
        List<String> spoilt = new ArrayList<>(lines);
        spoilt.set(4, "not a row");
        assertThat(verify(spoilt, kept, keys)).contains("edited", "missing");
    }

    private static List<String> without(List<String> lines, int index) {
        List<String> less = new ArrayList<>(lines);
        less.remove(index);
        return less;
    }

    private static List<String> doubled(List<String> lines, int index) {
        List<String> more = new ArrayList<>(lines);
        more.add(index, lines.get(index));
        return more;
    }

    private List<String> verify(List<String> lines, List<Checkpoint> kept, List<VerifierKey> keys) throws Exception {
        Path file = Files.write(folder.resolve("forged.jsonl"), lines);
        return classes(AuditVerifier.verify(AuditSource.export(file), kept, keys));
    }

    private Path export(String name) throws Exception {
        List<String> lines = new ArrayList<>();
        log.audit.export(ANN, lines::add);
        return Files.write(folder.resolve(name), lines);
    }

    @Test
    void aProofShowsOneEventToAThirdParty() {
        log.rows(11);
        SignedCheckpoint signed = log.audit.checkpoint(ANN);
        String proof = log.audit.proof(ANN, 7);
        List<String> lines = proof.lines().toList();
        assertThat(lines.get(0)).isEqualTo("c2sp.org/tlog-proof@v1");
        assertThat(lines.get(2)).isEqualTo("index 6");
        assertThat(proof).endsWith("\n\n" + signed.note());
        byte[] preimage = Base64.getDecoder().decode(lines.get(1).substring("extra ".length()));
        byte[] hash = Merkle.sha256().digest(preimage);
        assertThat(HexFormat.of().formatHex(hash))
                .isEqualTo(log.audit.show(ANN, 7).currHash());
        List<byte[]> path = lines.subList(3, lines.indexOf("")).stream()
                .map(Base64.getDecoder()::decode)
                .toList();
        byte[] root = HexFormat.of().parseHex(signed.root());
        assertThat(MerkleProofs.includes(hash, 6, 11, path, root)).isTrue();
        assertThat(MerkleProofs.includes(hash, 5, 11, path, root)).isFalse();
        log.rows(12);
        assertThatThrownBy(() -> log.audit.proof(ANN, 12))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("came after the newest checkpoint, which covers 11");
        assertThatThrownBy(() -> log.audit.proof(ANN, 99))
                .isInstanceOf(NotFoundException.class)
                .hasMessage("the audit log has no entry 99; it has 12");
        List<byte[]> consistency = log.audit.consistency(ANN, 7, 11).stream()
                .map(Base64.getDecoder()::decode)
                .toList();
        Frontier seven = Frontier.empty();
        for (long seq = 1; seq <= 7; seq++) {
            seven.add(HexFormat.of().parseHex(log.audit.show(ANN, seq).currHash()));
        }
        assertThat(MerkleProofs.continues(7, seven.root(), 11, root, consistency))
                .isTrue();
    }

    @Test
    void anErasureTakesTheDetailsAndLeavesTheProof() throws Exception {
        log.archive.write(tx -> log.log.append(
                tx,
                AuditEvent.of("query", Trace.NONE, Map.of("secret", "kumquat")).about(null, "c1"),
                log.clock.instant()));
        log.rows(5);
        log.audit.checkpoint(ANN);
        AuditEntry erasure = log.audit.erase(ANN, List.of(2L));
        assertThat(erasure.type()).isEqualTo("erasure");
        assertThat(erasure.details()).isEqualTo("{\"seqs\":[2]}");
        VerifyReport report = log.verify();
        assertThat(report.problems()).isEmpty();
        assertThat(report.erased()).isEqualTo(1);
        assertThat(log.audit.show(ANN, 2).details()).isNull();
        assertThat(Remains.of("kumquat", dialect, folder, log.archive)).isEmpty();
        assertThatThrownBy(() -> log.audit.erase(ANN, List.of(1L)))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("because it is of type init");
        assertThatThrownBy(() -> log.audit.erase(ANN, List.of(6L))).hasMessageContaining("of type erasure");
        assertThatThrownBy(() -> log.audit.erase(ANN, List.of(99L))).isInstanceOf(NotFoundException.class);
        assertThat(log.audit.show(ANN, 3).details())
                .as("nothing of a refused one happened")
                .isNotNull();
        int erased = log.archive.erase(
                tx -> log.log.eraseConversation(tx, Trace.NONE, "conversation4", log.clock.instant()));
        assertThat(erased).isEqualTo(1);
        assertThat(log.audit.tail(ANN, "erasure", 1).getFirst().conversationId())
                .isEqualTo("conversation4");
        assertThat(log.verify().problems()).isEmpty();
        assertThat(log.verify().erased()).isEqualTo(2);
    }

    @Test
    void aRestoreSaysWhatItGaveUp() throws Exception {
        log.rows(10);
        SignedCheckpoint given = log.audit.checkpoint(ANN);
        LogState before = log.audit.state(ANN);
        assertThat(before.size()).isEqualTo(10);
        cutTo(6);
        AuditEntry entry = log.audit.restored(ANN, before, AuditEvent.of("restore", Trace.NONE, Map.of("file", "b")));
        assertThat(entry.seq()).isEqualTo(7);
        assertThat(entry.details())
                .isEqualTo("{\"file\":\"b\",\"abandoned_size\":10,\"abandoned_root\":\"" + before.root()
                        + "\",\"abandoned_checkpoints\":[\"10 " + given.root() + "\"]}");
        VerifyReport report = log.verify();
        assertThat(report.problems()).isEmpty();
        assertThat(report.largest()).as("signed at once").isEqualTo(7);
        assertThat(warnings(report)).contains("abandoned");
        log.rows(15);
        assertThat(log.audit.checkpoint(ANN).size()).isEqualTo(15);
        assertThat(log.verify().problems()).isEmpty();
        assertThat(log.audit.refusal(ANN)).isEmpty();
    }

    /** An older state of the log, as a backup would bring it. */
    private void cutTo(long rows) throws Exception {
        log.unguarded();
        log.sql("DELETE FROM audit_log WHERE seq > ?", rows);
        log.sql("DELETE FROM audit_checkpoints");
        Files.delete(jsonl());
        log.rehash(99);
    }

    @Test
    void whatWasSignedAfterARestoreIsNotExcusedByIt() throws Exception {
        log.rows(12);
        log.audit.checkpoint(ANN);
        LogState before = log.audit.state(ANN);
        cutTo(6);
        log.audit.restored(ANN, before, AuditEvent.of("restore", Trace.NONE, Map.of()));
        log.rows(10);
        log.audit.checkpoint(ANN);
        // Rows through sizes that the log had before the restore, too.
        log.sql("UPDATE audit_log SET specialist = 'gorgias' WHERE seq = 9");
        log.rehash(9);
        assertThat(classes(log.verify())).containsExactly("rebuilt");
        log.sql("DELETE FROM audit_checkpoints");
        assertThatThrownBy(() -> log.audit.checkpoint(ANN))
                .isInstanceOf(VerificationException.class)
                .hasMessageContaining("a checkpoint signed other rows up to row 10");
    }

    @Test
    void aRestoreNamesMoreCheckpointsThanOneEntryHolds() throws Exception {
        log.rows(3);
        AuditKey key = AuditKey.read(log.places.key()).orElseThrow();
        String origin = log.archive.read(AuditLog::origin);
        List<Checkpoint> given = new ArrayList<>();
        for (int size = 4; size <= 4 + Restoration.MOST; size++) {
            given.add(new Checkpoint(SignedNote.sign(key, origin, size, new byte[32]), "before"));
        }
        AuditEntry first = log.audit.restored(
                ANN, new LogState(9_999, "", given), AuditEvent.of("restore", Trace.NONE, Map.of("file", "b")));
        assertThat(first.seq()).isEqualTo(4);
        assertThat(log.audit.list(ANN, "restore", Page.Request.first()).items()).hasSize(2);
        VerifyReport report = log.verify();
        assertThat(report.problems()).isEmpty();
        assertThat(report.warnings())
                .map(VerifyReport.Warning::message)
                .contains(
                        "500 checkpoints are of the log that the restore in row 4 gave up",
                        "1 checkpoint is of the log that the restore in row 5 gave up");
    }

    @Test
    void anUpgradeThatCameWithOpeningIsOnRecord() throws Exception {
        log.close();
        Path other = Files.createDirectory(folder.resolve("upgraded"));
        try (Place place = Place.on(dialect, other)) {
            place.open(firstVersion());
            place.closeArchives();
            try (Stoa stoa = Stoa.open(AuditProcess.config(place.where(), other))) {
                stoa.counsel().conversations();
            }
            try (Stoa stoa = Stoa.open(AuditProcess.config(place.where(), other))) {
                assertThat(stoa.counsel()
                                .audit()
                                .list(ANN, "migrate", Page.Request.first())
                                .items())
                        .singleElement()
                        .satisfies(entry -> assertThat(entry.details())
                                .isEqualTo("{\"archives\":[{\"name\":\"counsel\",\"from\":1,\"to\":"
                                        + CounselArchive.SCHEMA.latest() + "}]}"));
            }
        }
        open();
    }

    @Test
    void anUpgradeWhoseProcessDiedBeforeItSaidSoIsRecordedOnceByTheNext() throws Exception {
        log.close();
        Path other = Files.createDirectory(folder.resolve("died"));
        try (Place place = Place.on(dialect, other)) {
            try (Stoa stoa = Stoa.open(AuditProcess.config(place.where(), other))) {
                stoa.counsel().conversations();
                stoa.learning().breakers();
            }
            Archive archive = place.open(CounselArchive.SCHEMA);
            // What the log knew before the upgrade.
            archive.write(tx -> tx.update("""
                    UPDATE counsel_meta SET value = replace(value, '"breaker","version":1', '"breaker","version":0')
                    WHERE key = 'versions'"""));
            place.closeArchives();
            for (int again = 0; again < 2; again++) {
                try (Stoa one = Stoa.open(AuditProcess.config(place.where(), other));
                        Stoa two = Stoa.open(AuditProcess.config(place.where(), other))) {
                    for (Stoa stoa : List.of(one, two)) {
                        stoa.counsel().conversations();
                        stoa.learning().breakers();
                    }
                }
            }
            try (Stoa stoa = Stoa.open(AuditProcess.config(place.where(), other))) {
                assertThat(stoa.counsel()
                                .audit()
                                .list(ANN, "migrate", Page.Request.first())
                                .items())
                        .singleElement()
                        .satisfies(entry -> assertThat(entry.details())
                                .isEqualTo("{\"archives\":[{\"name\":\"breaker\",\"from\":0,\"to\":"
                                        + BreakerArchive.SCHEMA.latest() + "}]}"));
            }
        }
        open();
    }

    private static ArchiveSchema firstVersion() {
        return ArchiveSchema.named("counsel")
                .file("aua.db")
                .postgresSchema("aua")
                .module("aua")
                .times(TimeForm.UNIX_SECONDS)
                .version(1, "conversations, corrections, model runs and the audit log")
                .build();
    }

    @Test
    void aFalseRestoreThatNoSignatureCoversExcusesNothing() {
        log.rows(10);
        SignedCheckpoint given = log.audit.checkpoint(ANN);
        log.unguarded();
        log.sql("DELETE FROM audit_log WHERE seq > 6");
        log.sql("DELETE FROM audit_checkpoints");
        log.rehash(99);
        log.audit.record(
                ANN,
                AuditEvent.of("restore", Trace.NONE, Map.of(Restoration.CHECKPOINTS, List.of("10 " + given.root()))));
        assertThat(classes(log.verify())).containsExactly("rolled_back");
        assertThatThrownBy(() -> log.audit.checkpoint(ANN)).isInstanceOf(VerificationException.class);
    }

    @Test
    void entriesAreListedInOrderAndPagesLoseNone() {
        log.rows(7);
        List<Long> seen = new ArrayList<>();
        String cursor = null;
        do {
            Page<AuditEntry> page = log.audit.list(ANN, null, new Page.Request(3, cursor));
            page.items().forEach(entry -> seen.add(entry.seq()));
            cursor = page.next();
        } while (cursor != null);
        assertThat(seen).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L);
        assertThat(log.audit.list(ANN, "init", Page.Request.first()).items()).hasSize(1);
        assertThat(log.audit.tail(ANN, null, 2)).map(AuditEntry::seq).containsExactly(6L, 7L);
        Map<String, ?> shown = log.audit.show(ANN, 2).document();
        assertThat(shown.get("created_at")).isEqualTo("2026-01-01T00:00:01.500000Z");
        assertThat(shown.get("details")).isEqualTo(Map.of("answer", 2L));
    }

    @Test
    void agentsReadNoLog() {
        Principal eve = Principal.agentToken("eve");
        assertThatThrownBy(() -> log.audit.list(eve, null, Page.Request.first()))
                .isInstanceOf(ForbiddenException.class);
        assertThatThrownBy(() -> log.audit.show(eve, 1)).isInstanceOf(ForbiddenException.class);
        assertThatThrownBy(() -> log.audit.export(eve, line -> {})).isInstanceOf(ForbiddenException.class);
        assertThatThrownBy(() -> log.audit.erase(Principal.writer("bob"), List.of(1L)))
                .isInstanceOf(ForbiddenException.class);
    }

    @Test
    void aLogThatLostItsHeadTakesNoMoreEntriesAndIsStillVerified() throws Exception {
        log.rows(3);
        log.sql("DELETE FROM audit_head");
        assertThatThrownBy(() -> log.rows(4)).isInstanceOf(RuntimeException.class);
        assertThatThrownBy(() -> log.audit.record(ANN, AuditEvent.of("export", Trace.NONE, Map.of())))
                .isInstanceOf(VerificationException.class)
                .hasMessageContaining("the audit log has entries and no head");
        log.restart();
        assertThat(classes(log.verify())).containsExactly("head_mismatch");
    }

    @Test
    void rowsOfAnOlderLogAreKeptAsideInTheirOrder() throws Exception {
        log.close();
        Path other = Files.createDirectory(folder.resolve("older"));
        try (Place place = Place.on(dialect, other)) {
            Archive old = place.open(firstVersion());
            old.write(tx -> {
                // A fork, as the original made them under threads: two rows continue the same one.
                for (int i = 1; i <= 3; i++) {
                    tx.update(
                            "INSERT INTO audit_log (id, created_at, event_type, u_score, details, prev_hash, curr_hash)"
                                    + " VALUES (?, ?, 'query', 0.1, '{}', 'same', ?)",
                            "id" + i,
                            1767225600.123456 + i,
                            "hash" + i);
                }
                return null;
            });
            place.closeArchives();
            Archive upgraded = place.open(CounselArchive.SCHEMA);
            List<String> kept = upgraded.list("SELECT row FROM audit_legacy ORDER BY position", row -> row.text(1));
            assertThat(kept).hasSize(3);
            Map<String, ?> second = Json.parseObject(kept.get(1));
            assertThat(second.get("id")).isEqualTo("id2");
            assertThat(second.get("created_at")).isEqualTo(1767225602.123456);
            assertThat(second.get("prev_hash")).isEqualTo("same");
            assertThat(upgraded.one("SELECT count(*) FROM audit_log", row -> row.number(1)))
                    .contains(0L);
            Audit begun = Audit.over(
                    upgraded,
                    log.clock,
                    new AuditLog(Ids.system(), AuditPlaces.in(other)),
                    AuditPlaces.in(other),
                    part -> {});
            assertThat(begun.verify(ANN, List.of(), List.of()).size()).isEqualTo(1);
            assertThat(place.examine(CounselArchive.SCHEMA, true).damaged()).isFalse();
        }
        open();
    }

    @Test
    void anActThatBeganAndDidNotEndIsANotice() {
        log.audit.record(
                ANN,
                AuditEvent.of("prune", Trace.NONE, Map.of("phase", "begin")).once("begin:x1"));
        assertThat(log.place.examine(CounselArchive.SCHEMA, false).findings())
                .anySatisfy(finding -> assertThat(finding.message())
                        .startsWith("entry 2 of the audit log says that prune began, and none that it ended"));
        log.audit.record(
                ANN, AuditEvent.of("prune", Trace.NONE, Map.of("phase", "end")).once("end:x1"));
        assertThat(log.place.examine(CounselArchive.SCHEMA, false).findings())
                .noneMatch(finding -> finding.message().contains("prune"));
    }

    @Test
    void aValueOfTheWrongTypeIsAnEdit() {
        if (dialect == Dialect.POSTGRES) {
            return;
        }
        log.rows(5);
        log.unguarded();
        for (String column : List.of("session_id", "u_score", "curr_hash")) {
            Object before = log.archive
                    .one(
                            "SELECT " + column + " FROM audit_log WHERE seq = 4",
                            row -> Objects.requireNonNull(row.stored(1)))
                    .orElseThrow();
            log.sql("UPDATE audit_log SET " + column + " = CAST(" + column + " AS BLOB) WHERE seq = 4");
            assertThat(classes(log.verify())).as(column).startsWith("edited");
            log.sql("UPDATE audit_log SET " + column + " = ? WHERE seq = 4", before);
        }
        log.sql("UPDATE audit_log SET seq = 'five' WHERE seq = 5");
        assertThat(classes(log.verify())).startsWith("edited");
    }
}
