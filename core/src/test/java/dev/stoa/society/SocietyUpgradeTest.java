package dev.stoa.society;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.storage.Archive;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.TimeForm;
import dev.stoa.storage.Tx;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import dev.stoa.testing.TestClock;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Archives of earlier versions, with whatever the first version allowed, become archives of this one. */
@OnBothDatabases
@SuppressWarnings("NullAway.Init") // set before each test
class SocietyUpgradeTest {
    private static final Instant THEN = Instant.parse("2025-10-31T12:34:56.789Z");

    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private final TestClock clock = TestClock.at("2026-01-01T00:00:00Z");

    /** The archive as an earlier program declared it. */
    private static ArchiveSchema until(int latest) {
        ArchiveSchema.Builder earlier = ArchiveSchema.named("society")
                .file("space.db")
                .postgresSchema("space")
                .module("space")
                .times(TimeForm.NAIVE_MILLIS);
        for (ArchiveSchema.Version version : SocietyArchive.SCHEMA.versions()) {
            if (version.number() <= latest) {
                if (version.backFill() == null) {
                    earlier.version(version.number(), version.description());
                } else {
                    earlier.version(version.number(), version.description(), version.backFill());
                }
            }
        }
        return earlier.build();
    }

    private Archive open(Place place, ArchiveSchema schema) {
        return place.open(schema, StorageSettings.defaults(), clock);
    }

    @Test
    @DisplayName("A database of every earlier version must end with the same schema as a new one")
    void aDatabaseOfEveryEarlierVersionEndsWithTheSchemaOfANewOne() {
        List<String> expected;
        try (Place place = Place.on(dialect, folder.resolve("new"))) {
            expected = schema(open(place, SocietyArchive.SCHEMA));
        }
        assertThat(expected).hasSizeGreaterThan(50);
        for (int version = 1; version < SocietyArchive.SCHEMA.latest(); version++) {
            try (Place place = Place.on(dialect, folder.resolve("v" + version))) {
                open(place, until(1)).write(SocietyUpgradeTest::seed);
                place.closeArchives();
                open(place, until(version));
                place.closeArchives();
                Archive archive = open(place, SocietyArchive.SCHEMA);
                assertThat(schema(archive)).as("from version %d", version).isEqualTo(expected);
                checkRows(archive);
                place.closeArchives();
                assertThat(place.examine(SocietyArchive.SCHEMA, true).findings())
                        .as("from version %d", version)
                        .isEmpty();
            }
        }
    }

    private List<String> schema(Archive archive) {
        return archive.list(
                dialect.pick(
                        "SELECT type || ' ' || name || ' ' || COALESCE(sql, '') FROM sqlite_schema ORDER BY 1", """
                        SELECT 'column ' || table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable
                                || ' ' || COALESCE(column_default, '') AS line
                            FROM information_schema.columns WHERE table_schema = 'space'
                        UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'space'
                        UNION ALL SELECT conname || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
                            WHERE connamespace = 'space'::regnamespace
                        UNION ALL SELECT tgname || ' ' || pg_get_triggerdef(oid) FROM pg_trigger
                            WHERE NOT tgisinternal
                        ORDER BY 1"""),
                row -> row.text(1));
    }

    /** What somebody may have written into the first version: nothing in it refused any of this. */
    private static int seed(Tx tx) {
        for (String name : List.of("ana", "bo", "human")) {
            tx.update(
                    "INSERT INTO agents (agent_id, identity, constitution, model, archived_at, created_at, spawn_count)"
                            + " VALUES (?, ?, ?, 'gpt', ?, ?, 1)",
                    name,
                    name,
                    "be " + name,
                    name.equals("ana") ? null : THEN,
                    THEN);
        }
        for (String channel : List.of("c1", "c2")) {
            tx.update("INSERT INTO channels (channel_id, name, created_at) VALUES (?, ?, ?)", channel, channel, THEN);
        }
        for (int i = 1; i <= 6; i++) {
            tx.update(
                    "INSERT INTO messages (message_id, channel_id, agent_id, content, created_at) VALUES (?, ?, ?, ?, ?)",
                    "m" + i,
                    i < 6 ? "c1" : "c2",
                    i % 2 == 0 ? "ana" : "bo",
                    "words " + i,
                    THEN.plusSeconds(i % 3));
        }
        bookmark(tx, "ana", "c1", "m2");
        bookmark(tx, "bo", "c1", null);
        bookmark(tx, "human", "c2", "m5");
        long[] spawns = {1, 1, 3, 3, 3, 2};
        for (int i = 0; i < spawns.length; i++) {
            tx.update(
                    "INSERT INTO sessions (session_id, agent_id, spawn_number, started_at, ended_at)"
                            + " VALUES (?, ?, ?, ?, ?)",
                    "s" + i,
                    i < 5 ? "ana" : "bo",
                    spawns[i],
                    THEN,
                    i % 2 == 0 ? null : THEN);
        }
        int task = 0;
        for (String status : List.of("pending", "pending", "running", "running", "completed", "timeout", "done")) {
            tx.update(
                    "INSERT INTO tasks (task_id, agent_id, channel_id, input, output, status, pid, started_at, created_at)"
                            + " VALUES (?, 'ana', 'c1', 'do it', 'did it', ?, 7, ?, ?)",
                    "t" + task++,
                    status,
                    THEN,
                    THEN);
        }
        notes(tx);
        for (double confidence : new double[] {0.5, 7.5, -0.1}) {
            tx.update(
                    "INSERT INTO knowledge (knowledge_id, domain, agent_id, content, confidence, created_at)"
                            + " VALUES (?, 'Some Domain', 'human', 'it is so', ?, ?)",
                    "k" + confidence,
                    confidence,
                    THEN);
        }
        return task;
    }

