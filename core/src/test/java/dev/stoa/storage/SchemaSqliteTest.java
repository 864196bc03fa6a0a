package dev.stoa.storage;

import static dev.stoa.storage.SchemaSeed.CONTINUUM;
import static dev.stoa.storage.SchemaSeed.DEBATE;
import static dev.stoa.storage.SchemaSeed.EVIDENCE;
import static dev.stoa.storage.SchemaSeed.SOCIETY;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What only the SQLite form of the archives does. */
@Tag("quick")
class SchemaSqliteTest extends SchemaFixture {
    SchemaSqliteTest() {
        super(SchemaBackend.SQLITE);
    }

    @Test
    void theTimesItWritesItselfHaveTheFormOfTheirSeed() throws SQLException {
        build(SOCIETY);
        build(CONTINUUM);
        build(DEBATE);
        run(
                "INSERT INTO channels(channel_id, name) VALUES ('c', 'general')",
                "INSERT INTO continuum_memory(id, tier, content) VALUES ('m', 'fast', 'x')",
                "INSERT INTO debate_sessions(debate_id, topic) VALUES ('d', 't')");

        assertThat(ask("SELECT created_at FROM channels").getFirst())
                .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}");
        assertThat(ask("SELECT created_at FROM continuum_memory").getFirst())
                .matches("\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d");
        assertThat(ask("SELECT created_at FROM debate_sessions").getFirst())
                .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z");
    }

    @Test
    void theTextIndexFindsWords() throws SQLException {
        build(EVIDENCE);

        run("INSERT INTO evidence_fts VALUES ('e1', 'Ropes', 'how to tie a knot', 'sailing', 'boats')");

        assertThat(ask("SELECT evidence_id FROM evidence_fts WHERE evidence_fts MATCH 'knot AND sailing'"))
                .containsExactly("e1");
        assertThat(ask("SELECT evidence_id FROM evidence_fts WHERE evidence_fts MATCH 'knots OR boating'"))
                .containsExactly("e1");
        assertThat(ask("SELECT evidence_id FROM evidence_fts WHERE evidence_fts MATCH 'e1'"))
                .isEmpty();
    }

    @Test
    void theTriggerEndsWhereTriggersRecur() throws SQLException {
        build(DEBATE);
        run(
                "INSERT INTO debate_sessions(debate_id, topic) VALUES ('d', 't')",
                "PRAGMA recursive_triggers = ON",
                "UPDATE debate_sessions SET updated_at = '2001-02-03T04:05:06.789Z'");

        // Far more updates than fit in the depth of a recursion, most of them within the millisecond of the one before.
        for (int i = 0; i < 2_000; i++) {
            run("UPDATE debate_sessions SET total_rounds = " + i);
        }

        assertThat(ask("SELECT total_rounds FROM debate_sessions WHERE updated_at > '2026'"))
                .containsExactly("1999");
    }
}
