package dev.stoa.learning.consensus;

import dev.stoa.search.text.Tokenizer;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.List;

/** What always holds in the consensus archive, as a deep examination checks it. Stateless. */
final class ConsensusInvariants {
    private static final String COUNTED = """
            SELECT c.id, c.topic, c.topic_hash, c.strength, c.agree_count, c.participant_count,
                EXISTS (SELECT 1 FROM dissent d WHERE d.debate_id = c.id AND d.dissent_type = 'fundamental_disagreement')
            FROM consensus c""";

    private static final String LINKS = """
            SELECT 'consensus ' || c.id || ' supersedes ' || o.id FROM consensus c JOIN consensus o ON o.id = c.supersedes
                WHERE COALESCE(o.superseded_by, '') <> c.id
            UNION ALL
            SELECT 'consensus ' || c.id || ' is superseded by ' || n.id
                FROM consensus c JOIN consensus n ON n.id = c.superseded_by WHERE COALESCE(n.supersedes, '') <> c.id
            UNION ALL
            SELECT 'dissent ' || d.id FROM dissent d
                WHERE NOT EXISTS (SELECT 1 FROM consensus c WHERE c.id = d.debate_id)
            UNION ALL
            SELECT 'dissent ' || d.id || ' has the unknown type ' || d.dissent_type FROM dissent d
                WHERE d.dissent_type NOT IN ('risk_warning', 'fundamental_disagreement', 'edge_case_concern',
                    'alternative_approach', 'minor_quibble', 'abstention')
            UNION ALL
            SELECT 'proof ' || p.id FROM verified_proofs p
                WHERE p.is_verified = 1 AND COALESCE(p.proof_status, '') <> 'proof_found'""";

    private static final String INDEX_SQLITE = """
            SELECT 'consensus ' || c.id FROM consensus c
                WHERE c.id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM consensus_fts f WHERE f.rowid = c.seq)
            UNION ALL
            SELECT 'index row ' || f.rowid FROM consensus_fts f
                WHERE NOT EXISTS (SELECT 1 FROM consensus c WHERE c.seq = f.rowid)""";

    private static final String INDEX_POSTGRES =
            "SELECT 'consensus ' || id FROM consensus WHERE seq IS NULL OR search IS NULL";

    private ConsensusInvariants() {}

    /** Rows whose strength, hash, links, dissents or proofs contradict each other. */
    static List<String> k1(Tx tx, int most) {
        List<String> violations = new ArrayList<>();
        tx.each(COUNTED, row -> {
            String id = row.text(1);
            if (!Tokenizer.wordsHash(row.text(2)).equals(row.text(3))) {
                violations.add("topic_hash of consensus " + id);
            }
            Long agreeing = row.numberOrNull(5);
            Long participants = row.numberOrNull(6);
            if (agreeing != null
                    && participants != null
                    && !Strength.of(agreeing, participants, row.flag(7)).text().equals(row.textOrNull(4))) {
                violations.add("strength of consensus " + id);
            }
        });
        violations.addAll(tx.list(LINKS, row -> row.text(1)));
        return violations.stream().limit(most).toList();
    }

    /** Rows without their index row, and the reverse. */
    static List<String> c3(Tx tx, int most) {
        return tx.list(
                "SELECT * FROM (" + (tx.dialect() == Dialect.SQLITE ? INDEX_SQLITE : INDEX_POSTGRES)
                        + ") AS violations LIMIT " + most,
                row -> row.text(1));
    }
}