    private static void bookmark(Tx tx, String agent, String channel, @Nullable String seen) {
        tx.update("INSERT INTO bookmarks (agent_id, channel_id, last_seen_id) VALUES (?, ?, ?)", agent, channel, seen);
    }

    private static void notes(Tx tx) {
        for (int i = 1; i <= 9; i++) {
            tx.update(
                    "INSERT INTO memories (memory_id, agent_id, topic, message, timestamp, created_at)"
                            + " VALUES (?, 'ana', ?, ?, ?, ?)",
                    "n" + i,
                    i > 7 ? "journal" : "general",
                    "note " + i,
                    THEN,
                    THEN.plusSeconds(i));
        }
        // One chain, one that is said from one side only, a circle, a note that is its own successor.
        for (String pair : List.of("n1 n2", "n4 n5", "n5 n6", "n6 n4", "n7 n7")) {
            tx.update(
                    "UPDATE memories SET superseded_by = ? WHERE memory_id = ?",
                    pair.substring(3),
                    pair.substring(0, 2));
        }
        tx.update("UPDATE memories SET supersedes = 'n2' WHERE memory_id = 'n3'");
        tx.update("UPDATE memories SET supersedes = 'n1' WHERE memory_id = 'n4'");
    }

    private static void checkRows(Archive archive) {
        assertThat(values(archive, "SELECT count(*) FROM messages")).containsExactly("6");
        assertThat(values(archive, "SELECT agent_id || ' ' || spawn_number FROM sessions ORDER BY 1"))
                .containsExactly("ana 1", "ana 3", "ana 4", "ana 5", "ana 6", "bo 2");
        assertThat(values(archive, "SELECT identity || ' ' || spawn_count FROM agents ORDER BY 1"))
                .containsExactly("ana 6", "bo 2", "human 1", "system 0");
        assertThat(values(archive, "SELECT status || ' ' || COALESCE(error, '-') FROM tasks ORDER BY task_id"))
                .containsExactly(
                        "killed imported",
                        "killed imported",
                        "killed imported",
                        "killed imported",
                        "completed -",
                        "timeout -",
                        "failed -");
        assertThat(values(archive, "SELECT old_id || ' ' || new_id FROM note_lineage ORDER BY 1"))
                .containsExactly("n1 n2", "n2 n3", "n4 n5", "n5 n6");
        assertThat(values(archive, "SELECT memory_id FROM memories WHERE archived_at IS NULL ORDER BY 1"))
                .containsExactly("n3", "n6", "n7", "n9");
        assertThat(values(archive, "SELECT supersedes FROM memories WHERE supersedes IS NOT NULL ORDER BY 1"))
                .containsExactly("n1", "n2", "n4", "n5");
        assertThat(values(archive, "SELECT last_seen_seq FROM bookmarks ORDER BY agent_id"))
                .containsExactly(
                        values(archive, "SELECT seq FROM messages WHERE message_id = 'm2'")
                                .getFirst(),
                        "0",
                        "0");
        assertThat(values(archive, "SELECT knowledge_id FROM knowledge WHERE confidence IS NOT NULL"))
                .containsExactly("k0.5");
    }

    private static List<String> values(Archive archive, String sql) {
        return archive.list(sql, row -> String.valueOf(row.textOrNull(1)));
    }
}
