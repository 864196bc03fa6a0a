package dev.stoa.learning.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.Page;
import dev.stoa.search.vector.Embedder;
import dev.stoa.storage.Archive;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Ids;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import dev.stoa.testing.TestClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Older archives become present ones. */
@OnBothDatabases
class EvidenceUpgradeTest {
    private static final ArchiveSchema SEED = ArchiveSchema.named("evidence")
            .version(1, "evidence, links and text index")
            .build();

    @Parameter
    Dialect dialect;

    @TempDir
    Path directory;

    @Test
    @DisplayName("Old files must gain what they lack, keep every row, and leave a backup that contains the WAL.")
    void anOldArchiveGainsWhatItLacksAndKeepsEveryRow() throws IOException {
        try (Place place = Place.on(dialect, directory)) {
            fill(place.open(SEED));
            place.closeArchives();

            Archive archive = place.open(EvidenceArchive.SCHEMA);
            EvidenceStore store = EvidenceStore.over(
                    archive, TestClock.at("2026-11-15T08:30:00Z"), Ids.system(), Embedder.off(), Runnable::run);
            List<Evidence> rows =
                    store.list(EvidenceFilter.NONE, Page.Request.first()).items();
            assertThat(rows).extracting(Evidence::id).containsExactly("c", "a", "b");
            Evidence b = store.show("b");
            assertThat(b.createdAt()).isEqualTo("2024-01-02T03:04:05Z");
            assertThat(b.contentHash()).isEqualTo("3127eb1d798bce5e917b2591d3711cbd02645756cec6c5e132a79e747ecd6f8f");
            assertThat(b.sources()).hasSize(1);
            assertThat(b.debates()).extracting(Evidence.Use::debateId).containsExactly("d");
            assertThat(b.quality().overall()).isPositive();
            // The same text under a second id is kept; the first is the one that is found again.
            assertThat(store.show("a").contentHash()).isNull();
            assertThat(store.add(EvidenceDraft.of("The WAL file needs its -shm file.", "web"))
                            .value()
                            .id())
                    .isEqualTo("b");
            assertThat(store.search(EvidenceQuery.of("ropes")))
                    .singleElement()
                    .satisfies(hit -> assertThat(hit.evidence().id()).isEqualTo("c"));
            List<String> violations = archive.read(tx -> EvidenceInvariants.violations(tx, 5));
            assertThat(violations).isEmpty();
            if (dialect == Dialect.SQLITE) {
                try (Stream<Path> files = Files.list(directory)) {
                    assertThat(files.map(file -> file.getFileName().toString()))
                            .anyMatch(
                                    name -> name.startsWith("evidence.backup") || name.contains("evidence.db.backup"));
                }
            }
        }
    }

    private static void fill(Archive archive) {
        archive.write(tx -> {
            String sql = """
                    INSERT INTO evidence (id, content_hash, source, snippet, metadata_json, quality_scores_json, created_at, updated_at)
                    VALUES (?, ?, 'Web', ?, ?, ?, ?, ?)""";
            tx.update(sql, "a", "h1", "The WAL file needs its  -shm file.", "{}", null, "2024-01-02 03:04:06", null);
            tx.update(
                    sql,
                    "b",
                    "h2",
                    "The WAL file needs its -shm file.",
                    null,
                    "{\"x\":1}",
                    "2024-01-02 03:04:05",
                    "2024-01-02 03:04:05");
            tx.update(
                    sql,
                    "c",
                    null,
                    "Knots hold ropes.",
                    null,
                    null,
                    "2024-06-01T00:00:00+00:00",
                    "2024-06-01T00:00:00+00:00");
            tx.update("INSERT INTO evidence_fts (evidence_id, title, snippet, topics) VALUES ('b', '', 'stale', '')");
            return tx.update("INSERT INTO debate_evidence (debate_id, evidence_id) VALUES ('d', 'b')");
        });
    }

    @Test
    @DisplayName(
            "E1: index rows differ from evidence rows; a hash is not that of the text; a link or source without evidence.")
    void everyViolationIsFound() {
        try (Place place = Place.on(dialect, directory)) {
            Archive archive = place.open(EvidenceArchive.SCHEMA);
            EvidenceStore store = EvidenceStore.over(
                    archive, TestClock.at("2026-11-15T08:30:00Z"), Ids.system(), Embedder.off(), Runnable::run);
            store.add(EvidenceDraft.of("one", "web").id("e1"));
            store.add(EvidenceDraft.of("two", "web").id("e2").place("doc", 0));
            assertThat(broken(archive, "DELETE FROM evidence_fts WHERE evidence_id = 'e1'"))
                    .containsExactly("evidence e1 is not indexed");
            assertThat(broken(archive, "DELETE FROM evidence_fts WHERE evidence_id = 'e2'"))
                    .containsExactly("passage 0 of document doc is not indexed");
            assertThat(broken(archive, "UPDATE evidence SET snippet = 'other' WHERE id = 'e1'"))
                    .containsExactly("hash of evidence e1");
            assertThat(broken(archive, "INSERT INTO debate_evidence (debate_id, evidence_id) VALUES ('d', 'x')"))
                    .containsExactly("link of debate d to x");
            assertThat(broken(archive, "INSERT INTO evidence_sources (evidence_id, source) VALUES ('x', 's')"))
                    .containsExactly("source s of x");
            assertThat(broken(archive, "DELETE FROM documents")).containsExactly("passage 0 of document doc");
            assertThat(broken(archive, "DELETE FROM passages")).hasSize(2);
        }
    }

