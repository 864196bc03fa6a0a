package dev.stoa.society;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.society.base.ReservedAgents;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** What always holds: a society with everything in it passes, and each single fault is named. */
@OnBothDatabases
@SuppressWarnings("NullAway.Init") // set before each test
class SocietyInvariantsTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private Town town;

    @BeforeEach
    void open() throws IOException {
        town = Settled.on(dialect, folder);
    }

    @AfterEach
    void close() {
        town.close();
    }

    @Test
    void aSocietyWithEveryKindOfRowPasses() {
        assertThat(town.values("SELECT DISTINCT kind || ' ' || status FROM tasks"))
                .containsExactlyInAnyOrder(
                        "run pending",
                        "run running",
                        "run completed",
                        "run failed",
                        "run timeout",
                        "run killed",
                        "work pending",
                        "work running",
                        "work completed",
                        "work failed",
                        "work killed");
        assertThat(town.values("SELECT DISTINCT kind FROM messages"))
                .containsExactlyInAnyOrder("text", "reply", "handoff", "system");
        assertThat(town.values("SELECT DISTINCT state FROM mentions"))
                .containsExactlyInAnyOrder("started", "coalesced", "waiting", "noted");
        for (String table : List.of(
                "agent_aliases",
                "constitutions",
                "channel_members",
                "bookmarks",
                "sessions",
                "note_shares",
                "note_revisions",
                "note_lineage",
                "knowledge_sources",
                "knowledge_reviews",
                "search_docs",
                "graph_entities",
                "graph_relations")) {
            assertThat(town.value("SELECT count(*) FROM " + table)).as(table).isNotEqualTo("0");
        }
        assertThat(town.violations()).isEmpty();
    }

    /** One fault that somebody could plant: which invariant it breaks, what is named, and how it is planted. */
    private record Fault(String id, String named, List<String> statements) {
        static Fault of(String id, String named, String... statements) {
            return new Fault(id, named, List.of(statements));
        }
    }

    @Test
    void everyClauseFindsItsFaultAndOnlyTheInvariantConcernedSpeaks() {
        unguard();
        List<Fault> faults = new ArrayList<>(talk());
        faults.addAll(lives());
        faults.addAll(minds());
        SoftAssertions softly = new SoftAssertions();
        for (Fault fault : faults) {
            Map<String, List<String>> found = planted(fault.statements());
            softly.assertThat(found).as(fault.toString()).containsOnlyKeys(fault.id());
            softly.assertThat(found.getOrDefault(fault.id(), List.of()))
                    .as(fault.toString())
                    .anyMatch(row -> row.startsWith(fault.named()));
        }
        softly.assertAll();
    }

    private static final String TALK = " WHERE channel_id = (SELECT channel_id FROM channels WHERE name = 'talk')";

    private List<Fault> talk() {
        String bookmark = "UPDATE bookmarks SET last_seen_seq = ";
        return List.of(
                Fault.of("S1", "channel ", "UPDATE channels SET last_seq = last_seq + 1" + TALK),
                Fault.of("S1", "channel ", "UPDATE channels SET last_seq = 1 WHERE name = 'empty'"),
                Fault.of("S1", "channel ", "UPDATE messages SET seq = 100" + TALK + " AND kind = 'handoff'"),
                Fault.of("S1", "channel ", "UPDATE messages SET seq = 0" + TALK + " AND seq = 1"),
                Fault.of("S1", "message ", "UPDATE messages SET seq = NULL" + TALK + " AND kind = 'system'"),
                Fault.of("S2", "posts of ", "UPDATE channel_members SET posted = posted + 1" + TALK),
                Fault.of("S2", "place of ", "UPDATE messages SET author_seq = NULL" + TALK + " AND seq = 2"),
                Fault.of("S2", "place of ", "UPDATE messages SET author_seq = 3" + TALK + " AND seq = 2"),
                Fault.of("S2", "author of ", "DELETE FROM channel_members" + TALK),
                Fault.of("S3", "bookmark of ", bookmark + "-1, last_seen_id = NULL" + TALK),
                Fault.of("S3", "bookmark of ", bookmark + "1000, last_seen_id = NULL" + TALK),
                Fault.of("S3", "bookmark of ", bookmark + "last_seen_seq - 1" + TALK),
                Fault.of("S3", "bookmark of ", "UPDATE bookmarks SET last_seen_id = NULL" + TALK),
                Fault.of("S3", "bookmark of ", bookmark + "0" + TALK),
                Fault.of("S7", "reply of ", "UPDATE tasks SET status = 'failed' WHERE reply_message_id IS NOT NULL"),
                Fault.of(
                        "S7",
                        "reply of ",
                        "UPDATE tasks SET agent_id = '" + ReservedAgents.HUMAN_ID
                                + "' WHERE reply_message_id IS NOT NULL"),
                Fault.of("S7", "reply of ", "UPDATE messages SET task_id = NULL WHERE kind = 'reply'"),
                Fault.of(
                        "S7",
                        "replies under task:",
                        "UPDATE messages SET client_key = (SELECT client_key FROM messages WHERE kind = 'reply')"
                                + " WHERE kind = 'system' AND seq = (SELECT min(seq) FROM messages WHERE kind = 'system')"));
    }

    private List<Fault> lives() {
        String running = " WHERE kind = 'run' AND status = 'running'";
        String pending = " WHERE kind = 'work' AND status = 'pending'";
        String ended = " WHERE kind = 'run' AND status = 'killed'";
        String here = "(SELECT channel_id FROM channels WHERE name = 'talk')";
        return List.of(
                Fault.of(
                        "S4",
                        "executions of ",
                        "UPDATE tasks SET status = 'pending', completed_at = NULL, started_at = NULL, channel_id = "
                                + here + ", agent_id = (SELECT agent_id FROM tasks" + running + ")" + ended),
                Fault.of(
                        "S4",
                        "runs of ",
                        "UPDATE sessions SET ended_at = NULL, channel_id = " + here
                                + " WHERE end_reason = 'stopped' OR end_reason = 'finished'"),
                Fault.of("S4", "run ", "UPDATE agents SET archived_at = created_at WHERE identity = 'bo'"),
                Fault.of("S5", "task ", "UPDATE tasks SET lease_holder = NULL" + running),
                Fault.of("S5", "task ", "UPDATE tasks SET lease_expires_at = NULL" + running),
                Fault.of("S5", "task ", "UPDATE tasks SET lease_token = 0" + running),
                Fault.of("S5", "task ", "UPDATE tasks SET started_at = created_at" + pending),
                Fault.of("S5", "task ", "UPDATE tasks SET pid = 1" + pending),
                Fault.of("S5", "task ", "UPDATE tasks SET completed_at = created_at" + pending),
                Fault.of("S5", "task ", "UPDATE tasks SET completed_at = NULL" + ended),
                Fault.of("S5", "task ", "UPDATE tasks SET lease_expires_at = created_at" + ended),
                Fault.of("S5", "task ", "UPDATE tasks SET status = 'lost'" + ended),
                Fault.of("S6", "spawn number 1 of ", "UPDATE sessions SET spawn_number = 1"),
                Fault.of("S6", "spawn count of ", "UPDATE agents SET spawn_count = 0 WHERE identity = 'ana'"),
                Fault.of(
                        "S6",
                        "constitution of ",
                        "UPDATE sessions SET constitution_hash = '0' WHERE constitution_hash IS NOT NULL"),
                Fault.of("S6", "constitution of ", "DELETE FROM constitutions"),
                Fault.of("S11", "alias bob", "UPDATE agents SET identity = 'bob' WHERE identity = 'bo'"),
                Fault.of("S11", "agent human", "UPDATE agents SET identity = 'person' WHERE identity = 'human'"),
                Fault.of("S11", "agent system", "UPDATE agents SET archived_at = created_at WHERE identity = 'system'"),
                Fault.of("S11", "agent system", "UPDATE agents SET kind = 'agent' WHERE identity = 'system'"),
                Fault.of("S11", "mention of ", "UPDATE mentions SET task_id = NULL WHERE state = 'started'"),
                Fault.of("S11", "mention of ", "UPDATE mentions SET task_id = NULL WHERE state = 'coalesced'"));
    }

    private List<Fault> minds() {
        String synthesis = "(SELECT memory_id FROM memories WHERE message = 'both')";
        String journal = "(SELECT memory_id FROM memories WHERE message = 'day two')";
        String archived = " WHERE archived_at IS NOT NULL AND ";
        return List.of(
                Fault.of("S8", "note ", "DELETE FROM note_lineage WHERE new_id = " + synthesis),
                Fault.of(
                        "S8",
                        "note ",
                        "UPDATE memories SET archived_at = NULL WHERE message = 'one'",
                        "UPDATE search_docs SET live = 1 WHERE ref_id = (SELECT memory_id FROM memories WHERE message = 'one')"),
                Fault.of(
                        "S8",
                        "note ",
                        "UPDATE memories SET supersedes = (SELECT memory_id FROM memories WHERE message = 'one')"
                                + " WHERE message = 'both'"),
                Fault.of(
                        "S8",
                        "note ",
                        "INSERT INTO note_lineage (new_id, old_id, ordinal)"
                                + " SELECT old_id, new_id, 0 FROM note_lineage WHERE new_id = " + journal),
                Fault.of(
                        "S8",
                        "agent ",
                        "UPDATE memories SET topic = 'journal' WHERE message = 'for all'",
                        "UPDATE memories SET topic = 'journal' WHERE message = 'both'",
                        indexAnew("for all"),
                        indexAnew("both")),
                Fault.of("S9", "knowledge ", "UPDATE knowledge SET confidence = 7.5 WHERE content = 'base'"),
                Fault.of(
                        "S9",
                        "knowledge ",
                        "UPDATE knowledge_reviews SET agent_id = (SELECT agent_id FROM knowledge WHERE content = 'base')"
                                + " WHERE verdict = 'confirm'",
                        "UPDATE knowledge SET trust = 3 WHERE content = 'base'"),
                Fault.of(
                        "S9",
                        "knowledge ",
                        "UPDATE knowledge SET archived_at = NULL" + archived + "content = 'old'",
                        "UPDATE search_docs SET live = 1 WHERE ref_id = (SELECT knowledge_id FROM knowledge WHERE content = 'old')"),
                Fault.of("S9t", "", "UPDATE knowledge SET trust = 2 WHERE content = 'put away'"),
                Fault.of("S10", "tombstone ", "UPDATE messages SET content = 'x' WHERE deleted_at IS NOT NULL"),
                Fault.of(
                        "S10",
                        "message ",
                        "INSERT INTO search_docs (kind, ref_id, live)"
                                + " SELECT 'message', message_id, 1 FROM messages WHERE deleted_at IS NOT NULL"),
                Fault.of("S10", "note ", "UPDATE search_docs SET live = 1 - live WHERE kind = 'note'"),
                Fault.of("S10", "task ", "DELETE FROM search_docs WHERE kind = 'task'"),
                Fault.of(
                        "S10",
                        "index of knowledge ",
                        "UPDATE search_docs SET ref_id = 'nothing' WHERE kind = 'knowledge' AND doc_id ="
                                + " (SELECT min(doc_id) FROM search_docs WHERE kind = 'knowledge')"),
                Fault.of(
                        "S10",
                        "index of other ",
                        "INSERT INTO search_docs (kind, ref_id, live) VALUES ('other', 'x', 1)"),
                Fault.of(
                        "S10",
                        "words of note ",
                        "UPDATE memories SET message = 'for nobody' WHERE message = 'for all'"),
                Fault.of(
                        "S10",
                        "words of note ",
                        // The same words as often in all, but each another number of times.
                        "UPDATE memories SET message = 'for for all all' WHERE message = 'for some'",
                        indexAs("for for all all", "general for all all all")));
    }

    /** A statement that gives a note of ana's the words that its topic and text ask for. */
    private String indexAnew(String message) {
        return indexAs(message, "journal " + message);
    }

    private String indexAs(String message, String words) {
        String doc = "(SELECT d.doc_id FROM search_docs d JOIN memories m ON m.memory_id = d.ref_id WHERE m.message = '"
                + message + "')";
        return dialect.pick(
                "INSERT OR REPLACE INTO search_text (rowid, body) VALUES (" + doc + ", '" + words + "')",
                "UPDATE search_docs SET terms = to_tsvector('stoa', '" + words + "') WHERE doc_id = " + doc);
    }

    /** Takes away what would refuse the faults. */
    private void unguard() {
        List<String> guards = new ArrayList<>(List.of(
                "DROP INDEX idx_tasks_live",
                "DROP INDEX idx_sessions_live",
                "DROP INDEX idx_sessions_spawn",
                "DROP INDEX idx_messages_client_key"));
        for (String name : town.values(dialect.pick(
                "SELECT name FROM sqlite_schema WHERE type = 'trigger'",
                "SELECT tgname::text || ' ON ' || tgrelid::regclass FROM pg_trigger WHERE NOT tgisinternal"))) {
            guards.add("DROP TRIGGER " + name);
        }
        guards.forEach(sql -> town.archive().write(tx -> tx.update(sql)));
    }

    /** What each invariant finds after some statements, which are undone. */
    private Map<String, List<String>> planted(List<String> statements) {
        return town.archive().rehearse(tx -> {
            for (String sql : statements) {
                assertThat(tx.update(sql)).as(sql).isPositive();
            }
            Map<String, List<String>> found = new TreeMap<>();
            for (ArchiveSchema.Invariant invariant : SocietyArchive.SCHEMA.invariants()) {
                List<String> rows = invariant.finder().violations(tx, 20);
                if (!rows.isEmpty()) {
                    found.put(invariant.id(), rows);
                }
            }
            return found;
        });
    }
}
