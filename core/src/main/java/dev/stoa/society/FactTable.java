package dev.stoa.society;

import dev.stoa.Trust;
import dev.stoa.storage.Row;
import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads knowledge within a unit of work. Stateless. */
final class FactTable {
    private static final int PORTION = 500;
    private static final String BETWEEN = "\u001f";

    private FactTable() {}

    private static String select(Tx tx) {
        return """
                SELECT k.knowledge_id, k.seq, k.domain, k.agent_id, a.identity, k.content, k.confidence,
                    (SELECT count(*) FROM knowledge_reviews r
                        WHERE r.knowledge_id = k.knowledge_id AND r.verdict = 'confirm'),
                    (SELECT count(*) FROM knowledge_reviews r
                        WHERE r.knowledge_id = k.knowledge_id AND r.verdict = 'dispute'),
                    k.trust, (SELECT %s FROM knowledge_sources s WHERE s.knowledge_id = k.knowledge_id),
                    k.replaces, k.replaced_by, k.created_at, k.archived_at
                FROM knowledge k JOIN agents a ON a.agent_id = k.agent_id
                WHERE\s""".formatted(tx.dialect()
                .pick(
                        "group_concat(s.kind || ':' || s.ref, char(31) ORDER BY s.ordinal)",
                        "string_agg(s.kind || ':' || s.ref, chr(31) ORDER BY s.ordinal)"));
    }

    private static Fact of(Row row) {
        String sources = row.textOrNull(11);
        return new Fact(
                row.text(1),
                row.number(2),
                row.text(3),
                row.text(4),
                row.text(5),
                row.text(6),
                row.realOrNull(7),
                row.number(8),
                row.number(9),
                Trust.ofLevel(row.number(10)),
                sources == null ? List.of() : List.of(sources.split(BETWEEN, -1)),
                row.textOrNull(12),
                row.textOrNull(13),
                row.instant(14),
                row.instantOrNull(15));
    }

    /** The knowledge that somebody names. */
    static Fact named(Tx tx, Me me, String ref) {
        return get(tx, Refs.row(tx, Noun.KNOWLEDGE, me, ref));
    }

    static Fact get(Tx tx, String id) {
        return tx.one(select(tx) + "k.knowledge_id = ?", FactTable::of, id).orElseThrow();
    }

    static List<FactDetail.Said> reviews(Tx tx, String id) {
        return tx.list(
                """
                SELECT r.agent_id, a.identity, r.verdict, r.reason, r.created_at
                FROM knowledge_reviews r JOIN agents a ON a.agent_id = r.agent_id
                WHERE r.knowledge_id = ? ORDER BY r.seq""",
                row -> new FactDetail.Said(
                        row.text(1), row.text(2), Verdict.of(row.text(3)), row.textOrNull(4), row.instant(5)),
                id);
    }

    /** The live knowledge of exactly this domain and text. */
    static @Nullable String same(Tx tx, String domain, String content) {
        return tx.one("""
                        SELECT knowledge_id FROM knowledge
                        WHERE domain = ? AND content_hash = ? AND content = ? AND archived_at IS NULL
                        ORDER BY seq LIMIT 1""", row -> row.text(1), domain, SocietyBackFill.contentHash(domain, content), content)
                .orElse(null);
    }

    /** A page of knowledge and one more, the newest first. */
    static List<Fact> list(Tx tx, DomainPattern pattern, FactFilter filter) {
        DomainPattern typed = spelled(tx, pattern, filter);
        int wanted = filter.page().limit() + 1;
        long before = filter.page().after(Long.MAX_VALUE);
        List<Fact> facts = new ArrayList<>();
        List<Fact> read;
        int portion = typed.isWide() ? PORTION : wanted;
        do {
            Conditions where = conditions(tx, typed, filter);
            where.values.add(before);
            where.values.add(portion);
            read = tx.list(
                    select(tx) + where.sql + " AND k.seq < ? ORDER BY k.seq DESC LIMIT ?",
                    FactTable::of,
                    where.values.toArray());
            read.stream()
                    .filter(fact -> typed.matches(fact.domain()))
                    .limit(wanted - facts.size())
                    .forEach(facts::add);
            before = read.isEmpty() ? 0 : read.getLast().seq();
        } while (read.size() == portion && facts.size() < wanted);
        return facts;
    }

    /** How much there is in each domain. */
    static Map<String, Long> counts(Tx tx, DomainPattern pattern) {
        FactFilter live = FactFilter.live();
        DomainPattern typed = spelled(tx, pattern, live);
        Conditions where = conditions(tx, typed, live);
        Map<String, Long> counts = new HashMap<>();
        tx.each(
                "SELECT k.domain, count(*) FROM knowledge k WHERE " + where.sql + " GROUP BY k.domain",
                row -> counts.put(row.text(1), row.number(2)),
                where.values.toArray());
        counts.keySet().removeIf(domain -> !typed.matches(domain));
        return counts;
    }

    /** Imported domains keep their spelling, so what is typed comes first; ours are in lower case. */
    static DomainPattern spelled(Tx tx, DomainPattern pattern, FactFilter filter) {
        DomainPattern lower = pattern.lower();
        if (lower.equals(pattern)) {
            return pattern;
        }
        Conditions where = conditions(tx, pattern, filter);
        boolean found = tx
                .list(
                        "SELECT DISTINCT k.domain FROM knowledge k WHERE " + where.sql,
                        row -> row.text(1),
                        where.values.toArray())
                .stream()
                .anyMatch(pattern::matches);
        return found ? pattern : lower;
    }

    private record Conditions(String sql, List<@Nullable Object> values) {}

    private static Conditions conditions(Tx tx, DomainPattern pattern, FactFilter filter) {
        List<@Nullable Object> values = new ArrayList<>();
        StringBuilder sql = new StringBuilder(pattern.condition("k.domain", tx.dialect(), values));
        sql.append(" AND k.archived_at IS ").append(filter.archived() ? "NOT NULL" : "NULL");
        if (filter.agent() != null) {
            sql.append(" AND k.agent_id = ?");
            values.add(Refs.agent(tx, filter.agent()));
        }
        if (filter.minTrust() != null) {
            sql.append(" AND k.trust >= ?");
            values.add(filter.minTrust().level());
        }
        return new Conditions(sql.toString(), values);
    }
}
