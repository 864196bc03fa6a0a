package dev.stoa.society.note;

/** What must always hold of notes and knowledge, as queries for what violates it. Constants. */
public final class NoteInvariants {
    /**
     * Lineage and its pointers say the same, go round in no circle, and leave one journal. A note has one successor at
     * most, so whatever is not found on the way down from those without one goes round in a circle.
     */
    public static final String LINEAGE = """
            SELECT 'note ' || m.memory_id || ' has no lineage to its successor' FROM memories m
                WHERE m.superseded_by IS NOT NULL AND NOT EXISTS (
                    SELECT 1 FROM note_lineage l WHERE l.old_id = m.memory_id AND l.new_id = m.superseded_by)
            UNION ALL SELECT 'note ' || memory_id || ' is live and superseded' FROM memories
                WHERE superseded_by IS NOT NULL AND archived_at IS NULL
            UNION ALL SELECT 'note ' || m.memory_id || ' names one predecessor of several' FROM memories m
                WHERE m.supersedes IS NOT NULL
                    AND (SELECT count(*) FROM note_lineage l WHERE l.new_id = m.memory_id) <> 1
            UNION ALL SELECT 'note ' || old_id || ' has a circle of successors' FROM (
                WITH RECURSIVE sound(id) AS (
                    SELECT l.new_id FROM note_lineage l LEFT JOIN note_lineage further ON further.old_id = l.new_id
                        WHERE further.old_id IS NULL
                    UNION SELECT l.old_id FROM sound JOIN note_lineage l ON l.new_id = sound.id)
                SELECT l.old_id FROM note_lineage l LEFT JOIN sound ON sound.id = l.old_id
                    WHERE sound.id IS NULL) AS circles
            UNION ALL SELECT 'agent ' || agent_id || ' has several journals' FROM memories
                WHERE topic = 'journal' AND archived_at IS NULL GROUP BY agent_id HAVING count(*) > 1""";

    /** Confidence is a share, nobody reviews himself, and what was replaced no longer counts. */
    public static final String KNOWLEDGE = """
            SELECT 'knowledge ' || knowledge_id || ' has a confidence outside 0 to 1' FROM knowledge
                WHERE confidence IS NOT NULL AND NOT (confidence BETWEEN 0 AND 1)
            UNION ALL SELECT 'knowledge ' || k.knowledge_id || ' is reviewed by its author' FROM knowledge k
                JOIN knowledge_reviews r ON r.knowledge_id = k.knowledge_id AND r.agent_id = k.agent_id
            UNION ALL SELECT 'knowledge ' || knowledge_id || ' is live and replaced' FROM knowledge
                WHERE replaced_by IS NOT NULL AND archived_at IS NULL""";

    private NoteInvariants() {}
}
