package dev.stoa.storage.site;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.Stoa;
import dev.stoa.base.ConflictException;
import dev.stoa.base.StoaException;
import dev.stoa.json.Json;
import dev.stoa.learning.consensus.ConsensusArchive;
import dev.stoa.learning.evidence.EvidenceArchive;
import dev.stoa.learning.memory.ContinuumArchive;
import dev.stoa.learning.rating.RatingArchive;
import dev.stoa.society.OldSpace;
import dev.stoa.society.SocietyArchive;
import dev.stoa.society.foreign.SpaceImport;
import dev.stoa.society.foreign.SpaceImportReport;
import dev.stoa.society.foreign.SpaceOptions;
import dev.stoa.society.foreign.SpaceQuarantine;
import dev.stoa.storage.Archive;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.OldFile;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.foreign.ForeignFile;
import dev.stoa.storage.foreign.TakeoverReport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever a file of another program holds, an import ends with a healthy archive or changes nothing. */
class TakeoverHealthTest {
    private static final int FILES = Integer.getInteger("stoa.test.seedFiles", 20);

    @TempDir
    Path elsewhere;

    private TakeoverReport take(Path file, Site site) {
        return Takeover.run(file, site, Stoa.ARCHIVES, elsewhere.resolve("aside"), false, InstantSource.system());
    }

    private Site site(String name) {
        return Site.directory(elsewhere.resolve(name), StorageSettings.defaults(), InstantSource.system());
    }

    private static void healthy(Site site) {
        for (ArchiveSchema schema : Stoa.ARCHIVES) {
            if (site.exists(schema)) {
                assertThat(site.examine(schema, true).findings()).isEmpty();
            }
        }
    }

    private static List<String> texts(Site site, ArchiveSchema schema, String sql) {
        try (Archive archive = site.open(schema)) {
            return archive.list(sql, row -> String.valueOf(row.textOrNull(1)));
        }
    }

