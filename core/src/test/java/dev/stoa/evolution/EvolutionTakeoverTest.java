package dev.stoa.evolution;

import static dev.stoa.evolution.Laboratory.ME;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.Stoa;
import dev.stoa.base.Page;
import dev.stoa.base.Singletons;
import dev.stoa.base.StoaException;
import dev.stoa.evolution.episode.Episode;
import dev.stoa.evolution.episode.EpisodeFilter;
import dev.stoa.evolution.profile.Profile;
import dev.stoa.evolution.run.Run;
import dev.stoa.json.Json;
import dev.stoa.search.vector.Embedder;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Checkup;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Ids;
import dev.stoa.storage.OldFile;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.foreign.TakeoverReport;
import dev.stoa.storage.postgres.PostgresSettings;
import dev.stoa.storage.site.QuarantineFile;
import dev.stoa.storage.site.SeedFile;
import dev.stoa.storage.site.Site;
import dev.stoa.storage.site.Takeover;
import dev.stoa.storage.sqlite.SqliteArchive;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** A file that the original program left, with the archive table that it made of its episodes. */
@OnBothDatabases
class EvolutionTakeoverTest {
    private static final int FUZZED = Integer.getInteger("stoa.test.evolutionFiles", 6);

    private static final List<String> TABLES =
            List.of("Generations", "AgentProfiles", "Episodes", "ActionLogs", "CreatedAgents", "episodes_archive");

    private static final String ROWS = """
            CREATE TABLE SchemaVersions (version INTEGER PRIMARY KEY, applied_at TEXT, description TEXT);
            INSERT INTO SchemaVersions (version) VALUES (1);
            INSERT INTO Generations VALUES ('g1', '2025-01-01T00:00:00Z', 'archived', NULL),
                ('g2', '2025-01-02T00:00:00Z', 'active', 'g1');
            INSERT INTO AgentProfiles VALUES ('a', 'g1', 'primary_actor', 'bold', '{"temperature":0.7}', NULL, 'human'),
                ('b', 'g1', 'primary_actor', 'meek', 'not json', NULL, 'human');
            INSERT INTO Episodes VALUES
                ('e2', 'g2', 'a', 'b', 3, 2, 1, 'agreement', '{"x":1}', 0, '2025-01-02T01:00:00Z');
            INSERT INTO ActionLogs VALUES ('l2', 'e2', 0, 'a', 'hm', 'hello', '[]', 1, 0, 5);
            INSERT INTO episodes_archive VALUES
                ('e1', 'g1', 'a', 'b', -4, 9, 1, 'agreement', '{"x":1}', 0, '2025-01-01T01:00:00Z'),
                ('e0', 'nowhere', 'a', 'b', 1, 1, 1, 'agreement', '{}', 0, NULL),
                ('e2', 'g2', 'a', 'b', 3, 2, 1, 'agreement', '{"x":1}', 0, NULL),
                (NULL, 'g2', 'a', 'b', 3, 2, 1, 'agreement', '{"x":1}', 0, NULL);""";

    @Parameter
    Dialect dialect;

    @TempDir
    Path elsewhere;

    private Place place;
    private Site site;

    @BeforeEach
    void open() {
        place = Place.on(dialect, elsewhere.resolve("data"));
        site = site(place);
    }

    private static Site site(Place at) {
        return at.dialect() == Dialect.SQLITE
                ? Site.directory(Path.of(at.where()), StorageSettings.defaults(), InstantSource.system())
                : Site.postgres(
                        at.where(), PostgresSettings.defaults(), StorageSettings.defaults(), InstantSource.system());
    }

    @AfterEach
    void close() {
        site.close();
        place.close();
    }

    private Path original(Path folder) throws Exception {
        Path file = Files.createDirectories(folder).resolve("evolution.sqlite");
        try (OldFile old = OldFile.at(file)) {
            old.run(OldFile.EVOLUTION_1, ROWS);
        }
        return file;
    }

    private TakeoverReport take(Path file, Site into) {
        return Takeover.run(file, into, Stoa.ARCHIVES, elsewhere.resolve("aside"), false, InstantSource.system());
    }

    private static List<String> texts(Archive archive, String sql) {
        return archive.list(sql, row -> String.valueOf(row.textOrNull(1)));
    }

