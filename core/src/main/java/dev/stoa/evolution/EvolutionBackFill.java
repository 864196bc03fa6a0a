package dev.stoa.evolution;

import dev.stoa.storage.Dialect;
import dev.stoa.storage.Tx;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Gives the rows of an older archive what later versions expect of them. Stateless; each step may run again. Rows that
 * had no order get that of their times, and generations that belonged to no run get one that stands for their program.
 */
final class EvolutionBackFill {
    /** The run of what another program played. */
    static final String EXTERNAL = "external";

    private static final String LEGACY = "episodes_archive_legacy";

    private EvolutionBackFill() {}

    /** The run of the generations that have none, and their numbers in it. */
    static void runs(Tx tx) {
        if (tx.number("SELECT count(*) FROM Generations WHERE run_id IS NULL") == 0) {
            return;
        }
        if (tx.number("SELECT count(*) FROM evolution_runs WHERE id = ?", EXTERNAL) == 0) {
            String now = tx.dialect().pick("STRFTIME('%Y-%m-%dT%H:%M:%fZ', 'now')", "now()");
            tx.update(
                    "INSERT INTO evolution_runs (id, seq, name, kind, scenario_json, overrides_json, seed, status,"
                            + " stop_reason, fence, heartbeat_at, tokens_used, created_at)"
                            + " VALUES (?, ?, 'external', 'external', '{}', '{}', 0, 'paused', 'imported', 0, " + now
                            + ", 0, " + now + ")",
                    EXTERNAL,
                    tx.next("run"));
        }
        long[] last = {tx.number("SELECT COALESCE(max(seq), 0) FROM Generations WHERE run_id = ?", EXTERNAL)};
        tx.batch(
                "UPDATE Generations SET run_id = ?, seq = ? WHERE id = ?",
                ids(tx, "Generations", "run_id IS NULL", "created_at, "),
                id -> Tx.values(EXTERNAL, ++last[0], id));
    }

    /** The numbers of profiles, whose they are and where they serve. What is in the place of the archive moves away. */
    static void profiles(Tx tx) {
        Set<String> first = played(tx, "agent_a_profile_id");
        Set<String> second = played(tx, "agent_b_profile_id");
        for (String id : ids(tx, "AgentProfiles", "seq IS NULL", "")) {
            tx.update(
                    """
                    UPDATE AgentProfiles SET seq = ?, core_prompt = system_prompt, tactic = 'imported',
                        run_id = (SELECT g.run_id FROM Generations g WHERE g.id = AgentProfiles.generation_id),
                        actor_id = COALESCE(?, archetype, 'unknown')
                    WHERE id = ?""",
                    tx.next("profile"),
                    first.contains(id) ? "agent_a" : second.contains(id) ? "agent_b" : null,
                    id);
        }
        tx.update("""
                INSERT INTO generation_actors (generation_id, ordinal, actor_id, profile_id)
                SELECT generation_id, 0, actor_id, id FROM AgentProfiles p
                WHERE run_id = 'external' AND generation_id IS NOT NULL AND actor_id IS NOT NULL
                    AND NOT EXISTS (SELECT 1 FROM AgentProfiles o WHERE o.generation_id = p.generation_id
                        AND o.actor_id = p.actor_id AND o.seq < p.seq)
                ON CONFLICT (generation_id, actor_id) DO NOTHING""");
        tx.update("""
                UPDATE generation_actors SET ordinal = (SELECT count(*) FROM generation_actors o
                    WHERE o.generation_id = generation_actors.generation_id AND o.actor_id < generation_actors.actor_id)
                WHERE generation_id IN (SELECT id FROM Generations WHERE run_id = 'external')""");
        if (isForeignArchive(tx)) {
            tx.update("DROP TRIGGER IF EXISTS episodes_archive_once");
            tx.update("ALTER TABLE episodes_archive RENAME TO " + LEGACY);
        }
    }

    private static Set<String> played(Tx tx, String column) {
        return new HashSet<>(tx.list(
                "SELECT DISTINCT " + column + " FROM Episodes WHERE " + column + " IS NOT NULL", row -> row.text(1)));
    }

    /** Whether there is a table of archived episodes that is not ours. */
    private static boolean isForeignArchive(Tx tx) {
        List<String> columns = columns(tx, "episodes_archive");
        return !columns.isEmpty() && !columns.contains("archived_at");
    }

    private static List<String> columns(Tx tx, String table) {
        return tx.list(
                tx.dialect()
                        .pick(
                                "SELECT lower(name) FROM pragma_table_info(?)",
                                "SELECT column_name FROM information_schema.columns"
                                        + " WHERE table_schema = current_schema() AND table_name = ?"),
                row -> row.text(1),
                table);
    }

    /** The archived episodes of another program, and the facts and participants of episodes that have none. */
    static void episodes(Tx tx) {
        List<String> legacy = columns(tx, LEGACY);
        if (legacy.contains("id")) {
            takeLegacy(tx, legacy);
        }
        facts(tx, "Episodes", "ActionLogs");
        facts(tx, "episodes_archive", "action_logs_archive");
        tx.update("""
                UPDATE ActionLogs SET outcome = COALESCE(outcome, 'applied'), attempts = COALESCE(attempts, 1),
                    state_version = COALESCE(state_version, 0),
                    actor_id = COALESCE(actor_id, (SELECT p.actor_id FROM AgentProfiles p WHERE p.id = speaker_id), speaker_id)
                WHERE outcome IS NULL""");
    }

