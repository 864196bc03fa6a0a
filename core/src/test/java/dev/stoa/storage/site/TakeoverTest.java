package dev.stoa.storage.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.Stoa;
import dev.stoa.base.ConflictException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.StoaException;
import dev.stoa.base.VerificationException;
import dev.stoa.json.Digest;
import dev.stoa.json.Json;
import dev.stoa.learning.consensus.ConsensusArchive;
import dev.stoa.learning.critique.CritiqueArchive;
import dev.stoa.learning.critique.CritiqueDraft;
import dev.stoa.learning.critique.CritiqueResolution;
import dev.stoa.learning.critique.Critiques;
import dev.stoa.learning.critique.PatternQuery;
import dev.stoa.learning.critique.Patterns;
import dev.stoa.learning.evidence.EvidenceArchive;
import dev.stoa.learning.memory.ContinuumArchive;
import dev.stoa.learning.rating.RatingArchive;
import dev.stoa.storage.Archive;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.OldFile;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.foreign.TakeoverReport;
import dev.stoa.storage.postgres.PostgresSettings;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Old files find their way into a data directory or a database, with every row, on both backends. */
@OnBothDatabases
class TakeoverTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path directory;

    @TempDir
    Path elsewhere;

    private Place place;
    private Site site;

    @BeforeEach
    void open() {
        place = Place.on(dialect, directory.resolve("data"));
        site = dialect == Dialect.SQLITE
                ? Site.directory(directory.resolve("data"), StorageSettings.defaults(), InstantSource.system())
                : Site.postgres(
                        place.where(), PostgresSettings.defaults(), StorageSettings.defaults(), InstantSource.system());
    }

    @AfterEach
    void close() {
        site.close();
        place.close();
    }

    private TakeoverReport take(Path file) {
        return Takeover.run(file, site, Stoa.ARCHIVES, elsewhere.resolve("aside"), false, InstantSource.system());
    }

    private TakeoverReport.Part only(TakeoverReport report) {
        assertThat(report.archives()).hasSize(1);
        return report.archives().getFirst();
    }

    /** The texts of a query on an archive, as its stores would see them. */
    private List<String> texts(ArchiveSchema schema, String sql) {
        try (Archive archive = site.open(schema)) {
            return archive.list(sql, row -> String.valueOf(row.textOrNull(1)));
        }
    }

    private void soundIn(ArchiveSchema schema) {
        assertThat(site.examine(schema, true).findings()).isEmpty();
    }

    @Test
    @DisplayName("Old files must gain what they lack and keep every row: continuum v2")
    void aContinuumFileWithoutRedLinesIsTakenOver() throws Exception {
        Path file = elsewhere.resolve("memories.db");
        try (OldFile old = OldFile.at(file)) {
            old.run(OldFile.CONTINUUM_2, OldFile.ledger("continuum", 2));
            old.memories(1_000);
        }
        TakeoverReport.Part part = only(take(file));
        assertThat(part.name()).isEqualTo("continuum");
        assertThat(part.found()).isEqualTo(2);
        assertThat(part.claimed()).isEqualTo(2);
        assertThat(part.version()).isEqualTo(ContinuumArchive.SCHEMA.latest());
        assertThat(part.tables())
                .contains(new TakeoverReport.Table("continuum_memory", 1_000, 1_000))
                .contains(new TakeoverReport.Table("tier_transitions", 1_000, 1_000));
        assertThat(part.notes())
                .anyMatch(note -> note.contains("red_line"))
                .anyMatch(note -> note.contains("times were rewritten as UTC"));
        assertThat(texts(ContinuumArchive.SCHEMA, "SELECT count(*) FROM continuum_memory WHERE red_line = 0"))
                .containsExactly("1000");
        assertThat(texts(ContinuumArchive.SCHEMA, "SELECT content FROM continuum_memory WHERE id = 'm7'"))
                .containsExactly("memory 7 with 'quotes', \"doubles\"\nand 🜚");
        try (Archive archive = site.open(ContinuumArchive.SCHEMA)) {
            assertThat(archive.one("SELECT created_at FROM continuum_memory WHERE id = 'm7'", row -> row.instant(1)))
                    .contains(Instant.parse("2025-03-04T05:06:07Z"));
            assertThat(archive.one(
                            "SELECT semantic_centroid FROM continuum_memory WHERE id = 'm7'", row -> row.bytes(1)))
                    .hasValueSatisfying(bytes -> assertThat(bytes).containsExactly(7, 0, -1));
            assertThat(archive.one("SELECT metadata FROM continuum_memory WHERE id = 'm7'", row -> row.text(1)))
                    .hasValueSatisfying(json -> assertThat(Json.parse(json)).isEqualTo(Map.of("n", 7L)));
        }
        soundIn(ContinuumArchive.SCHEMA);
    }

    @Test
    @DisplayName("Old files must gain what they lack and keep every row: consensus v1")
    void aConsensusFileWithoutProofsIsTakenOver() throws Exception {
        Path file = elsewhere.resolve("c.sqlite3");
        try (OldFile old = OldFile.at(file)) {
            old.run(OldFile.CONSENSUS_1, OldFile.ledger("consensus", 2));
            old.consensus(50);
        }
        TakeoverReport.Part part = only(take(file));
        assertThat(part.name()).isEqualTo("consensus");
        assertThat(part.found()).isEqualTo(1);
        assertThat(part.claimed()).isEqualTo(2);
        assertThat(part.notes())
                .contains("it claims version 2; its columns are those of version 1")
                .anyMatch(note -> note.contains("verified_proofs"));
        assertThat(texts(ConsensusArchive.SCHEMA, "SELECT count(*) FROM consensus"))
                .containsExactly("50");
        assertThat(texts(ConsensusArchive.SCHEMA, "SELECT count(*) FROM dissent"))
                .containsExactly("50");
        assertThat(texts(ConsensusArchive.SCHEMA, "SELECT count(*) FROM verified_proofs"))
                .containsExactly("0");
        soundIn(ConsensusArchive.SCHEMA);
    }

    @Test
    @DisplayName("Old files must gain what they lack and keep every row: elo v1")
    void anEloFileWithoutCalibrationAndWithARowOfAnotherNameIsTakenOver() throws Exception {
        Path file = elsewhere.resolve("elo.db");
        try (OldFile old = OldFile.at(file)) {
            old.run(OldFile.ELO_1, OldFile.ledger("elo_system", 1));
            old.ratings(40);
        }
        TakeoverReport.Part part = only(take(file));
        assertThat(part.name()).isEqualTo("rating");
        assertThat(part.found()).isEqualTo(1);
        assertThat(part.notes())
                .contains("its version row was named elo_system and is now elo")
                .anyMatch(note -> note.contains("calibration_total"));
        assertThat(texts(RatingArchive.SCHEMA, "SELECT count(*) FROM ratings")).containsExactly("40");
        assertThat(texts(RatingArchive.SCHEMA, "SELECT count(*) FROM matches")).containsExactly("40");
        assertThat(texts(RatingArchive.SCHEMA, "SELECT module FROM _schema_versions"))
                .containsExactly("elo");
        soundIn(RatingArchive.SCHEMA);
        try (Archive archive = site.open(RatingArchive.SCHEMA)) {
            long next = archive.write(
                    tx -> tx.one("INSERT INTO matches (debate_id) VALUES ('new') RETURNING id", row -> row.number(1))
                            .orElseThrow());
            assertThat(next).as("numbers go on where they were").isGreaterThan(40);
        }
    }

    @Test
    void aTracesFileIsTakenOverWithItsPatternsAddedUpAndFound() throws Exception {
        Path file = elsewhere.resolve("traces.db");
        try (OldFile old = OldFile.at(file)) {
            old.run(OldFile.TRACES_1);
            old.traces(30);
        }
        TakeoverReport.Part part = only(take(file));
        assertThat(part.name()).isEqualTo("critique");
        assertThat(part.claimed()).isNull();
        assertThat(part.tables())
                .contains(new TakeoverReport.Table("critiques", 30, 30))
                .contains(new TakeoverReport.Table("debates", 30, 30))
                .contains(new TakeoverReport.Table("patterns", 30, 15));
        assertThat(part.notes()).contains("patterns: 30 rows became 15, because equal ones were added up");
        soundIn(CritiqueArchive.SCHEMA);
        try (Archive archive = site.open(CritiqueArchive.SCHEMA)) {
            assertThat(Patterns.over(archive).top(PatternQuery.query("gadgetgx")))
                    .hasSize(1);
        }
    }

    @Test
    void anEvidenceFileIsTakenOverWithTheRowsOfItsLogAndTheFileStaysAsItWas() throws Exception {
        Path file = elsewhere.resolve("evidence.db");
        TakeoverReport.Part part;
        Map<String, String> before;
        try (OldFile old = OldFile.at(file)) {
            old.run("PRAGMA journal_mode = WAL", OldFile.EVIDENCE_1, OldFile.ledger("evidence", 1));
            old.evidence(60);
            assertThat(elsewhere.resolve("evidence.db-wal")).isNotEmptyFile();
            before = content();
            part = only(take(file));
            assertThat(content()).isEqualTo(before);
        }
        assertThat(part.name()).isEqualTo("evidence");
        assertThat(texts(EvidenceArchive.SCHEMA, "SELECT count(*) FROM evidence"))
                .containsExactly("60");
        assertThat(texts(EvidenceArchive.SCHEMA, "SELECT count(*) FROM debate_evidence"))
                .containsExactly("60");
        soundIn(EvidenceArchive.SCHEMA);
    }

    @Test
    void aFileOfAProgramThatWasKilledIsTakenOverWithItsLogAndNothingIsLeftBesideIt() throws Exception {
        Path file = elsewhere.resolve("live.db");
        try (OldFile old = OldFile.at(file)) {
            old.run("PRAGMA journal_mode = WAL", OldFile.TRACES_1);
            old.traces(10);
            Files.createDirectory(elsewhere.resolve("dead"));
            for (String name : List.of("live.db", "live.db-wal")) {
                Files.copy(elsewhere.resolve(name), elsewhere.resolve("dead").resolve(name));
            }
        }
        Map<String, String> before = content();
        only(take(elsewhere.resolve("dead/live.db")));
        assertThat(content()).isEqualTo(before);
        assertThat(texts(CritiqueArchive.SCHEMA, "SELECT count(*) FROM critiques"))
                .containsExactly("10");
    }

    /** Every file there is with what is in it; the memory that processes share is no content. */
    private Map<String, String> content() throws Exception {
        Map<String, String> content = new TreeMap<>();
        try (Stream<Path> files = Files.walk(elsewhere)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                content.put(
                        elsewhere.relativize(file).toString(),
                        file.toString().endsWith("-shm") ? "" : Digest.sha256(Files.readAllBytes(file)));
            }
        }
        return content;
    }

    @Test
    void aFileThatSeveralProgramsSharedIsSplit() throws Exception {
        Path file = elsewhere.resolve("all.db");
        try (OldFile old = OldFile.at(file)) {
            old.run(OldFile.CONTINUUM_2, OldFile.CONSENSUS_1, OldFile.ELO_1, OldFile.TRACES_1, OldFile.EVIDENCE_1);
            old.run(OldFile.ledger("continuum", 3), "INSERT INTO _schema_versions VALUES ('elo', 2, NULL)");
            old.run("CREATE TABLE users (id INTEGER, name TEXT)", "INSERT INTO users VALUES (1, 'x'), (2, 'y')");
            old.run("CREATE VIEW best AS SELECT * FROM ratings");
            old.memories(20);
            old.consensus(21);
            old.ratings(22);
            old.traces(23);
            old.evidence(24);
        }
        TakeoverReport report = take(file);
        assertThat(report.archives())
                .extracting(TakeoverReport.Part::name)
                .containsExactly("continuum", "consensus", "rating", "critique", "evidence");
        assertThat(report.leftOut()).containsExactly(new TakeoverReport.Table("users", 2, 0));
        assertThat(texts(ContinuumArchive.SCHEMA, "SELECT count(*) FROM continuum_memory"))
                .containsExactly("20");
        assertThat(texts(ConsensusArchive.SCHEMA, "SELECT count(*) FROM dissent"))
                .containsExactly("21");
        assertThat(texts(RatingArchive.SCHEMA, "SELECT count(*) FROM elo_history"))
                .containsExactly("22");
        assertThat(texts(CritiqueArchive.SCHEMA, "SELECT count(*) FROM critiques"))
                .containsExactly("23");
        assertThat(texts(EvidenceArchive.SCHEMA, "SELECT count(*) FROM evidence"))
                .containsExactly("24");
        for (TakeoverReport.Part part : report.archives()) {
            assertThat(part.tables()).noneMatch(table -> table.name().equals("users"));
        }
        if (dialect == Dialect.SQLITE) {
            try (OldFile split = OldFile.at(directory.resolve("data/evidence.db"))) {
                assertThat(split.texts("SELECT name FROM sqlite_schema WHERE name LIKE '%rating%' OR name = 'best'"))
                        .isEmpty();
            }
        }
        Stoa.ARCHIVES.stream().filter(site::exists).forEach(this::soundIn);
    }

    @Test
    void aDryRunSaysTheSameAndChangesNothing() throws Exception {
        Path file = elsewhere.resolve("t.db");
        try (OldFile old = OldFile.at(file)) {
            old.run(OldFile.TRACES_1);
            old.traces(5);
        }
        TakeoverReport would =
                Takeover.run(file, site, Stoa.ARCHIVES, elsewhere.resolve("aside"), true, InstantSource.system());
        assertThat(would.dryRun()).isTrue();
        assertThat(site.exists(CritiqueArchive.SCHEMA)).isFalse();
        assertThat(take(file).archives()).isEqualTo(would.archives());
    }

    @Test
    void anEmptyArchiveIsFilledAndOneWithRowsIsRefusedWithEverythingElse() throws Exception {
        site.open(CritiqueArchive.SCHEMA).close();
        Path file = elsewhere.resolve("t.db");
        try (OldFile old = OldFile.at(file)) {
            old.run(OldFile.TRACES_1, OldFile.CONSENSUS_1);
            old.traces(5);
            old.consensus(5);
        }
        site.close();
        take(file);
        soundIn(CritiqueArchive.SCHEMA);
        assertThat(texts(CritiqueArchive.SCHEMA, "SELECT count(*) FROM critiques"))
                .containsExactly("5");
        site.close();
        Path second = elsewhere.resolve("second.db");
        try (OldFile old = OldFile.at(second)) {
            old.run(OldFile.TRACES_1, OldFile.ELO_1);
            old.traces(7);
            old.ratings(7);
        }
        assertThatThrownBy(() -> take(second)).isInstanceOfSatisfying(ConflictException.class, e -> {
            assertThat(e.code()).isEqualTo("precondition");
            assertThat(e.getMessage()).startsWith("archive critique has ").contains(" rows already (");
            assertThat(e.hint()).hasValueSatisfying(hint -> assertThat(hint).contains("import into an empty"));
        });
        assertThat(site.exists(RatingArchive.SCHEMA)).isFalse();
        assertThat(texts(CritiqueArchive.SCHEMA, "SELECT count(*) FROM critiques"))
                .containsExactly("5");
    }

    @Test
    void aFileOfOursMovesToAnotherPlace() throws Exception {
        try (Site other = Site.directory(elsewhere, StorageSettings.defaults(), InstantSource.system())) {
            try (Archive archive = other.open(CritiqueArchive.SCHEMA)) {
                Critiques critiques = Critiques.over(archive, InstantSource.system());
                for (int i = 0; i < 20; i++) {
                    var draft = CritiqueDraft.of("d" + i, "ana", 0.5, "slow widget" + i % 5 + "x");
                    critiques.add(draft);
                    critiques.resolve(CritiqueResolution.of(draft.key(), i % 3 == 0));
                }
            }
        }
        TakeoverReport.Part part = only(take(elsewhere.resolve("aragora_traces.db")));
        assertThat(part.found()).isEqualTo(CritiqueArchive.SCHEMA.latest());
        assertThat(part.notes()).isEmpty();
        soundIn(CritiqueArchive.SCHEMA);
        try (Archive archive = site.open(CritiqueArchive.SCHEMA)) {
            var critiques = Critiques.over(archive, InstantSource.system());
            var draft = CritiqueDraft.of("new", "ana", 0.5, "slow widget9x");
            assertThat(critiques.add(draft).value().id()).isEqualTo(21);
            critiques.resolve(CritiqueResolution.of(draft.key(), true));
        }
        soundIn(CritiqueArchive.SCHEMA);
    }

    @Test
    void whatIsNoKnownDatabaseIsRefusedInClearWords() throws Exception {
        refused(NotFoundException.class, "there is no file", elsewhere.resolve("none.db"));
        refused(VerificationException.class, "is not a file", Files.createDirectory(elsewhere.resolve("folder.db")));
        refused(VerificationException.class, "is empty", Files.createFile(elsewhere.resolve("empty.db")));
        refused(
                VerificationException.class,
                "is not a SQLite database, or it is encrypted",
                Files.writeString(elsewhere.resolve("text.db"), "id,content\n".repeat(500)));
        byte[] garbage = new byte[8192];
        new Random(5).nextBytes(garbage);
        refused(
                VerificationException.class,
                "is not a SQLite database, or it is encrypted",
                Files.write(elsewhere.resolve("random.db"), garbage));
        System.arraycopy("SQLite format 3\0".getBytes(StandardCharsets.US_ASCII), 0, garbage, 0, 16);
        refused(VerificationException.class, "is damaged", Files.write(elsewhere.resolve("headed.db"), garbage));

        Path unknown = elsewhere.resolve("unknown.db");
        try (OldFile old = OldFile.at(unknown)) {
            old.run("CREATE TABLE customers (id INTEGER)", "CREATE TABLE orders (id INTEGER)");
        }
        refused(VerificationException.class, "its tables are customers, orders", unknown);
        Path none = elsewhere.resolve("no-tables.db");
        try (OldFile old = OldFile.at(none)) {
            old.run("CREATE TABLE t (x)", "DROP TABLE t");
        }
        refused(VerificationException.class, "it has no tables", none);

        Path cut = elsewhere.resolve("cut.db");
        try (OldFile old = OldFile.at(cut)) {
            old.run(OldFile.TRACES_1);
            old.traces(300);
        }
        byte[] whole = Files.readAllBytes(cut);
        Files.write(cut, Arrays.copyOf(whole, whole.length / 2));
        refused(VerificationException.class, "is damaged", cut);
        for (ArchiveSchema schema : Stoa.ARCHIVES) {
            assertThat(site.exists(schema)).isFalse();
        }
    }

    @Test
    void aFileOfANewerProgramIsRefused() throws Exception {
        try (Site other = Site.directory(elsewhere, StorageSettings.defaults(), InstantSource.system())) {
            other.open(CritiqueArchive.SCHEMA).close();
        }
        Path file = elsewhere.resolve("aragora_traces.db");
        try (OldFile old = OldFile.at(file)) {
            old.run("UPDATE _schema_versions SET version = 99");
        }
        refused(ConflictException.class, "has version 99 of archive critique", file);
    }

    private void refused(Class<? extends StoaException> type, String message, Path file) {
        assertThatThrownBy(() -> take(file)).isInstanceOf(type).hasMessageContaining(message);
    }

    @Test
    void oddValuesOfOtherProgramsArriveOnBothBackends() throws Exception {
        Path file = elsewhere.resolve("odd.db");
        try (OldFile old = OldFile.at(file)) {
            old.run(OldFile.TRACES_1);
            old.run("""
                    INSERT INTO debates (id, task, consensus_reached, confidence, rounds_used, grounded_verdict,
                        created_at) VALUES
                    ('a', 'zero' || char(0) || 'in it', '1', '0.5', 2.0, 'not json', 'yesterday'),
                    ('b', 'task', NULL, NULL, NULL, '{"x": NaN}', NULL),
                    ('c', 'task', 1, 1, 1, '{"x": [1, 2]}', '2025-01-02T03:04:05.678901+02:00')""");
        }
        TakeoverReport.Part part = only(take(file));
        assertThat(part.notes()).anyMatch(note -> note.contains("1 time could not be read"));
        assertThat(texts(CritiqueArchive.SCHEMA, "SELECT count(*) FROM debates"))
                .containsExactly("3");
        try (Archive archive = site.open(CritiqueArchive.SCHEMA)) {
            assertThat(archive.one("SELECT created_at FROM debates WHERE id = 'c'", row -> row.instant(1)))
                    .contains(Instant.parse("2025-01-02T01:04:05.678Z"));
            assertThat(archive.one(
                            "SELECT confidence, rounds_used FROM debates WHERE id = 'a'",
                            row -> row.real(1) + row.number(2)))
                    .contains(2.5);
        }
    }

    @Test
    void everyRowOfEveryTableIsKeptWhateverItHolds() throws SQLException, IOException {
        for (long seed = 1; seed <= 3; seed++) {
            Path file = elsewhere.resolve("random" + seed + ".db");
            List<String> expected;
            try (OldFile old = OldFile.at(file)) {
                old.run(OldFile.EVIDENCE_1);
                expected = old.randomEvidence(seed, 200);
            }
            Path data = directory.resolve("data" + seed);
            Place fresh = Place.on(dialect, data);
            try (Site target = dialect == Dialect.SQLITE
                    ? Site.directory(data, StorageSettings.defaults(), InstantSource.system())
                    : Site.postgres(
                            fresh.where(),
                            PostgresSettings.defaults(),
                            StorageSettings.defaults(),
                            InstantSource.system())) {
                Takeover.run(file, target, Stoa.ARCHIVES, elsewhere.resolve("aside"), false, InstantSource.system());
                try (Archive archive = target.open(EvidenceArchive.SCHEMA)) {
                    List<String> arrived = new ArrayList<>(archive.list(
                            "SELECT id, source, title, snippet, url, reliability_score FROM evidence",
                            row -> String.join(
                                    "|",
                                    row.text(1),
                                    row.text(2),
                                    String.valueOf(row.textOrNull(3)),
                                    row.text(4),
                                    String.valueOf(row.textOrNull(5)),
                                    String.valueOf(row.realOrNull(6)))));
                    arrived.sort(null);
                    assertThat(arrived).as("seed %d", seed).isEqualTo(expected);
                }
            } finally {
                fresh.close();
            }
        }
    }
}
