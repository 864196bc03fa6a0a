package dev.stoa.evolution;

import dev.stoa.base.StoaException;
import dev.stoa.evolution.memory.StrategyTable;
import dev.stoa.json.Json;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What always holds in an evolution archive, as queries whose rows are the violations. Stateless. */
final class EvolutionInvariants {
    private static final String NOT_EXTERNAL =
            "IN (SELECT x.id FROM Generations x JOIN evolution_runs r ON r.id = x.run_id WHERE r.kind <> 'external')";

    /** Generations of a run follow each other. */
    static final String GENERATIONS = """
            SELECT r.id FROM evolution_runs r WHERE r.kind <> 'external' AND (
                (SELECT count(*) FROM Generations g WHERE g.run_id = r.id AND g.status <> 'archived') > 1
                OR (SELECT count(*) FROM Generations g WHERE g.run_id = r.id)
                    <> (SELECT COALESCE(max(g.seq), 0) FROM Generations g WHERE g.run_id = r.id)
                OR EXISTS (SELECT 1 FROM Generations g LEFT JOIN Generations p ON p.id = g.parent_generation_id
                    WHERE g.run_id = r.id AND COALESCE(p.seq, 0) <> g.seq - 1)
                OR EXISTS (SELECT 1 FROM Generations g JOIN Generations p ON p.id = g.parent_generation_id
                    WHERE g.run_id = r.id AND p.run_id <> g.run_id))
            UNION ALL
            SELECT g.id FROM Generations g WHERE g.run_id IS NULL OR g.seq IS NULL""";

    /** Every episode is in one place and has its facts. */
    static final String PLACES = """
            SELECT f.episode_id FROM episode_facts f
            LEFT JOIN Episodes e ON e.id = f.episode_id LEFT JOIN episodes_archive a ON a.id = f.episode_id
            WHERE (e.id IS NULL) = (a.id IS NULL)
            UNION ALL
            SELECT e.id FROM Episodes e WHERE NOT EXISTS (SELECT 1 FROM episode_facts f WHERE f.episode_id = e.id)
            UNION ALL
            SELECT a.id FROM episodes_archive a
            WHERE NOT EXISTS (SELECT 1 FROM episode_facts f WHERE f.episode_id = a.id)""";

    /** What an episode says of its participants is what they say. */
    static final String SCORES = inBothPlaces("""
            SELECT e.id FROM %1$s e
            LEFT JOIN episode_participants a ON a.episode_id = e.id AND a.ordinal = 0
            LEFT JOIN episode_participants b ON b.episode_id = e.id AND b.ordinal = 1
            JOIN episode_facts f ON f.episode_id = e.id
            WHERE a.episode_id IS NULL OR b.episode_id IS NULL
                OR COALESCE(a.profile_id, '') <> COALESCE(e.agent_a_profile_id, '')
                OR COALESCE(b.profile_id, '') <> COALESCE(e.agent_b_profile_id, '')
                OR COALESCE(a.score, -99) <> COALESCE(e.agent_a_score, -99)
                OR COALESCE(b.score, -99) <> COALESCE(e.agent_b_score, -99)
                OR f.min_score <> COALESCE((SELECT min(p.score) FROM episode_participants p
                    WHERE p.episode_id = e.id AND p.archetype = 'primary_actor'), 0)""") + """

            UNION ALL
            SELECT episode_id FROM episode_participants WHERE score < -5 OR score > 5""";

    /** Logs are whole or gone, and those of failures are not gone. */
    static final String LOGS = inBothPlaces("""
            SELECT e.id FROM %1$s e JOIN episode_facts f ON f.episode_id = e.id
            WHERE e.generation_id %3$s AND (
                (f.logs = 'full' AND (SELECT count(*) FROM %2$s l WHERE l.episode_id = e.id) <> e.total_turns)
                OR (f.logs = 'pruned' AND (f.min_score <= -3
                    OR EXISTS (SELECT 1 FROM %2$s l WHERE l.episode_id = e.id))))""");

    /** Epochs are what they say. */
    static final String EPOCHS = inBothPlaces("""
            SELECT e.id FROM %1$s e JOIN episode_participants p ON p.episode_id = e.id AND p.ordinal = 0
            WHERE p.shadow <> CASE WHEN e.is_shadow_trial THEN 1 ELSE 0 END""") + """

            UNION ALL
            SELECT f.episode_id FROM episode_facts f JOIN epochs x ON x.id = f.epoch_id
            JOIN episode_participants p ON p.episode_id = f.episode_id
            WHERE p.shadow <> CASE WHEN x.kind = 'production' THEN 0 ELSE 1 END
            UNION ALL
            SELECT x.id FROM epochs x WHERE x.status = 'complete'
                AND (SELECT count(*) FROM episode_facts f WHERE f.epoch_id = x.id)
                    + (SELECT count(*) FROM slot_failures s WHERE s.epoch_id = x.id) <> x.planned
            UNION ALL
            SELECT v.id FROM trial_verdicts v JOIN Generations g ON g.id = v.generation_id
            WHERE g.status = 'archived' AND v.outcome = 'pending'""";

