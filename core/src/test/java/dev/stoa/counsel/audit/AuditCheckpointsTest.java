package dev.stoa.counsel.audit;

import static dev.stoa.counsel.audit.LogFixture.ANN;
import static dev.stoa.counsel.audit.LogFixture.classes;
import static dev.stoa.counsel.audit.LogFixture.warnings;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.ConflictException;
import dev.stoa.base.Page;
import dev.stoa.base.Trace;
import dev.stoa.base.UnavailableException;
import dev.stoa.base.VerificationException;
import dev.stoa.json.Json;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Ids;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** The signed checkpoints of a log: when they are made, and where they are kept. */
@OnBothDatabases
class AuditCheckpointsTest {
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
    void theExampleLogVerifiesAgainstTheCheckpointOfTheSpecification() {
        log.unguarded();
        log.sql("DELETE FROM audit_log");
        log.sql("DELETE FROM audit_head");
        log.archive.write(tx -> {
            ExampleChain.write(tx);
            return null;
        });
        VerifyReport report = log.audit.verify(
                ANN,
                List.of(new Checkpoint(ExampleChain.NOTE, "the specification")),
                List.of(VerifierKey.parse(ExampleChain.VKEY)));
        assertThat(report.problems()).isEmpty();
        assertThat(report.root()).isEqualTo(ExampleChain.ROOTS.getLast());
        assertThat(report.headHash()).isEqualTo(ExampleChain.HASHES.getLast());
        assertThat(report.largest()).isEqualTo(3);
    }