    @Test
    @DisplayName(
            "After importing an evidence file with an orphan link, doctor --deep is clean and the row is set aside")
    void anOrphanLinkIsSetAside() throws Exception {
        Path file = elsewhere.resolve("e.db");
        try (OldFile old = OldFile.at(file)) {
            old.run(OldFile.EVIDENCE_1);
            old.evidence(3);
            old.run("INSERT INTO debate_evidence (debate_id, evidence_id) VALUES ('d', 'nowhere')");
        }
        try (Site site = site("data")) {
            TakeoverReport report = take(file, site);
            healthy(site);
            assertThat(report.setAside())
                    .extracting(TakeoverReport.SetAside::toString)
                    .containsExactly("debate_evidence d, nowhere: evidence_id nowhere is no row of evidence");
            Path quarantine = requireNonNull(report.quarantine());
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(quarantine)))
                    .isEqualTo("rw-------");
            Map<?, ?> line = (Map<?, ?>)
                    requireNonNull(Json.parse(Files.readAllLines(quarantine).getFirst()));
            assertThat(line.get("archive")).isEqualTo("evidence");
            assertThat(((Map<?, ?>) requireNonNull(line.get("row"))).get("evidence_id"))
                    .isEqualTo("nowhere");
            assertThat(texts(site, EvidenceArchive.SCHEMA, "SELECT count(*) FROM debate_evidence"))
                    .containsExactly("3");
        }
    }

    @Test
    @DisplayName("A rating row of -5 wins is kept altered and named, with both values")
    void negativeWinsAreAlteredAndNamed() throws Exception {
        Path file = elsewhere.resolve("r.db");
        try (OldFile old = OldFile.at(file)) {
            old.run(OldFile.ELO_1);
            old.run("INSERT INTO ratings (agent_name, elo, wins) VALUES ('ana', 1510, -5), ('bo', 1490, 2)");
        }
        try (Site site = site("data")) {
            TakeoverReport report = take(file, site);
            healthy(site);
            assertThat(report.altered())
                    .extracting(TakeoverReport.Altered::toString)
                    .containsExactly("ratings ana: wins -5 became 0");
            assertThat(report.setAside()).isEmpty();
        }
    }

    @Test
    @DisplayName("An unknown tier and an importance of 7 are altered by name")
    void continuumValuesAreAlteredAndNamed() throws Exception {
        Path file = elsewhere.resolve("c.db");
        try (OldFile old = OldFile.at(file)) {
            old.run(OldFile.CONTINUUM_2);
            old.run("INSERT INTO continuum_memory (id, tier, content, importance) VALUES ('a', 'weird', 'x', 7)");
            old.run("INSERT INTO continuum_memory (id, tier, content) VALUES (NULL, 'fast', 'nameless')");
        }
        try (Site site = site("data")) {
            TakeoverReport report = take(file, site);
            healthy(site);
            assertThat(report.altered())
                    .extracting(TakeoverReport.Altered::toString)
                    .contains(
                            "continuum_memory a: tier weird became slow",
                            "continuum_memory a: importance 7.0 became 1.0");
            assertThat(report.setAside())
                    .extracting(TakeoverReport.SetAside::reason)
                    .containsExactly("id is its key and has no value");
            assertThat(texts(site, ContinuumArchive.SCHEMA, "SELECT id FROM continuum_memory"))
                    .containsExactly("a");
        }
    }

    @Test
    @DisplayName("A dissent of unknown type or without consensus is set aside, and consensus list still answers")
    void badDissentsAreSetAside() throws Exception {
        Path file = elsewhere.resolve("k.db");
        try (OldFile old = OldFile.at(file)) {
            old.run(OldFile.CONSENSUS_1);
            old.consensus(2);
            old.run("""
                    INSERT INTO dissent (id, debate_id, agent_id, dissent_type) SELECT 'x', id, 'a', 'rage'
                    FROM consensus LIMIT 1""", """
                    INSERT INTO dissent (id, debate_id, agent_id, dissent_type)
                    VALUES ('y', 'gone', 'a', 'minor_quibble')""");
        }
        try (Site site = site("data")) {
            TakeoverReport report = take(file, site);
            healthy(site);
            assertThat(report.setAside())
                    .extracting(TakeoverReport.SetAside::row)
                    .containsExactlyInAnyOrder("x", "y");
            assertThat(texts(site, ConsensusArchive.SCHEMA, "SELECT count(*) FROM dissent"))
                    .containsExactly("2");
        }
    }

    @Test
    @DisplayName("A quarantine file can be imported again after repair")
    void aRepairedQuarantineIsImported() throws Exception {
        Path file = elsewhere.resolve("k.db");
        try (OldFile old = OldFile.at(file)) {
            old.run(OldFile.CONSENSUS_1, OldFile.CONTINUUM_2, OldFile.EVIDENCE_1);
            old.consensus(2);
            old.evidence(2);
            old.run(
                    "INSERT INTO dissent (id, debate_id, agent_id, dissent_type) VALUES ('y', 'gone', 'a', 'rage')",
                    "INSERT INTO continuum_memory (id, tier, content) VALUES (NULL, 'fast', 'nameless')",
                    "INSERT INTO debate_evidence (debate_id, evidence_id) VALUES ('d', 'gone')");
        }
        try (Site site = site("data")) {
            Path aside = requireNonNull(take(file, site).quarantine());
            String consensus = texts(site, ConsensusArchive.SCHEMA, "SELECT min(id) FROM consensus")
                    .getFirst();
            String evidence = texts(site, EvidenceArchive.SCHEMA, "SELECT min(id) FROM evidence")
                    .getFirst();
            TakeoverReport again = QuarantineFile.take(
                    aside, site, Stoa.ARCHIVES, elsewhere.resolve("aside"), false, InstantSource.system());
            assertThat(again.setAside()).as("nothing was repaired").hasSize(3);
            Path unrepaired = requireNonNull(again.quarantine());
            Files.writeString(
                    unrepaired,
                    Files.readString(unrepaired)
                            .replace("\"rage\"", "\"risk_warning\"")
                            .replace("\"debate_id\":\"gone\"", "\"debate_id\":\"" + consensus + "\"")
                            .replace("\"evidence_id\":\"gone\"", "\"evidence_id\":\"" + evidence + "\"")
                            .replace("\"id\":null", "\"id\":\"named\""));
            TakeoverReport repaired = QuarantineFile.take(
                    unrepaired, site, Stoa.ARCHIVES, elsewhere.resolve("aside"), false, InstantSource.system());
            assertThat(repaired.setAside()).isEmpty();
            healthy(site);
            assertThat(texts(site, ConsensusArchive.SCHEMA, "SELECT dissent_type FROM dissent WHERE id = 'y'"))
                    .containsExactly("risk_warning");
            assertThat(texts(site, ContinuumArchive.SCHEMA, "SELECT content FROM continuum_memory WHERE id = 'named'"))
                    .containsExactly("nameless");
            assertThat(texts(
                            site, EvidenceArchive.SCHEMA, "SELECT count(*) FROM debate_evidence WHERE debate_id = 'd'"))
                    .containsExactly("1");
        }
    }

    @Test
    @DisplayName("An elo file without calibration tables imports")
    void anEloFileWithoutCalibrationTablesImports() throws Exception {
        Path file = elsewhere.resolve("elo.db");
        try (OldFile old = OldFile.at(file)) {
            old.run(OldFile.ELO_1);
            old.ratings(5);
            old.run("DROP TABLE calibration_predictions", "DROP TABLE domain_calibration");
        }
        try (Site site = site("data")) {
            TakeoverReport report = take(file, site);
            healthy(site);
            assertThat(report.archives()).extracting(TakeoverReport.Part::name).containsExactly("rating");
            assertThat(texts(site, RatingArchive.SCHEMA, "SELECT count(*) FROM ratings"))
                    .containsExactly("5");
        }
    }

    @Test
    @DisplayName(
            "An import of any seed file ends: doctor --deep is clean and a backup restores, or nothing was changed")
    void anySeedFileEndsHealthy() throws Exception {
        int taken = 0;
        for (int seed = 1; seed <= FILES; seed++) {
            Path file = elsewhere.resolve("seed" + seed + ".db");
            SeedFile.write(file, new Random(seed));
            try (Site site = site("data" + seed)) {
                try {
                    take(file, site);
                    taken++;
                } catch (StoaException refused) {
                    for (ArchiveSchema schema : Stoa.ARCHIVES) {
                        assertThat(site.exists(schema))
                                .as("seed %d: %s", seed, refused.getMessage())
                                .isFalse();
                    }
                    continue;
                }
                List<String> found = new ArrayList<>();
                for (ArchiveSchema schema : Stoa.ARCHIVES) {
                    if (site.exists(schema)) {
                        site.examine(schema, true).findings().forEach(finding -> found.add(finding.message()));
                    }
                }
                assertThat(found).as("seed %d", seed).isEmpty();
                restores(site, seed);
            }
        }
        assertThat(taken).as("files that were taken over").isGreaterThan(FILES * 3 / 4);
    }

    @Test
    @DisplayName(
            "An import of any space.db ends: each row is written, skipped or set aside, and doctor --deep is clean")
    void anySpaceFileEndsHealthy() throws Exception {
        int taken = 0;
        int known = 0;
        int aside = 0;
        for (int seed = 1; seed <= FILES; seed++) {
            Path file = elsewhere.resolve("space" + seed + ".db");
            SeedFile.writeSpace(file, new Random(seed));
            try (Site site = site("society" + seed);
                    ForeignFile old = ForeignFile.open(file)) {
                if (!SpaceImport.recognises(old)) {
                    continue;
                }
                known++;
                SpaceImportReport report;
                SpaceOptions options = SpaceOptions.defaults().aside(elsewhere.resolve("aside"));
                try (Archive archive = site.open(SocietyArchive.SCHEMA)) {
                    SpaceImport intake = SpaceImport.over(archive, InstantSource.system());
                    try {
                        report = intake.run(old, file, options, false);
                    } catch (ConflictException e) {
                        // Names that several have need a decision, which the hint names.
                        assertThat(e.code())
                                .as("seed %d: %s", seed, e.getMessage())
                                .isEqualTo("taken");
                        report = intake.run(old, file, options.mapIdentities(true), false);
                    }
                    taken++;
                    for (SpaceImportReport.Table table : report.tables()) {
                        assertThat(table.written() + table.skipped())
                                .as("seed %d: %s", seed, table)
                                .isEqualTo(table.read());
                    }
                    if (report.quarantine() != null) {
                        aside++;
                        assertThat(SpaceQuarantine.is(report.quarantine())).isTrue();
                        assertThat(Files.readAllLines(report.quarantine()))
                                .hasSize(requireNonNull(report.remarks().get(SpaceImportReport.Remark.BROKEN))
                                        .size());
                    }
                }
                assertThat(site.examine(SocietyArchive.SCHEMA, true).findings())
                        .as("seed %d", seed)
                        .isEmpty();
                restores(site, 1_000 + seed);
            }
        }
        assertThat(taken).isEqualTo(known).isGreaterThan(FILES / 2);
        assertThat(aside).isPositive();
    }

    @Test
    @DisplayName("Rows of a space.db that cannot be taken are set aside, and imported again after repair")
    void aRepairedQuarantineOfASpaceIsImported() throws Exception {
        Path file = elsewhere.resolve("space.db");
        try (OldSpace old = OldSpace.looseAt(file)) {
            old.agent("a", "ana").channel("c", "lab");
            old.message("m1", "c", "a", "kept", OldSpace.UTC).message("m2", "gone", "a", "nowhere", OldSpace.UTC);
            old.message("m1", "c", "a", "twice", OldSpace.UTC);
            old.run("INSERT INTO messages (message_id, channel_id, agent_id, content, created_at)"
                    + " VALUES ('m3', 'c', 'a', CAST(x'61ff62' AS TEXT), '" + OldSpace.UTC + "')");
        }
        SpaceOptions options = SpaceOptions.defaults().aside(elsewhere.resolve("aside"));
        try (Site site = site("data");
                Archive archive = site.open(SocietyArchive.SCHEMA)) {
            SpaceImport intake = SpaceImport.over(archive, InstantSource.system());
            Path aside;
            try (ForeignFile old = ForeignFile.open(file)) {
                SpaceImportReport report = intake.run(old, file, options, false);
                assertThat(report.remarks().get(SpaceImportReport.Remark.BROKEN))
                        .containsExactlyInAnyOrder(
                                "messages m2: its channel gone does not exist",
                                "messages m1: another row before it has its id, and other content",
                                "messages row 4: content is not UTF-8 at byte 2");
                aside = requireNonNull(report.quarantine());
            }
            String lines = Files.readString(aside);
            assertThat(lines).contains("{\"base64\":\"Yf9i\"}");
            assertThatThrownBy(() -> intake.runAgain(aside, options, false))
                    .hasMessageContaining("content has bytes that are no text");
            Files.writeString(
                    aside,
                    lines.replace("{\"base64\":\"Yf9i\"}", "\"a b\"")
                            .replace("\"gone\"", "\"c\"")
                            .replace("\"message_id\":\"m1\"", "\"message_id\":\"m4\""));
            SpaceImportReport again = intake.runAgain(aside, options, false);
            assertThat(again.quarantine()).isNull();
            assertThat(archive.list("SELECT content FROM messages ORDER BY content", row -> row.text(1)))
                    .containsExactly("a b", "kept", "nowhere", "twice");
            assertThat(intake.runAgain(aside, options, false).written()).isZero();
        }
        try (Site site = site("data")) {
            healthy(site);
        }
    }

    private void restores(Site site, int seed) throws Exception {
        Path backup = elsewhere.resolve("backup" + seed + ".zip");
        Backup.write(site, Stoa.ARCHIVES, backup, false, "test", InstantSource.system());
        try (Site other = site("restored" + seed)) {
            Backup.restore(backup, other, Stoa.ARCHIVES, false);
            healthy(other);
        }
    }
}
