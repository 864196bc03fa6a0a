package dev.stoa.counsel.specialist;

/** What must always hold of specialists and promotions, as queries for what violates it. Constants. */
public final class PromotionInvariants {
    /** The active model is where the promotions lead, and what was reverted has its rollback. */
    public static final String REPLAY = """
            SELECT 'specialist ' || s.name || ' does not have the model of its last promotion' FROM specialists s
                JOIN promotions p ON p.specialist = s.name AND p.created_at >= s.created_at
                WHERE p.seq = (SELECT MAX(l.seq) FROM promotions l
                        WHERE l.specialist = s.name AND l.created_at >= s.created_at)
                    AND (p.to_model IS NULL OR p.to_model <> s.active_model)
            UNION ALL SELECT 'promotions of ' || s.name || ' were undone ' || CAST(undone.reverted AS TEXT)
                    || ' times and rolled back ' || CAST(undone.rollbacks AS TEXT) || ' times' FROM specialists s
                JOIN (SELECT p.specialist AS name,
                        SUM(CASE WHEN p.event = 'promote' AND p.reverted = 1 THEN 1 ELSE 0 END) AS reverted,
                        SUM(CASE WHEN p.event = 'rollback' THEN 1 ELSE 0 END) AS rollbacks
                    FROM promotions p JOIN specialists o ON o.name = p.specialist AND p.created_at >= o.created_at
                    GROUP BY p.specialist) AS undone ON undone.name = s.name
                WHERE undone.reverted <> undone.rollbacks
            UNION ALL SELECT 'promotion ' || p.id || ' was reverted and never rolled back' FROM promotions p
                JOIN specialists s ON s.name = p.specialist AND p.created_at >= s.created_at
                WHERE p.event = 'promote' AND p.reverted = 1 AND NOT EXISTS (
                    SELECT 1 FROM promotions r WHERE r.specialist = p.specialist AND r.event = 'rollback'
                        AND r.seq > p.seq AND r.to_model = p.from_model)""";

    private PromotionInvariants() {}
}
