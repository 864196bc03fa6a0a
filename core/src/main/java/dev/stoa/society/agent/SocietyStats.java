package dev.stoa.society.agent;

import dev.stoa.json.Json;
import dev.stoa.society.base.ResolvedPrincipal;
import dev.stoa.society.base.Visibility;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How much there is in the society, as far as whoever asks may see it. Immutable.
 *
 * @param nouns by the plural of what is counted
 * @param topics the different topics of live notes
 * @param domains the different domains of live knowledge
 * @param agents who was active last comes first
 */
public record SocietyStats(Map<String, Tally> nouns, long topics, long domains, List<Share> agents) {
    /**
     * How many there are of one noun.
     *
     * @param live those in use; of runs and tasks those that have not ended, of messages those in live channels
     */
    public record Tally(long total, long live) {
        /** Those that are put away or have ended. */
        public long archived() {
            return total - live;
        }

        private Map<String, @Nullable Object> document() {
            return Json.object("total", total, "live", live, "archived", archived());
        }
    }

    /** What one agent has to do with it. */
    public record Share(
            String agentId,
            String identity,
            @Nullable Instant lastActiveAt,
            @Nullable Instant archivedAt,
            AgentCounts counts) {
        private Map<String, @Nullable Object> document() {
            Map<String, @Nullable Object> document = Json.object(
                    "agent_id",
                    agentId,
                    "identity",
                    identity,
                    "last_active_at",
                    lastActiveAt,
                    "archived_at",
                    archivedAt);
            Map<String, @Nullable Object> all = new LinkedHashMap<>(document);
            all.putAll(counts.document());
            return all;
        }
    }

    public SocietyStats {
        nouns = Collections.unmodifiableMap(new LinkedHashMap<>(nouns));
        agents = List.copyOf(agents);
    }

    /** The numbers as they are shown. */
    public Map<String, @Nullable Object> document() {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        nouns.forEach((noun, tally) -> document.put(noun, tally.document()));
        document.put("topics", topics);
        document.put("domains", domains);
        document.put("items", agents.stream().map(Share::document).toList());
        document.put("next", null);
        return document;
    }

    static SocietyStats of(Tx tx, ResolvedPrincipal me) {
        Map<String, Tally> nouns = new LinkedHashMap<>();
        nouns.put("agents", tally(tx, "agents x", "x.archived_at IS NULL", Visibility.ALL));
        nouns.put("channels", tally(tx, "channels x", "x.archived_at IS NULL", Visibility.channel("x", me)));
        nouns.put("messages", messages(tx, me));
        nouns.put("runs", tally(tx, "sessions x", "x.ended_at IS NULL", Visibility.run("x", me)));
        nouns.put("tasks", tally(tx, "tasks x", "x.status IN ('pending', 'running')", Visibility.task("x", me)));
        nouns.put("notes", tally(tx, "memories x", "x.archived_at IS NULL", Visibility.note("x", me)));
        nouns.put("knowledge", tally(tx, "knowledge x", "x.archived_at IS NULL", Visibility.ALL));
        return new SocietyStats(
                nouns,
                tx.number("SELECT count(DISTINCT x.topic) FROM memories x WHERE x.archived_at IS NULL AND "
                        + Visibility.note("x", me)),
                tx.number("SELECT count(DISTINCT domain) FROM knowledge WHERE archived_at IS NULL"),
                shares(tx, me));
    }

    private static Tally tally(Tx tx, String table, String live, String seen) {
        return read(tx, "SELECT count(*), count(*) FILTER (WHERE " + live + ") FROM " + table + " WHERE " + seen);
    }

    /** Channels know how long they are, so that only tombstones are counted one by one. */
    private static Tally messages(Tx tx, ResolvedPrincipal me) {
        String length = "(c.last_seq - (SELECT count(*) FROM messages g WHERE g.channel_id = c.channel_id"
                + " AND g.deleted_at IS NOT NULL))";
        return read(
                tx,
                "SELECT CAST(COALESCE(sum" + length
                        + ", 0) AS bigint), CAST(COALESCE(sum(CASE WHEN c.archived_at IS NULL"
                        + " THEN " + length + " ELSE 0 END), 0) AS bigint) FROM channels c WHERE "
                        + Visibility.channel("c", me));
    }

    private static Tally read(Tx tx, String sql) {
        return tx.one(sql, row -> new Tally(row.number(1), row.number(2))).orElseThrow();
    }

    private static List<Share> shares(Tx tx, ResolvedPrincipal me) {
        AgentCounts.Reader counts = new AgentCounts.Reader(tx, me, null);
        String name = tx.dialect().pick("identity", "identity COLLATE \"C\"");
        return tx.list(
                "SELECT agent_id, identity, last_active_at, archived_at FROM agents"
                        + " ORDER BY last_active_at DESC NULLS LAST, " + name,
                row -> new Share(
                        row.text(1),
                        row.text(2),
                        row.instantOrNull(3),
                        row.instantOrNull(4),
                        counts.counts(row.text(1))));
    }
}