    @Test
    @DisplayName("Every row of an original file is kept, altered and named, or set aside and named, and can come back")
    void anOriginalFileIsTakenOverWithItsArchivedEpisodesAndNegativeScores() throws Exception {
        TakeoverReport report = take(original(elsewhere.resolve("old")), site);
        assertThat(site.examine(EvolutionArchive.SCHEMA, true).findings()).isEmpty();
        assertThat(report.altered())
                .extracting(TakeoverReport.Altered::toString)
                .containsExactlyInAnyOrder(
                        "AgentProfiles b: hyperparameters not json became {\"imported\":\"not json\"}",
                        "episodes_archive e1: agent_b_score 9 became 5",
                        "episodes_archive e0: generation_id nowhere became null");
        assertThat(report.setAside())
                .extracting(TakeoverReport.SetAside::toString)
                .containsExactlyInAnyOrder(
                        "episodes_archive e2: Episodes has an episode of this id too",
                        "episodes_archive row 4: id is its key and has no value");
        try (Archive archive = site.open(EvolutionArchive.SCHEMA)) {
            assertThat(texts(
                            archive,
                            "SELECT id || ' ' || agent_a_score || ' ' || archived FROM episodes_all ORDER BY id"))
                    .containsExactly("e0 1 1", "e1 -4 1", "e2 3 0");
            assertThat(texts(archive, "SELECT count(*) FROM episode_participants"))
                    .containsExactly("6");
        }
        Path aside = Objects.requireNonNull(report.quarantine());
        Files.writeString(aside, Files.readString(aside).replace("\"id\":\"e2\"", "\"id\":\"e3\""));
        TakeoverReport back = QuarantineFile.take(
                aside, site, Stoa.ARCHIVES, elsewhere.resolve("aside"), false, InstantSource.system());
        assertThat(back.setAside()).hasSize(1);
        assertThat(site.examine(EvolutionArchive.SCHEMA, true).findings()).isEmpty();
        try (Archive archive = site.open(EvolutionArchive.SCHEMA)) {
            assertThat(texts(archive, "SELECT id FROM episodes_all WHERE archived = 1 ORDER BY id"))
                    .containsExactly("e0", "e1", "e3");
        }
    }

    @Test
    @DisplayName("Of any original file no row is lost: kept as it was, altered and named, or set aside and named")
    void noRowOfAnyOriginalFileIsLost() throws Exception {
        for (int seed = 1; seed <= FUZZED; seed++) {
            Path file = elsewhere.resolve("seed" + seed + ".sqlite");
            SeedFile.writeEvolution(file, new Random(seed));
            try (Place fresh = Place.on(dialect, elsewhere.resolve("data" + seed));
                    Site into = site(fresh)) {
                TakeoverReport report = take(file, into);
                assertThat(into.examine(EvolutionArchive.SCHEMA, true).findings())
                        .as("seed %d", seed)
                        .isEmpty();
                try (Archive archive = into.open(EvolutionArchive.SCHEMA);
                        OldFile old = OldFile.at(file)) {
                    for (String table : TABLES) {
                        accounted("seed " + seed + " " + table, table, old, archive, report);
                    }
                    everythingIsRead(archive);
                }
            }
        }
    }

    /** What another program wrote is read by every question that can be asked, whatever stands in it. */
    private static void everythingIsRead(Archive archive) {
        Evolution stores = new Evolution(
                new Singletons(),
                () -> archive,
                InstantSource.system(),
                Ids.system(),
                () -> Embedder.hashing(64),
                10_000);
        for (Run run : stores.runs().list(ME, Page.Request.first()).items()) {
            stores.generations().summaries(ME, run.id()).forEach(each -> each.document());
            stores.generations().list(ME, run.id()).forEach(each -> each.document());
            stores.verdicts().list(ME, run.id());
            List<Profile> profiles = stores.profiles().list(ME, run.id());
            for (Profile profile : profiles) {
                stores.profiles().lineage(ME, profile.id()).forEach(step -> Json.write(step.document()));
                stores.profiles().blame(ME, profile.id()).forEach(blame -> Json.write(blame.document()));
                stores.profiles()
                        .diff(ME, profiles.getFirst().id(), profile.id())
                        .document();
            }
            stores.createdAgents().list(ME, run.id()).forEach(agent -> Json.write(agent.document()));
            assertThat(stores.transfers().export(ME, run.id(), line -> Json.parseObject(line)))
                    .isPositive();
        }
        EpisodeFilter filter = EpisodeFilter.all().page(Page.Request.first(500));
        List<Episode> episodes = stores.episodes().list(ME, filter).items();
        assertThat(texts(archive, "SELECT count(*) FROM episodes_all"))
                .containsExactly(String.valueOf(episodes.size()));
        for (Episode episode : episodes) {
            Json.write(episode.document());
            stores.logs().of(ME, episode.id()).forEach(entry -> Json.write(entry.document()));
        }
    }

