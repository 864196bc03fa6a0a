package dev.stoa.storage.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.evolution.EvolutionArchive;
import dev.stoa.learning.consensus.ConsensusArchive;
import dev.stoa.learning.memory.ContinuumArchive;
import dev.stoa.learning.rating.RatingArchive;
import dev.stoa.storage.Archive;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.sqlite.SqliteArchive;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Files of the original programs at their older versions: upgraded for real, with every row, and a snapshot left. */
class ForeignFileTest {
    @TempDir
    Path directory;

    @TempDir
    Path workshop;

    /**
     * An archive that has an older version at its original.
     *
     * @param version the older version
     * @param table a table that is new, or has a new column, in the next version
     */
    record Original(ArchiveSchema schema, int version, String table, String newColumn) {
        String ledger(int claimed) {
            return schema.ledger() == ArchiveSchema.Ledger.MODULE
                    ? "CREATE TABLE _schema_versions (module TEXT PRIMARY KEY, version INTEGER, updated_at TIMESTAMP);"
                            + "INSERT INTO _schema_versions VALUES ('" + schema.module() + "', " + claimed + ", NULL)"
                    : "CREATE TABLE SchemaVersions (version INTEGER PRIMARY KEY, applied_at TEXT, description TEXT);"
                            + "INSERT INTO SchemaVersions (version) VALUES (1), (" + claimed
                            + ") ON CONFLICT DO NOTHING";
        }

        @Override
        public String toString() {
            return schema.name();
        }
    }

    private static final Original EVOLUTION = new Original(EvolutionArchive.SCHEMA, 1, "ActionLogs", "token_usage");
    private static final Original CONTINUUM = new Original(ContinuumArchive.SCHEMA, 2, "continuum_memory", "red_line");

    static List<Original> originals() {
        return List.of(
                CONTINUUM,
                new Original(ConsensusArchive.SCHEMA, 1, "verified_proofs", "proof_hash"),
                new Original(RatingArchive.SCHEMA, 1, "ratings", "calibration_brier_sum"),
                EVOLUTION);
    }

    @ParameterizedTest
    @MethodSource("originals")
    void anOldFileIsUpgradedWithTheRowsOfItsLog(Original original) throws Exception {
        upgradesWhole(original, "WAL", original.ledger(original.version()));
    }

    @ParameterizedTest
    @MethodSource("originals")
    void anOldFileWithoutALogIsUpgraded(Original original) throws Exception {
        upgradesWhole(original, "DELETE", original.ledger(original.version()));
    }

    @ParameterizedTest
    @MethodSource("originals")
    void anOldFileWithoutALedgerIsUpgraded(Original original) throws Exception {
        upgradesWhole(original, "WAL", "");
    }

    @ParameterizedTest
    @MethodSource("originals")
    void anOldFileWhoseNumberWasRaisedWithoutTheColumnsIsUpgradedByItsColumns(Original original) throws Exception {
        upgradesWhole(original, "WAL", original.ledger(original.schema().latest()));
    }

    @ParameterizedTest
    @MethodSource("originals")
    void anOldFileThatClaimsMoreThanThereIsIsUpgradedByItsColumns(Original original) throws Exception {
        upgradesWhole(original, "WAL", original.ledger(original.schema().latest() + 7));
    }

    @Test
    void anEvolutionFileThatAlreadyHasTokensIsUpgraded() throws Exception {
        upgradesWhole(
                EVOLUTION,
                "WAL",
                EVOLUTION.ledger(1) + ";ALTER TABLE ActionLogs ADD COLUMN token_usage INTEGER DEFAULT 0");
    }

    @Test
    void aFileWithATransactionThatItsProgramDidNotFinishIsTakenOverWithoutIt() throws Exception {
        Original original = CONTINUUM;
        Map<String, List<String>> before;
        try (ForeignFile file = ForeignFile.create(original.schema(), workshop, "DELETE")) {
            file.version(original.schema(), original.version()).fill();
            before = file.content();
            file.run("PRAGMA cache_size = 1; PRAGMA cache_spill = 1");
            file.run("BEGIN; UPDATE continuum_memory SET content = hex(zeroblob(9000)), tier = 'lost'");
            file.abandonIn(directory.resolve(original.schema().file()));
            Files.copy(
                    workshop.resolve(original.schema().file() + "-journal"),
                    directory.resolve(original.schema().file() + "-journal"));
        }
        opensWhole(original, before);
    }

    private void upgradesWhole(Original original, String journal, String ledger) throws Exception {
        Map<String, List<String>> before;
        try (ForeignFile file = ForeignFile.create(original.schema(), workshop, journal)) {
            file.version(original.schema(), original.version()).run(ledger);
            file.fill();
            before = file.content();
            file.abandonIn(directory.resolve(original.schema().file()));
        }
        if (journal.equals("WAL")) {
            assertThat(directory.resolve(original.schema().file() + "-wal")).isNotEmptyFile();
        }
        opensWhole(original, before);
    }

    private void opensWhole(Original original, Map<String, List<String>> before) throws Exception {
        assertThat(before)
                .isNotEmpty()
                .allSatisfy((table, rows) -> assertThat(rows).as(table).hasSize(40));
        open(original.schema()).close();
        try (ForeignFile file =
                ForeignFile.at(directory.resolve(original.schema().file()))) {
            holds(file, before);
            assertThat(file.texts("SELECT name FROM pragma_table_info('" + original.table() + "')"))
                    .contains(original.newColumn());
            assertThat(file.texts(
                            original.schema().ledger() == ArchiveSchema.Ledger.MODULE
                                    ? "SELECT max(version) FROM _schema_versions"
                                    : "SELECT max(version) FROM SchemaVersions"))
                    .containsExactly(Integer.toString(original.schema().latest()));
            assertThat(file.texts("PRAGMA journal_mode")).containsExactly("wal");
        }
        assertThat(snapshots()).hasSize(1);
        try (ForeignFile snapshot = ForeignFile.at(snapshots().get(0))) {
            holds(snapshot, before);
            assertThat(snapshot.texts("PRAGMA application_id")).containsExactly("0");
        }
        open(original.schema()).close();
        assertThat(snapshots()).as("nothing is left to upgrade").hasSize(1);
    }

    private static void holds(ForeignFile file, Map<String, List<String>> before) throws Exception {
        assertThat(file.texts("PRAGMA integrity_check")).containsExactly("ok");
        assertThat(file.texts("PRAGMA foreign_key_check")).isEmpty();
        before.forEach((table, rows) -> assertThat(file.rowsOf(table)).as(table).isEqualTo(rows));
    }

    private Archive open(ArchiveSchema schema) {
        return SqliteArchive.open(schema, directory, StorageSettings.defaults(), InstantSource.system());
    }

    private List<Path> snapshots() throws Exception {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().contains(".backup.")).toList();
        }
    }
}