    @Test
    void theKeyIsMadeWithTheArchiveAndForItsOwnerAlone() throws Exception {
        Path key = folder.resolve("keys/audit.key");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(key)))
                .isEqualTo("rw-------");
        assertThat(Files.readString(key)).startsWith("-----BEGIN PRIVATE KEY-----\n");
        Files.delete(key);
        log.restart();
        assertThat(key).as("a lost key is not replaced unnoticed").doesNotExist();
        assertThatThrownBy(() -> log.audit.checkpoint(ANN))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("there is no key in " + key);
        assertThat(warnings(log.verify())).contains("local_key");
        Files.writeString(key, "nonsense");
        assertThatThrownBy(() -> log.audit.checkpoint(ANN))
                .isInstanceOf(UnavailableException.class)
                .hasMessageContaining("it is not an Ed25519 key in PKCS#8");
    }

    @Test
    void aProcessSignsWhenItEnds() throws Exception {
        log.rows(5);
        log.restart();
        VerifyReport report = log.verify();
        assertThat(report.problems()).isEmpty();
        assertThat(report.largest()).isEqualTo(5);
        long lines = Files.readAllLines(jsonl()).size();
        log.restart();
        assertThat(Files.readAllLines(jsonl()))
                .as("nothing new, nothing signed")
                .hasSize((int) lines);
    }

    @Test
    void aCheckpointIsDueAfterAThousandEventsOrTenMinutes() {
        AuditLog other = new AuditLog(Ids.system(), log.places);
        Signer signer = new Signer(log.archive, log.clock, other, log.places);
        try (CheckpointSchedule schedule = new CheckpointSchedule(other, signer, log.clock)) {
            assertThat(schedule.signIfDue(log.clock.instant().plus(Duration.ofDays(1))))
                    .as("without new events")
                    .isFalse();
            log.archive.write(
                    tx -> other.append(tx, AuditEvent.of("export", Trace.NONE, Map.of()), log.clock.instant()));
            assertThat(schedule.signIfDue(log.clock.instant())).isFalse();
            log.clock.advance(Duration.ofSeconds(599));
            assertThat(schedule.signIfDue(log.clock.instant())).isFalse();
            log.clock.advance(Duration.ofSeconds(1));
            assertThat(schedule.signIfDue(log.clock.instant())).isTrue();
            assertThat(log.verify().largest()).isEqualTo(2);
            assertThat(schedule.signIfDue(log.clock.instant())).isFalse();
        }
        try (CheckpointSchedule schedule = new CheckpointSchedule(other, signer, log.clock)) {
            log.archive.write(tx -> {
                for (int i = 0; i < CheckpointSchedule.EVENTS - 1; i++) {
                    other.append(tx, AuditEvent.of("export", Trace.NONE, Map.of()), log.clock.instant());
                }
                return null;
            });
            assertThat(schedule.signIfDue(log.clock.instant())).isFalse();
        }
        assertThat(log.verify().largest()).as("signed at the end").isEqualTo(1001);
    }

    @Test
    void checkpointsGoToTheAnchorToo() throws Exception {
        log.close();
        Path anchor = folder.resolve("other-disk/anchor.jsonl");
        log = new LogFixture(dialect, Files.createDirectory(folder.resolve("anchored")), anchor);
        log.rows(4);
        assertThat(log.audit.signed(ANN).at()).isNull();
        log.audit.checkpoint(ANN);
        assertThat(log.audit.signed(ANN)).satisfies(state -> {
            assertThat(state.signed()).isEqualTo(state.entries()).isPositive();
            assertThat(state.at()).isNotNull();
        });
        assertThat(Files.readAllLines(anchor)).hasSize(1);
        // With table and file gone, the anchor still knows.
        log.unguarded();
        log.sql("DELETE FROM audit_checkpoints");
        Files.delete(folder.resolve("anchored/audit/checkpoints.jsonl"));
        log.sql("UPDATE audit_log SET field = 'medicine' WHERE seq = 3");
        log.rehash(3);
        assertThat(classes(log.verify())).containsExactly("rebuilt");
        assertThatThrownBy(() -> log.audit.checkpoint(ANN)).isInstanceOf(VerificationException.class);
    }

    @Test
    void aLineThatAKilledProcessLeftUnfinishedDoesNotCount() throws Exception {
        log.rows(4);
        log.audit.checkpoint(ANN);
        String whole = Files.readString(jsonl());
        Files.writeString(jsonl(), whole.substring(0, 100), StandardOpenOption.APPEND);
        assertThat(log.verify().problems()).isEmpty();
        log.rows(6);
        log.audit.checkpoint(ANN);
        assertThat(log.verify().problems()).isEmpty();
        assertThat(Files.readAllLines(jsonl())).hasSize(2);
    }

    @Test
    void aKeyOfAnotherLogSignsNothing() throws Exception {
        log.rows(4);
        log.audit.checkpoint(ANN);
        Files.delete(log.places.key());
        AuditKey.readOrMake(log.places.key());
        assertThatThrownBy(() -> log.audit.checkpoint(ANN))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("is not the one that the log names in its first entry");
        log.rows(5);
        log.restart();
        assertThat(Files.readAllLines(jsonl())).hasSize(1);
        // Verified by that key and not by the one that the log names: a forger names his own there.
        VerifyReport report = log.verify();
        assertThat(classes(report)).containsExactly("bad_checkpoint");
        assertThat(report.warnings())
                .anySatisfy(warning -> assertThat(warning.message())
                        .contains("which is not the one that the log names in its first entry"));
    }

    @Test
    void oneCheckpointIsReadByTheNumberOfItsEntries() throws Exception {
        log.rows(2);
        log.audit.checkpoint(ANN);
        log.rows(3);
        log.audit.checkpoint(ANN);
        List<String> all = log.audit.checkpointNotes(ANN, Page.Request.first()).items();
        assertThat(all).hasSize(2);
        for (String note : all) {
            assertThat(log.audit
                            .checkpointNotes(ANN, size(note), Page.Request.first())
                            .items())
                    .containsExactly(note);
        }
        assertThat(log.audit.checkpointNotes(ANN, 77, Page.Request.first()).items())
                .isEmpty();
        Files.writeString(jsonl(), "nonsense\n");
        assertThat(log.audit
                        .checkpointNotes(ANN, size(all.getFirst()), Page.Request.first())
                        .items())
                .as("the table is enough")
                .containsExactly(all.getFirst());
        log.unguarded();
        log.sql("DELETE FROM audit_checkpoints");
        Files.writeString(jsonl(), Json.write(Json.object("note", all.getLast())) + "\n");
        assertThat(log.audit
                        .checkpointNotes(ANN, size(all.getLast()), Page.Request.first())
                        .items())
                .as("what only the file has")
                .containsExactly(all.getLast());
    }

    private static long size(String note) {
        return Objects.requireNonNull(SignedNote.parse(note)).size();
    }
}