    private static void accounted(String what, String table, OldFile old, Archive archive, TakeoverReport report)
            throws Exception {
        List<String> columns = old.texts("SELECT name FROM pragma_table_info('" + table + "')");
        if (columns.isEmpty()) {
            return;
        }
        long aside = report.setAside().stream()
                .filter(row -> row.table().equals(table))
                .count();
        long found = Long.parseLong(old.texts("SELECT count(*) FROM " + table).getFirst());
        assertThat(texts(archive, "SELECT count(*) FROM " + table))
                .as(what)
                .containsExactly(Long.toString(found - aside));
        for (String column :
                List.of("agent_a_score", "agent_a_profile_id", "generation_id", "status", "public_dialogue")) {
            if (!columns.contains(column)) {
                continue;
            }
            Map<String, String> now = new HashMap<>();
            archive.list(
                            "SELECT id, " + column + " FROM " + table,
                            row -> Map.entry(row.text(1), String.valueOf(row.textOrNull(2))))
                    .forEach(entry -> now.put(entry.getKey(), entry.getValue()));
            for (String pair : old.texts("SELECT id || char(1) || COALESCE(" + column + ", 'null') FROM " + table
                    + " WHERE typeof(id) = 'text' AND typeof(" + column + ") IN ('text', 'integer', 'null')"
                    + " AND instr(CAST(" + column + " AS BLOB), x'00') = 0")) {
                String id = pair.substring(0, pair.indexOf('\u0001'));
                String before = pair.substring(pair.indexOf('\u0001') + 1);
                boolean named = report.altered().stream()
                                .anyMatch(each -> each.table().equals(table)
                                        && each.row().equals(id)
                                        && each.column().equals(column))
                        || report.setAside().stream()
                                .anyMatch(each ->
                                        each.table().equals(table) && each.row().equals(id));
                if (!named && now.containsKey(id)) {
                    assertThat(now.get(id)).as(what + " " + id + " " + column).isEqualTo(before);
                }
            }
        }
    }

    @Test
    @DisplayName("The backup before a migration contains rows still in the WAL")
    void anOriginalFileInThePlaceOfTheArchiveIsUpgradedAndTheBackupHasWhatWasOnlyInTheLog() throws Exception {
        Path data = elsewhere.resolve("in-place");
        Path file = original(data);
        // Kept open with its log: what was written last is in no other file.
        try (OldFile still = OldFile.at(file)) {
            still.run("PRAGMA journal_mode = WAL");
            still.run("INSERT INTO Generations VALUES ('g3', '2025-01-03T00:00:00Z', 'active', 'g2')");
            assertThat(data.resolve("evolution.sqlite-wal")).isNotEmptyFile();
            SqliteArchive.open(EvolutionArchive.SCHEMA, data, StorageSettings.defaults(), InstantSource.system())
                    .close();
        }
        try (Archive archive =
                SqliteArchive.open(EvolutionArchive.SCHEMA, data, StorageSettings.defaults(), InstantSource.system())) {
            assertThat(texts(archive, "SELECT id FROM Generations ORDER BY seq"))
                    .containsExactly("g1", "g2", "g3");
            assertThat(texts(archive, "SELECT id FROM episodes_archive")).containsExactly("e1");
            // What refers to nothing stays where it came, and is told of.
            assertThat(texts(archive, "SELECT id FROM episodes_archive_legacy ORDER BY id"))
                    .containsExactly("null", "e0", "e1", "e2");
        }
        try (Site there = Site.directory(data, StorageSettings.defaults(), InstantSource.system())) {
            assertThat(there.examine(EvolutionArchive.SCHEMA, true).findings())
                    .extracting(Checkup.Finding::message)
                    .anySatisfy(message ->
                            assertThat(message).contains("3 rows of episodes_archive_legacy could not be taken over"));
        }
        try (Stream<Path> files = Files.list(data)) {
            Path backup = files.filter(each -> each.toString().contains(".backup."))
                    .findFirst()
                    .orElseThrow();
            try (OldFile copy = OldFile.at(backup)) {
                assertThat(copy.texts("SELECT id FROM Generations ORDER BY id")).containsExactly("g1", "g2", "g3");
            }
        }
    }

    @Test
    @DisplayName("A new database leaves no backup, and a newer file is refused")
    void aNewArchiveLeavesNoBackupAndANewerOneIsRefused() throws Exception {
        Path data = Files.createDirectories(elsewhere.resolve("new"));
        SqliteArchive.open(EvolutionArchive.SCHEMA, data, StorageSettings.defaults(), InstantSource.system())
                .close();
        try (Stream<Path> files = Files.list(data)) {
            assertThat(files.map(Path::toString)).noneMatch(each -> each.contains(".backup."));
        }
        Path file = data.resolve("evolution.sqlite");
        try (OldFile newer = OldFile.at(file)) {
            newer.run("INSERT INTO SchemaVersions (version) VALUES (99)");
        }
        assertThatThrownBy(() -> SqliteArchive.open(
                        EvolutionArchive.SCHEMA, data, StorageSettings.defaults(), InstantSource.system()))
                .isInstanceOf(StoaException.class)
                .hasMessageContaining("99");
        assertThatThrownBy(() -> take(file, site))
                .isInstanceOf(StoaException.class)
                .hasMessageContaining("99");
        assertThat(site.exists(EvolutionArchive.SCHEMA)).isFalse();
    }
}
