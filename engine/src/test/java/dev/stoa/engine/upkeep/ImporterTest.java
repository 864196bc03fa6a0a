package dev.stoa.engine.upkeep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.ConflictException;
import dev.stoa.base.InvalidException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Principal;
import dev.stoa.base.Trust;
import dev.stoa.learning.consensus.ConsensusArchive;
import dev.stoa.society.SocietyArchive;
import dev.stoa.society.agent.AgentDraft;
import dev.stoa.society.base.DomainPattern;
import dev.stoa.society.foreign.SpaceOptions;
import dev.stoa.society.knowledge.FactFilter;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.ZoneId;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@OnBothDatabases
@SuppressWarnings("NullAway.Init") // set before each test
class ImporterTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private UpkeepFixture place;

    @BeforeEach
    void open() {
        place = UpkeepFixture.on(dialect, folder);
    }

    @AfterEach
    void close() {
        place.close();
    }

    private static final String OLD_CONSENSUS = """
            CREATE TABLE consensus (id TEXT PRIMARY KEY, topic TEXT NOT NULL, topic_hash TEXT NOT NULL,
                conclusion TEXT, strength TEXT, confidence REAL, domain TEXT, tags TEXT, timestamp TEXT, data TEXT);
            CREATE TABLE dissent (id TEXT PRIMARY KEY, debate_id TEXT NOT NULL, agent_id TEXT NOT NULL,
                dissent_type TEXT NOT NULL, content TEXT, confidence REAL, timestamp TEXT, data TEXT);
            INSERT INTO consensus VALUES ('k1', 'Use Redis?', 'x', 'Yes', 'strong', 0.9, 'general', '[]',
                '2025-03-04 05:06:07', '{}');""";

    private static final String SPACE = """
            INSERT INTO agents (agent_id, identity, model, created_at) VALUES
                ('0195-ana', 'ana', 'claude-sonnet-4', '2025-03-04T05:06:07');
            INSERT INTO channels (channel_id, name, created_at) VALUES ('0195-lab', 'lab', '2025-03-04 05:06:07');
            INSERT INTO messages (message_id, channel_id, agent_id, content, created_at) VALUES
                ('0195-m1', '0195-lab', '0195-ana', 'hello', '2025-03-04 05:06:08');""";

    private static final String GRAPH = """
            {"type":"entity","name":"Redis","entityType":"store","observations":["it is quick"]}
            {"type":"entity","name":"Ana","entityType":"person","observations":[]}
            {"type":"relation","from":"Ana","to":"Redis","relationType":"uses"}
            """;

    @Test
    void anArchiveIsPutInPlaceOnceAndADryRunMakesNothing() throws Exception {
        Path file = database("old.db", OLD_CONSENSUS);
        byte[] before = Files.readAllBytes(file);

        ImportReport planned = take(file, null, true);
        assertThat(planned).isInstanceOfSatisfying(ImportReport.Archives.class, archives -> {
            assertThat(archives.taken().dryRun()).isTrue();
            assertThat(archives.taken().archives())
                    .singleElement()
                    .satisfies(part -> assertThat(part.name()).isEqualTo("consensus"));
        });
        assertThat(place.exists(ConsensusArchive.SCHEMA)).isFalse();

        assertThat(take(file, null, false).document()).containsEntry("dry_run", false);
        assertThat(place.stoa().learning().consensus().show("k1").document().toString())
                .contains("Use Redis?");
        assertThatThrownBy(() -> take(file, null, false)).isInstanceOf(ConflictException.class);
        assertThat(file).hasBinaryContent(before);
        place.sound();
    }

    @Test
    void theRowsOfASpaceAreAddedToThoseThatAreThere() throws Exception {
        Path file = space();
        SpaceOptions options = SpaceOptions.defaults().zone(ZoneId.of("Asia/Tokyo"));

        ImportReport planned = take(file, options, true);
        assertThat(place.exists(SocietyArchive.SCHEMA)).isFalse();
        place.stoa().society().agents().register(Principal.local(), AgentDraft.of("bo", "command:none"));
        ImportReport rehearsed = take(file, options, true);
        ImportReport taken = take(file, options, false);

        for (ImportReport report : new ImportReport[] {planned, rehearsed, taken}) {
            assertThat(report).isInstanceOfSatisfying(ImportReport.Space.class, space -> {
                assertThat(space.taken().written()).isEqualTo(3);
                assertThat(space.taken().zone()).isEqualTo(ZoneId.of("Asia/Tokyo"));
                assertThat(space.location()).isNotBlank();
            });
        }
        assertThat(place.stoa().society().agents().get(Principal.local(), "ana").id())
                .isEqualTo("0195-ana");
        assertThat(place.stoa().society().agents().get(Principal.local(), "bo").isLive())
                .isTrue();
        assertThat(take(file, options, false))
                .isInstanceOfSatisfying(
                        ImportReport.Space.class,
                        again -> assertThat(again.taken().written()).isZero());
        place.sound();
    }

    @Test
    void whatAPersonImportsFromAMemoryServerIsBelievedAsAnAgentsWord() throws Exception {
        Path file = Files.writeString(folder.resolve("memory.jsonl"), GRAPH);

        assertThat(take(file, null, true).document().toString()).contains("entities={");
        assertThatThrownBy(() -> place.stoa().society().agents().get(Principal.local(), "memory"))
                .isInstanceOf(NotFoundException.class);
        assertThat(take(file, null, false)).isInstanceOfSatisfying(ImportReport.MemoryServer.class, graph -> {
            assertThat(graph.taken().newEntities()).isEqualTo(2);
            assertThat(graph.taken().newObservations()).isEqualTo(1);
            assertThat(graph.taken().newRelations()).isEqualTo(1);
        });
        assertThat(place.stoa()
                        .society()
                        .knowledge()
                        .query(Principal.local(), DomainPattern.all(), FactFilter.live())
                        .items())
                .singleElement()
                .satisfies(fact -> assertThat(fact.trust()).isEqualTo(Trust.AGENT));
        assertThat(take(file, null, false))
                .isInstanceOfSatisfying(
                        ImportReport.MemoryServer.class,
                        graph -> assertThat(graph.taken().newEntities()).isZero());
        place.sound();
    }

    @Test
    void decisionsAboutASpaceAreRefusedForAnyOtherFile() throws Exception {
        SpaceOptions options = SpaceOptions.defaults();
        Path graph = Files.writeString(folder.resolve("memory.jsonl"), GRAPH);
        Path archive = database("old.db", OLD_CONSENSUS);

        for (Path file : new Path[] {graph, archive}) {
            assertThatThrownBy(() -> take(file, options, false))
                    .isInstanceOf(InvalidException.class)
                    .hasMessageContaining("are for a space.db, and this is none")
                    .hasMessageNotContaining("--");
        }
        assertThat(place.exists(SocietyArchive.SCHEMA)).isFalse();
        assertThat(place.exists(ConsensusArchive.SCHEMA)).isFalse();
        assertThatThrownBy(() -> take(folder.resolve("none.db"), null, false)).isInstanceOf(NotFoundException.class);
    }

    private ImportReport take(Path file, @Nullable SpaceOptions options, boolean dryRun) {
        return Importer.into(place.stoa(), place.clock()).run(file, options, Principal.local(), dryRun);
    }

    private Path space() throws Exception {
        try (InputStream seed = getClass().getResourceAsStream("/schema/society/sqlite/001.sql")) {
            return database(
                    "space.db", new String(Objects.requireNonNull(seed).readAllBytes(), StandardCharsets.UTF_8), SPACE);
        }
    }

    private Path database(String name, String... scripts) throws Exception {
        Path file = folder.resolve(name);
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            for (String script : scripts) {
                statement.executeUpdate(script);
            }
        }
        return file;
    }
}
