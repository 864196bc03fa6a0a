package dev.stoa.learning.consensus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A deep examination finds what another program has broken, on both backends. */
@Tag("quick")
@OnBothDatabases
class ConsensusInvariantsTest extends ConsensusFixture {
    /** Breaks something, looks, and mends it again. */
    private List<String> found(String broken, String mended) {
        alter(broken);
        try {
            return violations();
        } finally {
            alter(mended);
        }
    }

    private void alter(String sql) {
        archive.write(tx -> tx.update(sql));
    }

    @Test
    void whatContradictsItsPartsIsFound() {
        record("a", "Use Redis?");
        record("b", "use redis");
        memory.supersede("a", "b");
        assertThat(violations()).isEmpty();

        assertThat(found(
                        "UPDATE consensus SET strength = 'strong' WHERE id = 'a'",
                        "UPDATE consensus SET strength = 'moderate' WHERE id = 'a'"))
                .containsExactly("K1: strength of consensus a");
        assertThat(found(
                        "UPDATE consensus SET agree_count = 1 WHERE id = 'a'",
                        "UPDATE consensus SET agree_count = 3 WHERE id = 'a'"))
                .containsExactly("K1: strength of consensus a");
        assertThat(found(
                        "UPDATE consensus SET topic = 'Use redis? no' WHERE id = 'a'",
                        "UPDATE consensus SET topic = 'Use redis?' WHERE id = 'a'"))
                .containsExactly("K1: topic_hash of consensus a");
        assertThat(found(
                        "UPDATE consensus SET supersedes = NULL WHERE id = 'b'",
                        "UPDATE consensus SET supersedes = 'a' WHERE id = 'b'"))
                .containsExactly("K1: consensus a is superseded by b");
        assertThat(found(
                        "UPDATE consensus SET superseded_by = NULL WHERE id = 'a'",
                        "UPDATE consensus SET superseded_by = 'b' WHERE id = 'a'"))
                .containsExactly("K1: consensus b supersedes a");
        String orphan = dissent("ana", DissentType.ABSTENTION, "x", 0).id("gone");
        assertThat(found(
                        "INSERT INTO dissent (id, debate_id, agent_id, dissent_type, seq) VALUES ('" + orphan
                                + "', 'gone', 'ana', 'abstention', 99)",
                        "DELETE FROM dissent"))
                .containsExactly("K1: dissent " + orphan);
        assertThat(found(
                        "INSERT INTO verified_proofs (id, debate_id, proof_status, is_verified)"
                                + " VALUES ('p', 'a', 'timeout', 1)",
                        "DELETE FROM verified_proofs"))
                .containsExactly("K1: proof p");
    }

    @Test
    void aRowWithoutItsIndexRowIsFoundAndTheReverse() {
        Consensus row = record("a", "Use Redis?");
        if (dialect == Dialect.POSTGRES) {
            assertThat(found(
                            "UPDATE consensus SET search = NULL",
                            "UPDATE consensus SET search = to_tsvector('stoa', 'use redis')"))
                    .containsExactly("C3: consensus a");
        } else {
            assertThat(found(
                            "INSERT INTO consensus_fts (rowid, topic) VALUES (77, 'x')",
                            "DELETE FROM consensus_fts WHERE rowid = 77"))
                    .containsExactly("C3: index row 77");
            assertThat(found(
                            "DELETE FROM consensus_fts WHERE rowid = " + row.seq(),
                            "INSERT INTO consensus_fts (rowid, topic) VALUES (" + row.seq() + ", 'use redis')"))
                    .containsExactly("C3: consensus a");
        }
    }
}
