package dev.stoa.society.context;

import dev.stoa.base.Trust;
import dev.stoa.json.Json;
import dev.stoa.search.text.PostgresRank;
import dev.stoa.search.text.TextCandidates;
import dev.stoa.search.text.TextIndex;
import dev.stoa.search.text.TextQuery;
import dev.stoa.society.base.DomainPattern;
import dev.stoa.society.base.References;
import dev.stoa.society.base.ResolvedPrincipal;
import dev.stoa.society.base.Visibility;
import dev.stoa.society.index.SearchIndex;
import dev.stoa.society.knowledge.FactFilter;
import dev.stoa.society.knowledge.FactTable;
import dev.stoa.society.knowledge.FactTrust;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The one statement that finds, bounds and ranks by words. Not thread-safe; used once. What is outside the scope of the
 * question, or hidden from the actor, is left out before the best are kept: so no hit is lost to better ones that the
 * actor may not see.
 */
final class ContextStatement {
    /** The number of candidates that are ranked by more than their words. */
    static final int KEPT = 200;

    private static final String DETAILS = """
            ) SELECT b.kind, b.ref_id, b.agent_id, a.identity, b.channel_id, c.name, b.at, b.seq, b.lexical,
                COALESCE(m.core, 0),
                COALESCE(m.trust, k.trust, CASE WHEN b.kind = 'message' AND a.kind = 'human' THEN 3 ELSE 1 END),
                k.confidence,
                (SELECT count(*) FROM knowledge_reviews r
                    WHERE r.knowledge_id = k.knowledge_id AND r.verdict = 'confirm' AND r.trust > 0),
                (SELECT count(*) FROM knowledge_reviews r
                    WHERE r.knowledge_id = k.knowledge_id AND r.verdict = 'dispute' AND r.trust > 0),
                m.topic, k.domain
            FROM best b
            LEFT JOIN agents a ON a.agent_id = b.agent_id
            LEFT JOIN channels c ON c.channel_id = b.channel_id
            LEFT JOIN memories m ON b.kind = 'note' AND m.memory_id = b.ref_id
            LEFT JOIN knowledge k ON b.kind = 'knowledge' AND k.knowledge_id = b.ref_id""";

    private final Tx tx;
    private final ResolvedPrincipal me;
    private final ContextQuery query;
    private final List<@Nullable Object> values = new ArrayList<>();

    private ContextStatement(Tx tx, ResolvedPrincipal me, ContextQuery query) {
        this.tx = tx;
        this.me = me;
        this.query = query;
    }

    /** Something that has the words, with all that its rank depends on. */
    record Candidate(
            SearchIndex.Kind kind,
            String ref,
            @Nullable String agentId,
            @Nullable String identity,
            @Nullable String channelId,
            @Nullable String channel,
            @Nullable Instant at,
            @Nullable Long seq,
            double lexical,
            boolean core,
            Trust trust,
            double confidence,
            @Nullable String topic,
            @Nullable String domain) {
        private String key() {
            return ContextTexts.key(kind, ref);
        }
    }

    static List<Candidate> run(Tx tx, ResolvedPrincipal me, ContextQuery query, TextQuery words, Instant now) {
        TextCandidates.Choice choice = SearchIndex.CANDIDATES.choose(tx, words);
        List<Candidate> best = new ContextStatement(tx, me, query).best(choice, now);
        // What is hidden from the actor must not take the place of what is not.
        while (best.size() < KEPT && !choice.isComplete()) {
            choice = choice.wider(tx);
            best = new ContextStatement(tx, me, query).best(choice, now);
        }
        if (!choice.isWalked() || best.size() == KEPT) {
            return best;
        }
        Set<String> known = best.stream().map(Candidate::key).collect(Collectors.toSet());
        List<Candidate> all = new ArrayList<>(best);
        new ContextStatement(tx, me, query)
                .newest(words, now).stream()
                        .filter(candidate -> !known.contains(candidate.key()))
                        .limit(KEPT - best.size())
                        .forEach(all::add);
        return all;
    }

    private List<Candidate> best(TextCandidates.Choice choice, Instant now) {
        TextQuery words = choice.scored();
        if (words == null) {
            return List.of();
        }
        return candidates(
                tx.dialect() == Dialect.SQLITE
                        ? bestInSqlite(choice.inSqlite(words), now)
                        : bestInPostgres(choice.inPostgres(tx, words), now));
    }

    /** Those that have the words, the last indexed first: reading them ends with the last one that is kept. */
    private List<Candidate> newest(TextQuery words, Instant now) {
        boolean sqlite = tx.dialect() == Dialect.SQLITE;
        values.add(sqlite ? words.fts5() : words.tsquery());
        return candidates("""
                SELECT d.kind, d.ref_id, d.agent_id, d.channel_id, d.at, d.seq, 0.0 AS lexical
                FROM %s AND %s
                ORDER BY %s DESC LIMIT %s""".formatted(
                        sqlite
                                ? "search_text CROSS JOIN search_docs d ON d.doc_id = search_text.rowid"
                                        + " WHERE search_text MATCH ?"
                                : "search_docs d WHERE d.terms @@ " + TextIndex.POSTGRES_QUERY,
                        conditions(now),
                        sqlite ? "search_text.rowid" : "d.doc_id",
                        KEPT));
    }