    /** Says how many archived episodes of another program could not be taken over where its file was upgraded. */
    static List<String> left(Tx tx, int most) {
        if (!columns(tx, LEGACY).contains("id")) {
            return List.of();
        }
        long rows = tx.number("SELECT count(*) FROM " + LEGACY
                + " o WHERE o.id IS NULL OR NOT EXISTS (SELECT 1 FROM episodes_archive a WHERE a.id = o.id)");
        return rows == 0 || most == 0
                ? List.of()
                : List.of(rows + (rows == 1 ? " row" : " rows") + " of " + LEGACY
                        + " could not be taken over: without an id, of an episode that is in Episodes too, or of a"
                        + " generation or profile that is missing; correct them there, or leave them");
    }

    private static void takeLegacy(Tx tx, List<String> columns) {
        List<String> known = List.of(
                "id",
                "generation_id",
                "agent_a_profile_id",
                "agent_b_profile_id",
                "agent_a_score",
                "agent_b_score",
                "total_turns",
                "termination_reason",
                "final_state_snapshot",
                "is_shadow_trial",
                "created_at",
                "scout_hypotheses");
        List<String> shared = known.stream().filter(columns::contains).toList();
        String now = tx.dialect().pick("STRFTIME('%Y-%m-%dT%H:%M:%fZ', 'now')", "now()");
        // What refers to nothing would be refused; such a row stays in the table it came in.
        StringBuilder where =
                new StringBuilder("o.id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM Episodes e WHERE e.id = o.id)");
        references(where, shared, "generation_id", "Generations");
        references(where, shared, "agent_a_profile_id", "AgentProfiles");
        references(where, shared, "agent_b_profile_id", "AgentProfiles");
        tx.update("INSERT INTO episodes_archive (" + String.join(", ", shared) + ", archived_at) SELECT "
                + String.join(", ", shared) + ", " + now + " FROM " + LEGACY + " o WHERE " + where
                + " ON CONFLICT (id) DO NOTHING");
    }

    private static void references(StringBuilder where, List<String> shared, String column, String table) {
        if (shared.contains(column)) {
            where.append(" AND (")
                    .append(column)
                    .append(" IS NULL OR ")
                    .append(column)
                    .append(" IN (SELECT id FROM ")
                    .append(table)
                    .append("))");
        }
    }

    private record Old(
            String id,
            @Nullable String generation,
            @Nullable String a,
            @Nullable String b,
            @Nullable Long scoreA,
            @Nullable Long scoreB,
            boolean shadow,
            long logs,
            long tokens) {
        long lowest() {
            return scoreA == null ? scoreB == null ? 0 : scoreB : scoreB == null ? scoreA : Math.min(scoreA, scoreB);
        }
    }

    private static void facts(Tx tx, String episodes, String logs) {
        String flag = tx.dialect().pick("COALESCE(e.is_shadow_trial, 0)", "COALESCE(e.is_shadow_trial, false)");
        List<Old> olds = tx.list(
                "SELECT e.id, e.generation_id, e.agent_a_profile_id, e.agent_b_profile_id, e.agent_a_score,"
                        + " e.agent_b_score, " + flag + ", (SELECT count(*) FROM " + logs
                        + " l WHERE l.episode_id = e.id), (SELECT COALESCE(sum(l.token_usage), 0) FROM " + logs
                        + " l WHERE l.episode_id = e.id) FROM " + episodes
                        + " e WHERE NOT EXISTS (SELECT 1 FROM episode_facts f WHERE f.episode_id = e.id) ORDER BY e.created_at, "
                        + order(tx, "e"),
                row -> new Old(
                        row.text(1),
                        row.textOrNull(2),
                        row.textOrNull(3),
                        row.textOrNull(4),
                        row.numberOrNull(5),
                        row.numberOrNull(6),
                        row.flag(7),
                        row.number(8),
                        row.number(9)));
        for (Old old : olds) {
            long seq = tx.next("episode");
            tx.update("""
                    INSERT INTO episode_facts (episode_id, seq, min_score, tokens, penalties, judge, logs)
                    VALUES (?, ?, ?, ?, 0, 'imported', ?)""", old.id(), seq, old.lowest(), old.tokens(), old.logs() > 0 ? "full" : "pruned");
            participant(tx, old, 0, "agent_a", old.a(), old.scoreA(), seq);
            participant(tx, old, 1, "agent_b", old.b(), old.scoreB(), seq);
        }
    }

    private static void participant(
            Tx tx, Old old, int ordinal, String actor, @Nullable String profile, @Nullable Long score, long seq) {
        tx.update("""
                INSERT INTO episode_participants (episode_id, ordinal, actor_id, profile_id, archetype, score,
                    penalties, tokens, generation_id, shadow, episode_seq)
                VALUES (?, ?, ?, ?, 'primary_actor', ?, 0, 0, ?, ?, ?)""", old.id(), ordinal, actor, profile, score, old.generation(), old.shadow() ? 1 : 0, seq);
    }

    /** The numbers of created agents. */
    static void created(Tx tx) {
        for (String id : ids(tx, "CreatedAgents", "seq IS NULL", "created_at, ")) {
            tx.update("""
                    UPDATE CreatedAgents SET seq = ?, spec_json = '{}', run_id = (SELECT g.run_id FROM Generations g
                        WHERE g.id = CreatedAgents.creator_trigger_generation_id)
                    WHERE id = ?""", tx.next("created_agent"), id);
        }
    }

    private static List<String> ids(Tx tx, String table, String which, String before) {
        return tx.list(
                "SELECT t.id FROM " + table + " t WHERE " + which + " ORDER BY " + before + order(tx, "t"),
                row -> row.text(1));
    }

    /** Insertion order where the backend knows it. */
    private static String order(Tx tx, String table) {
        return tx.dialect() == Dialect.SQLITE ? table + ".rowid" : table + ".id COLLATE \"C\"";
    }
}
