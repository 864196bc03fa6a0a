package dev.stoa.society.note;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.Trust;
import dev.stoa.society.SocietyArchive;
import dev.stoa.society.base.AgentKind;
import dev.stoa.society.base.DomainPattern;
import dev.stoa.society.base.ReservedAgents;
import dev.stoa.society.base.ResolvedPrincipal;
import dev.stoa.society.graph.GraphTable;
import dev.stoa.society.knowledge.FactFilter;
import dev.stoa.society.knowledge.FactTable;
import dev.stoa.storage.Archive;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.Tx;
import dev.stoa.storage.sqlite.SqliteArchive;
import dev.stoa.testing.SqliteSteps;
import dev.stoa.testing.TestClock;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NoteGrowthTest {
    private static final String HUMAN = ReservedAgents.HUMAN_ID;
    private static final ResolvedPrincipal ME =
            new ResolvedPrincipal(HUMAN, "human", AgentKind.HUMAN, false, Trust.HUMAN);
    private static final TestClock CLOCK = TestClock.at("2026-01-01T00:00:00Z");

    @TempDir
    Path folder;

    /** Every statement that must not read what it is not asked for, with values. */
    private static Map<String, Object[]> statements(Tx tx) {
        Map<String, Object[]> all = new LinkedHashMap<>();
        all.put(NoteTable.SAME, new Object[] {HUMAN, "hash5", "general", "text 5"});
        all.put(NoteTable.LIVE_JOURNAL, new Object[] {HUMAN});
        all.put(NoteWriter.LIVE_CORE, new Object[] {HUMAN});
        all.put("DELETE FROM memories WHERE memory_id = ?", new Object[] {"m5"});
        all.put("DELETE FROM knowledge WHERE knowledge_id = ?", new Object[] {"k5"});
        all.put("DELETE FROM channels WHERE channel_id = ?", new Object[] {"empty"});
        all.put(FactTable.SAME, new Object[] {"big", "hash5", "text 5"});
        for (String pattern : List.of("small/*", "small/x", "big", "*", "small/*/x")) {
            put(all, FactTable.page(tx, ME, DomainPattern.of(pattern), FactFilter.live(), Long.MAX_VALUE, 20));
        }
        put(
                all,
                FactTable.page(
                        tx,
                        ME,
                        DomainPattern.of("small/*"),
                        new FactFilter("human", null, true, FactFilter.live().page()),
                        Long.MAX_VALUE,
                        20));
        put(all, FactTable.counting(tx, DomainPattern.of("small/*")));
        all.put(GraphTable.observations(tx), new Object[] {"small/x"});
        all.put(GraphTable.ENTITY, new Object[] {"e5"});
        all.put(GraphTable.TOUCHING, new Object[] {"e5", "e5"});
        return all;
    }

    private static void put(Map<String, Object[]> all, FactTable.Statement statement) {
        // The same text with other values is another statement here.
        all.put(statement.sql() + " ".repeat(all.size()), statement.values().toArray());
    }

    private static void fill(Archive archive, int rows) {
        List<Long> seqs = LongStream.rangeClosed(1, rows).boxed().toList();
        archive.write(tx -> {
            tx.update(
                    "INSERT INTO channels (channel_id, name, created_at) VALUES ('empty', 'empty', ?)",
                    CLOCK.instant());
            // Of the journals and core notes all but the first are put away.
            tx.batch(
                    """
                    INSERT INTO memories (memory_id, agent_id, topic, message, timestamp, created_at, archived_at,
                        core, seq, content_hash)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""",
                    seqs,
                    seq -> Tx.values(
                            "m" + seq,
                            HUMAN,
                            seq % 2 == 0 ? "journal" : "general",
                            "text " + seq,
                            CLOCK.instant(),
                            CLOCK.instant(),
                            seq < 4 || (seq % 2 != 0 && seq % 3 != 0) ? null : CLOCK.instant(),
                            seq % 3 == 0 ? 1 : 0,
                            seq,
                            "hash" + seq));
            tx.batch(
                    """
                    INSERT INTO knowledge (knowledge_id, domain, agent_id, content, created_at, seq, content_hash)
                    VALUES (?, ?, ?, ?, ?, ?, ?)""",
                    seqs,
                    seq -> Tx.values(
                            "k" + seq,
                            seq <= 10 ? "small/x" : "big",
                            HUMAN,
                            "text " + seq,
                            CLOCK.instant(),
                            seq,
                            "hash" + seq));
            tx.batch(
                    "INSERT INTO graph_entities (name, entity_type, domain, agent_id, seq) VALUES (?, 't', ?, ?, ?)",
                    seqs,
                    seq -> Tx.values("e" + seq, "d" + seq, HUMAN, seq));
            tx.batch("""
                    INSERT INTO graph_relations (from_name, to_name, relation_type, agent_id, seq)
                    VALUES (?, ?, 'r', ?, ?)""", seqs, seq -> Tx.values("e" + seq, "e" + (seq + 1), HUMAN, seq));
            return true;
        });
    }

    private Map<String, Long> costs(int rows) throws SQLException {
        Path place = folder.resolve("of" + rows);
        Map<String, Object[]> statements;
        try (Archive archive = SqliteArchive.open(SocietyArchive.SCHEMA, place, StorageSettings.defaults(), CLOCK)) {
            fill(archive, rows);
            statements = archive.read(NoteGrowthTest::statements);
        }
        Map<String, Long> costs = new LinkedHashMap<>();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + place.resolve("space.db"))) {
            connection.createStatement().execute("PRAGMA foreign_keys = ON");
            connection.setAutoCommit(false);
            for (Map.Entry<String, Object[]> entry : statements.entrySet()) {
                costs.put(entry.getKey(), SqliteSteps.of(connection, entry.getKey(), entry.getValue()));
            }
        }
        return costs;
    }

    @Test
    void theCostOfNotesAndKnowledgeDoesNotDependOnHowMuchElseThereIs() throws SQLException {
        Map<String, Long> few = costs(1_000);
        Map<String, Long> many = costs(20_000);
        many.forEach((sql, cost) -> assertThat(cost).as(sql).isLessThanOrEqualTo(few.getOrDefault(sql, 0L) + 5));
    }
}