    /** What was accepted was significant and is deployed, and nothing else is. */
    static final String VERDICTS = """
            SELECT v.id FROM trial_verdicts v WHERE v.outcome = 'accepted' AND v.kind <> 'review'
                AND NOT (v.p_holm IS NOT NULL AND v.lcb IS NOT NULL AND v.p_holm < v.alpha AND v.lcb > v.margin)
            UNION ALL
            SELECT v.id FROM trial_verdicts v JOIN Generations g ON g.id = v.generation_id
            JOIN Generations n ON n.run_id = g.run_id AND n.seq = g.seq + 1
            WHERE v.outcome = 'accepted' AND v.kind IN ('mutation', 'observed') AND NOT EXISTS (
                SELECT 1 FROM generation_actors a JOIN trial_verdicts w ON w.candidate_profile_id = a.profile_id
                WHERE a.generation_id = n.id AND a.actor_id = v.actor_id AND w.generation_id = v.generation_id
                    AND w.outcome = 'accepted' AND (v.kind = 'observed' OR w.id = v.id OR w.kind = 'observed'))
            UNION ALL
            SELECT a.profile_id FROM generation_actors a JOIN Generations g ON g.id = a.generation_id
            JOIN AgentProfiles p ON p.id = a.profile_id
            WHERE g.id %s AND p.created_by <> 'human'
                AND NOT EXISTS (SELECT 1 FROM Generations b JOIN generation_actors o ON o.generation_id = b.id
                    WHERE b.id = g.parent_generation_id AND o.profile_id = a.profile_id)
                AND NOT EXISTS (SELECT 1 FROM trial_verdicts v JOIN Generations b ON b.id = v.generation_id
                    WHERE v.candidate_profile_id = a.profile_id AND v.outcome = 'accepted' AND b.run_id = g.run_id
                        AND b.seq = g.seq - 1)""".formatted(NOT_EXTERNAL);

    /** Profiles descend from older ones and say what they consist of. */
    static final String PROFILES = """
            SELECT p.id FROM AgentProfiles p LEFT JOIN AgentProfiles o ON o.id = p.parent_profile_id
            WHERE p.seq IS NULL OR o.seq >= p.seq
                OR (p.strategy_text IS NOT NULL
                    AND p.system_prompt <> p.core_prompt || '%s' || p.strategy_text)
            UNION ALL
            SELECT 'AgentProfiles' FROM (SELECT count(*) AS n, COALESCE(max(seq), 0) AS m FROM AgentProfiles) c
            WHERE c.n <> c.m""".formatted("\n\n");

    private static final String CREATED = """
            SELECT c.id FROM CreatedAgents c WHERE c.status = 'active' AND c.run_id %s
                AND NOT EXISTS (SELECT 1 FROM trial_verdicts v WHERE v.id = c.verdict_id AND v.outcome = 'accepted')
            """.formatted("IN (SELECT id FROM evolution_runs WHERE kind <> 'external')");

    /** What is left of unfinished work belongs to unfinished work. */
    static final String ENDS = """
            SELECT t.epoch_id FROM pending_turns t JOIN episode_facts f ON f.epoch_id = t.epoch_id AND f.slot = t.slot
            UNION ALL
            SELECT id FROM evolution_runs WHERE status = 'completed' AND fingerprint IS NULL""";

    private EvolutionInvariants() {}

    /** A query of hot episodes and of archived ones; one over the view of both would be joined row by row. */
    private static String inBothPlaces(String sql) {
        return sql.formatted("Episodes", "ActionLogs", NOT_EXTERNAL) + "\nUNION ALL\n"
                + sql.formatted("episodes_archive", "action_logs_archive", NOT_EXTERNAL);
    }

    /** Strategies are counted, no more than can be, and have the scores of their episodes. */
    static List<String> strategies(Tx tx, int most) {
        List<String> found = new ArrayList<>(tx.list("""
                SELECT s.id FROM strategy_memory s LEFT JOIN episode_participants p
                    ON p.episode_id = s.episode_id AND p.actor_id = s.actor_id
                WHERE p.score IS NULL OR p.score <> s.judge_score LIMIT ?""", row -> row.text(1), most));
        long count = tx.number("SELECT count(*) FROM strategy_memory");
        long told = noted(tx, StrategyTable.COUNT);
        if (count != told) {
            found.add("strategy_memory: " + count + " rows, counted " + told);
        }
        long cap = noted(tx, StrategyTable.CAP);
        if (cap > 0 && count > cap) {
            found.add("strategy_memory: " + count + " rows, at most " + cap);
        }
        return found.size() > most ? found.subList(0, most) : found;
    }

    private static long noted(Tx tx, String name) {
        return tx.number("SELECT COALESCE(max(value), 0) FROM archive_sequence WHERE name = ?", name);
    }