    private List<Candidate> candidates(String best) {
        return tx.list(
                "WITH best AS (" + best + DETAILS,
                row -> {
                    SearchIndex.Kind kind = SearchIndex.Kind.of(row.text(1));
                    return new Candidate(
                            kind,
                            row.text(2),
                            row.textOrNull(3),
                            row.textOrNull(4),
                            row.textOrNull(5),
                            row.textOrNull(6),
                            row.instantOrNull(7),
                            row.numberOrNull(8),
                            row.real(9),
                            row.flag(10),
                            Trust.ofLevel(row.number(11)),
                            kind == SearchIndex.Kind.KNOWLEDGE
                                    ? FactTrust.confidence(row.realOrNull(12), row.number(13), row.number(14))
                                    : 1,
                            row.textOrNull(15),
                            row.textOrNull(16));
                },
                values.toArray());
    }

    private String bestInSqlite(TextCandidates.Source scored, Instant now) {
        values.addAll(scored.params());
        return """
                SELECT d.kind, d.ref_id, d.agent_id, d.channel_id, d.at, d.seq, s.score AS lexical
                FROM (%s) s CROSS JOIN search_docs d ON d.doc_id = s.id
                WHERE %s
                ORDER BY lexical DESC, COALESCE(d.seq, 0) DESC, d.ref_id LIMIT %s""".formatted(scored.sql(), conditions(now), KEPT);
    }

    private String bestInPostgres(PostgresRank.Statement ranked, Instant now) {
        values.addAll(ranked.params());
        return """
                SELECT d.kind, d.ref_id, d.agent_id, d.channel_id, d.at, d.seq, %s AS lexical
                FROM %s
                WHERE %s AND %s
                ORDER BY lexical DESC, COALESCE(d.seq, 0) DESC, d.ref_id COLLATE "C" LIMIT %s""".formatted(ranked.score(), ranked.from(), ranked.matches(), conditions(now), KEPT);
    }

    private String conditions(Instant now) {
        StringBuilder sql = new StringBuilder(query.archived() ? Visibility.ALL : "d.live = 1");
        if (query.agent() != null) {
            sql.append(" AND d.agent_id = ?");
            values.add(References.agent(tx, query.agent()));
        }
        if (query.channel() != null) {
            sql.append(" AND d.channel_id = ?");
            values.add(References.channel(tx, me, query.channel()));
        }
        if (query.since() != null) {
            sql.append(" AND d.at >= ?");
            values.add(ContextQuery.moment(query.since(), now));
        }
        if (query.until() != null) {
            sql.append(" AND d.at <= ?");
            values.add(ContextQuery.moment(query.until(), now));
        }
        return sql.append(" AND (")
                .append(query.scopes().stream()
                        .sorted()
                        .map(scope -> "d.kind = '" + scope.kind().text() + "' AND " + seen(scope))
                        .collect(Collectors.joining(" OR ")))
                .append(")")
                .toString();
    }

    /** When a row of a kind is in the scope and visible. */
    private String seen(ContextQuery.Scope scope) {
        if (query.domain() != null && scope != ContextQuery.Scope.KNOWLEDGE) {
            return "1 = 0";
        }
        boolean above = query.minTrust() != null && query.minTrust().compareTo(Trust.AGENT) > 0;
        return switch (scope) {
            case NOTES -> note();
            case KNOWLEDGE -> knowledge();
            case MESSAGES ->
                "EXISTS (SELECT 1 FROM channels c WHERE c.channel_id = d.channel_id AND " + Visibility.channel("c", me)
                        + (query.archived() ? "" : " AND c.archived_at IS NULL") + ")"
                        + (above
                                ? " AND EXISTS (SELECT 1 FROM agents w WHERE w.agent_id = d.agent_id"
                                        + " AND w.kind = 'human')"
                                : "");
            case TASKS ->
                above
                        ? "1 = 0"
                        : "EXISTS (SELECT 1 FROM tasks t WHERE t.task_id = d.ref_id AND " + Visibility.task("t", me)
                                + ")";
            case FILES -> above ? "1 = 0" : Visibility.ALL;
        };
    }

    private String note() {
        String exists = "EXISTS (SELECT 1 FROM memories m WHERE m.memory_id = d.ref_id AND " + Visibility.note("m", me);
        if (query.minTrust() != null) {
            values.add(query.minTrust().level());
            return exists + " AND m.trust >= ?)";
        }
        // One's own notes, which are most of those one finds, need not be looked up.
        values.add(me.id());
        return "(d.agent_id = ? OR " + exists + "))";
    }

    private String knowledge() {
        if (query.domain() == null && query.minTrust() == null) {
            return Visibility.ALL;
        }
        String exists = "EXISTS (SELECT 1 FROM knowledge k WHERE k.knowledge_id = d.ref_id";
        if (query.domain() != null) {
            exists += " AND " + domain(query.domain());
        }
        if (query.minTrust() != null) {
            values.add(query.minTrust().level());
            exists += " AND k.trust >= ?";
        }
        return exists + ")";
    }

    private String domain(DomainPattern pattern) {
        DomainPattern typed = FactTable.spelled(tx, pattern, FactFilter.live());
        if (!typed.isWide()) {
            return typed.condition("k.domain", tx.dialect(), values);
        }
        // A star within is beyond a range: the domains it means are looked up first.
        List<@Nullable Object> range = new ArrayList<>();
        String condition = typed.condition("k.domain", tx.dialect(), range);
        List<String> domains = tx
                .list(
                        "SELECT DISTINCT k.domain FROM knowledge k WHERE " + condition,
                        row -> row.text(1),
                        range.toArray())
                .stream()
                .filter(typed::matches)
                .toList();
        values.add(Json.write(domains));
        return tx.dialect()
                .pick(
                        "k.domain IN (SELECT value FROM json_each(?))",
                        "k.domain IN (SELECT jsonb_array_elements_text(?::jsonb))");
    }
}