    @Test
    void aCopyMadeByAnotherProgramKeepsItsIndex() throws SQLException {
        Assumptions.assumeTrue(dialect == Dialect.SQLITE, "PostgreSQL has no files to copy");
        try (Place place = Place.on(dialect, directory)) {
            store(place).add(EvidenceDraft.of("Knots hold ropes.", "web"));
            place.closeArchives();
            // As after a dump that was read into a new file.
            try (Connection connection =
                            DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("evidence.db"));
                    Statement statement = connection.createStatement()) {
                statement.execute("PRAGMA application_id = 0");
            }
            assertThat(store(place).search(EvidenceQuery.of("ropes"))).hasSize(1);
        }
    }

    @Test
    void theIndexCanBeMadeAnew() {
        try (Place place = Place.on(dialect, directory)) {
            EvidenceStore store = store(place);
            store.add(EvidenceDraft.of("Knots hold ropes.", "web"));
            store.add(EvidenceDraft.of("Where?", "chat").place("talk", 0));
            store.add(EvidenceDraft.of("At the harbour.", "chat").place("talk", 1));
            Archive archive = place.open(EvidenceArchive.SCHEMA);
            archive.write(tx -> tx.update("DELETE FROM evidence_fts"));
            assertThat(store.search(EvidenceQuery.of("harbour"))).isEmpty();
            archive.write(tx -> {
                EvidenceUpgrade.reindex(tx);
                return 0;
            });
            assertThat(store.search(EvidenceQuery.of("harbour"))).hasSize(2);
            assertThat(store.search(EvidenceQuery.of("ropes"))).hasSize(1);
            List<String> violations = archive.read(tx -> EvidenceInvariants.violations(tx, 5));
            assertThat(violations).isEmpty();
        }
    }

    @Test
    void anIndexThatIsMadeAnewIsToTheLetterWhatItWas() {
        try (Place place = Place.on(dialect, directory)) {
            EvidenceStore store = store(place);
            store.add(EvidenceDraft.of("Knots hold ropes.", "web").title("Knots"));
            for (String document : List.of("a", "b", "c")) {
                store.addDocument(DocumentDraft.ofText(document, "web", "Title " + document, paragraphs(document)));
            }
            Archive archive = place.open(EvidenceArchive.SCHEMA);
            List<String> before = index(archive);
            archive.write(tx -> {
                EvidenceUpgrade.reindex(tx);
                return 0;
            });
            assertThat(index(archive)).isEqualTo(before).hasSizeGreaterThan(600);
        }
    }

    /** Documents of more and of fewer passages than are read at once. */
    private static String paragraphs(String document) {
        int passages = document.equals("b") ? 1_000 : 3;
        return IntStream.range(0, passages)
                .mapToObj(
                        passage -> ("Passage " + passage + " of " + document + " tells of ropes and knots. ").repeat(8))
                .collect(Collectors.joining("\n\n"));
    }

    private List<String> index(Archive archive) {
        return archive.list(
                "SELECT " + dialect.pick("rowid", "seq") + ", evidence_id, title, snippet, topics, context"
                        + dialect.pick("", ", search::text || search_words") + " FROM evidence_fts ORDER BY 1",
                row -> row.number(1) + " " + row.text(2) + " " + row.textOrNull(3) + " " + row.text(4) + " "
                        + row.textOrNull(5) + " " + row.textOrNull(6) + " "
                        + (dialect == Dialect.SQLITE ? "" : row.text(7)));
    }

    private static EvidenceStore store(Place place) {
        return EvidenceStore.over(
                place.open(EvidenceArchive.SCHEMA),
                TestClock.at("2026-11-15T08:30:00Z"),
                Ids.system(),
                Embedder.off(),
                Runnable::run);
    }

    private static List<String> broken(Archive archive, String sql) {
        return archive.rehearse(tx -> {
            tx.update(sql);
            return EvidenceInvariants.violations(tx, 5);
        });
    }
}