    /** Created agents are no more than the run allows, were accepted, approved where needed, and wrote what they may. */
    static List<String> created(Tx tx, int most) {
        List<String> found = new ArrayList<>(tx.list(CREATED + " LIMIT " + most, row -> row.text(1)));
        record Active(String id, String scenario, String overrides, boolean decided, long active) {}
        List<Active> actives = tx.list(
                """
                SELECT c.id, r.scenario_json, r.overrides_json, CASE WHEN c.decided_by IS NULL THEN 0 ELSE 1 END,
                    (SELECT count(*) FROM CreatedAgents o WHERE o.run_id = c.run_id AND o.status = 'active')
                FROM CreatedAgents c JOIN evolution_runs r ON r.id = c.run_id
                WHERE c.status = 'active' AND r.kind <> 'external'""", row -> new Active(row.text(1), row.text(2), row.text(3), row.number(4) != 0, row.number(5)));
        for (Active each : actives) {
            Object cap = setting(each.scenario(), each.overrides(), "max_active_created_agents");
            Object needs = setting(each.scenario(), each.overrides(), "require_human_approval_for_creation");
            if (each.active() > (cap instanceof Number number ? number.longValue() : 3)
                    || (!each.decided() && !Boolean.FALSE.equals(needs))) {
                found.add(each.id());
            }
        }
        found.addAll(forbiddenWrites(tx));
        return found.size() > most ? found.subList(0, most) : found;
    }

    private static @Nullable Object setting(String scenario, String overrides, String name) {
        Object raised = Json.parseObject(overrides).get(name);
        return raised != null
                ? raised
                : Json.parseObject(scenario).get("evolution") instanceof Map<?, ?> table ? table.get(name) : null;
    }

    private static List<String> forbiddenWrites(Tx tx) {
        List<String> found = new ArrayList<>();
        tx.each("""
                SELECT l.id, l.state_mutations, c.spec_json FROM CreatedAgents c
                JOIN action_logs_all l ON l.speaker_id = c.agent_profile_id
                WHERE c.spec_json IS NOT NULL AND c.spec_json <> '{}' AND l.outcome = 'applied'""", row -> {
            Map<String, ?> spec = Json.parseObject(row.text(3));
            String mutations = row.textOrNull(2);
            if (mutations != null && Json.parse(mutations) instanceof List<?> list) {
                for (Object each : list) {
                    if (each instanceof Map<?, ?> change && !allowed(spec, String.valueOf(change.get("path")))) {
                        found.add(row.text(1));
                    }
                }
            }
        });
        return found;
    }

    private static boolean allowed(Map<String, ?> spec, String path) {
        return !covered(spec.get("deny"), path) && covered(spec.get("allow"), path);
    }

    private static boolean covered(@Nullable Object patterns, String path) {
        return patterns instanceof List<?> list
                && list.stream().anyMatch(each -> "*".equals(each) || path.equals(each) || path.startsWith(each + "."));
    }

    /** The rows of a completed run give its fingerprint; what another program wrote there instead of a hash is its own. */
    static List<String> fingerprints(Tx tx, int most) {
        record Completed(String id, String fingerprint) {}
        List<String> found = new ArrayList<>();
        for (Completed run : tx.list("""
                SELECT id, fingerprint FROM evolution_runs
                WHERE status = 'completed' AND kind <> 'external' AND length(fingerprint) = 64 ORDER BY seq""", row -> new Completed(row.text(1), row.text(2)))) {
            if (found.size() < most && !gives(tx, run.id(), run.fingerprint())) {
                found.add(run.id());
            }
        }
        return found;
    }

    private static boolean gives(Tx tx, String run, String fingerprint) {
        try {
            return RunReader.fingerprint(tx, run).equals(fingerprint);
        } catch (StoaException e) {
            // A row that cannot be read is not the one that was hashed.
            return false;
        }
    }

    static ArchiveSchema.Builder declare(ArchiveSchema.Builder schema) {
        return schema.invariant("E1", "the generations of a run do not follow each other", GENERATIONS, GENERATIONS)
                .invariant("E2", "an episode is in two places or none, or has no facts", PLACES, PLACES)
                .invariant("E3", "an episode and its participants contradict each other", SCORES, SCORES)
                .invariant("E4", "the log of an episode is not what its facts say", LOGS, LOGS)
                .invariant("E5", "an epoch, its episodes and its verdicts contradict each other", EPOCHS, EPOCHS)
                .invariant(
                        "E6",
                        "a verdict was accepted without reason or effect, or a profile is deployed without one",
                        VERDICTS,
                        VERDICTS)
                .invariant("E7", "a profile has no number, an impossible parent or another prompt", PROFILES, PROFILES)
                .invariant(
                        "E7s",
                        "a strategy has another score than its episode, or there are more than the cap or the count says",
                        EvolutionInvariants::strategies)
                .invariant(
                        "E8",
                        "a created agent is one too many, unapproved, or wrote what it may not",
                        EvolutionInvariants::created)
                .invariant("E9", "a stored slot has pending turns, or a completed run no fingerprint", ENDS, ENDS)
                .invariant(
                        "E10",
                        "the rows of a completed run do not give its fingerprint: one was changed, added or left out",
                        EvolutionInvariants::fingerprints);
    }
}
