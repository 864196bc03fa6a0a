package dev.stoa.society.knowledge;

import dev.stoa.base.Trust;
import dev.stoa.society.base.ContentHash;
import dev.stoa.society.base.DomainPattern;
import dev.stoa.society.base.References;
import dev.stoa.society.base.ResolvedPrincipal;
import dev.stoa.society.base.RowKind;
import dev.stoa.society.base.Visibility;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Row;
import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads knowledge within a unit of work. Stateless. */
public final class FactTable {
    private static final int PORTION = 500;

    /** What one dispute is in the number of all reviews, whose remainder are those who confirm. */
    private static final long DISPUTE = 1L << 32;

    private static final Comparator<Fact> NEWEST_FIRST =
            Comparator.comparingLong(Fact::seq).reversed();

    private static final String BETWEEN = "\u001f";

    private FactTable() {}

    /** The newest first would be sought in the order of the index by which it is not found. */
    public static final String SAME = """
            SELECT knowledge_id FROM knowledge
            WHERE domain = ? AND content_hash = ? AND content = ? AND archived_at IS NULL
            ORDER BY seq + 0 LIMIT 1""";

    private static String select(Tx tx, ResolvedPrincipal me) {
        return columns(tx, me) + "FROM knowledge k JOIN agents a ON a.agent_id = k.agent_id WHERE ";
    }

    /**
     * What a fact is made of. Both kinds of reviews are counted in one number, and what few facts have is looked for
     * before it is gathered, because each subquery costs as much as the rest of the row.
     */
    private static String columns(Tx tx, ResolvedPrincipal me) {
        return """
                SELECT k.knowledge_id, k.seq, k.domain, k.agent_id, a.identity, k.content, k.confidence,
                    CASE WHEN EXISTS (SELECT 1 FROM knowledge_reviews r WHERE r.knowledge_id = k.knowledge_id)
                        THEN (SELECT count(*) FILTER (WHERE r.verdict = 'confirm')
                                + %d * count(*) FILTER (WHERE r.verdict = 'dispute')
                            FROM knowledge_reviews r WHERE r.knowledge_id = k.knowledge_id AND r.trust > 0) ELSE 0 END,
                    k.trust,
                    CASE WHEN EXISTS (SELECT 1 FROM knowledge_sources s WHERE s.knowledge_id = k.knowledge_id)
                        THEN (SELECT %s FROM knowledge_sources s WHERE s.knowledge_id = k.knowledge_id) END,
                    k.replaces, k.replaced_by, k.created_at, k.archived_at
                """.formatted(
                        DISPUTE,
                        tx.dialect()
                                .pick(
                                        "group_concat(s.kind || ':' || " + ref(me) + ", char(31) ORDER BY s.ordinal)",
                                        "string_agg(s.kind || ':' || " + ref(me) + ", chr(31) ORDER BY s.ordinal)"));
    }

    /** What a source names, to who sees it; the author has named it and sees it always. */
    private static String ref(ResolvedPrincipal me) {
        return me.operator()
                ? "s.ref"
                : "CASE WHEN s.kind IN ('knowledge', 'url', 'file', 'debate') OR k.agent_id = " + Visibility.quoted(me)
                        + seen("message", RowKind.MESSAGE, me) + seen("note", RowKind.NOTE, me)
                        + seen("task", RowKind.TASK, me)
                        + seen("run", RowKind.RUN, me) + " THEN s.ref ELSE '" + FactSource.HIDDEN + "' END";
    }

    private static String seen(String kind, RowKind noun, ResolvedPrincipal me) {
        return " OR s.kind = '" + kind + "' AND EXISTS (SELECT 1 FROM " + noun.table() + " named WHERE named."
                + noun.key() + " = s.ref AND " + noun.visible("named", me) + ")";
    }

    private static Fact of(Row row) {
        long reviews = row.number(8);
        String sources = row.textOrNull(10);
        return new Fact(
                row.text(1),
                row.number(2),
                row.text(3),
                row.text(4),
                row.text(5),
                row.text(6),
                row.realOrNull(7),
                reviews % DISPUTE,
                reviews / DISPUTE,
                Trust.ofLevel(row.number(9)),
                sources == null ? List.of() : List.of(sources.split(BETWEEN, -1)),
                row.textOrNull(11),
                row.textOrNull(12),
                row.instant(13),
                row.instantOrNull(14));
    }

    /** The knowledge that a reference names. */
    static Fact named(Tx tx, ResolvedPrincipal me, String ref) {
        return get(tx, me, References.row(tx, RowKind.KNOWLEDGE, me, ref));
    }

    public static Fact get(Tx tx, ResolvedPrincipal me, String id) {
        return tx.one(select(tx, me) + "k.knowledge_id = ?", FactTable::of, id).orElseThrow();
    }

    static List<FactDetail.Said> reviews(Tx tx, String id) {
        return tx.list(
                """
                SELECT r.agent_id, a.identity, r.verdict, r.reason, r.created_at
                FROM knowledge_reviews r JOIN agents a ON a.agent_id = r.agent_id
                WHERE r.knowledge_id = ? ORDER BY r.seq""",
                row -> new FactDetail.Said(
                        row.text(1), row.text(2), ReviewVerdict.of(row.text(3)), row.textOrNull(4), row.instant(5)),
                id);
    }

    /** The live knowledge of exactly this domain and text. */
    static @Nullable String same(Tx tx, String domain, String content) {
        return tx.one(SAME, row -> row.text(1), domain, ContentHash.of(domain, content), content)
                .orElse(null);
    }

    /** A page of knowledge and one more, the newest first. */
    static List<Fact> list(Tx tx, ResolvedPrincipal me, DomainPattern pattern, FactFilter filter) {
        DomainPattern typed = spelled(tx, pattern, filter);
        int wanted = filter.page().limit() + 1;
        long before = filter.page().after(Long.MAX_VALUE);
        List<Fact> facts = new ArrayList<>();
        List<Fact> read;
        int portion = typed.isWide() ? PORTION : wanted;
        do {
            Statement page = page(tx, me, typed, filter, before, portion);
            read = tx.list(page.sql, FactTable::of, page.values.toArray());
            // That a join keeps the order of what it begins with is not promised.
            read.sort(NEWEST_FIRST);
            read.stream()
                    .filter(fact -> typed.matches(fact.domain()))
                    .limit(wanted - facts.size())
                    .forEach(facts::add);
            before = read.isEmpty() ? 0 : read.getLast().seq();
        } while (read.size() == portion && facts.size() < wanted);
        return facts;
    }

    /** The knowledge of some domains before a place in the sequence, the newest first. */
    public static Statement page(
            Tx tx, ResolvedPrincipal me, DomainPattern pattern, FactFilter filter, long before, int limit) {
        Statement where = conditions(tx, pattern, filter);
        boolean range = pattern.isRange();
        // Of a subtree the order of the sequence would be that of all knowledge.
        String seq = range ? tx.dialect().unindexed("k.seq") : "k.seq";
        where.values.add(before);
        where.values.add(limit);
        String rest = where.sql + " AND " + seq + " < ? ORDER BY " + seq + " DESC LIMIT ?";
        return new Statement(
                range && tx.dialect() == Dialect.SQLITE ? columns(tx, me) + placed(rest) : select(tx, me) + rest,
                where.values);
    }

    /** SQLite sorts whole rows, so that it is to sort their places and to read the rest afterwards, in this order. */
    private static String placed(String rest) {
        return """
                FROM (SELECT k.rowid AS place FROM knowledge k WHERE %s) p
                CROSS JOIN knowledge k ON k.rowid = p.place CROSS JOIN agents a ON a.agent_id = k.agent_id""".formatted(rest);
    }

    /** How much there is in each domain. */
    static Map<String, Long> counts(Tx tx, DomainPattern pattern) {
        DomainPattern typed = spelled(tx, pattern, FactFilter.live());
        Statement counting = counting(tx, typed);
        Map<String, Long> counts = new HashMap<>();
        tx.each(counting.sql, row -> counts.put(row.text(1), row.number(2)), counting.values.toArray());
        counts.keySet().removeIf(domain -> !typed.matches(domain));
        return counts;
    }

    public static Statement counting(Tx tx, DomainPattern pattern) {
        Statement where = conditions(tx, pattern, FactFilter.live());
        return new Statement(
                "SELECT k.domain, count(*) FROM knowledge k WHERE " + where.sql + " GROUP BY k.domain", where.values);
    }

    /** Imported domains keep their spelling, so what is typed comes first; ours are in lower case. */
    public static DomainPattern spelled(Tx tx, DomainPattern pattern, FactFilter filter) {
        DomainPattern lower = pattern.lower();
        if (lower.equals(pattern)) {
            return pattern;
        }
        Statement where = conditions(tx, pattern, filter);
        boolean found = tx
                .list(
                        "SELECT DISTINCT k.domain FROM knowledge k WHERE " + where.sql,
                        row -> row.text(1),
                        where.values.toArray())
                .stream()
                .anyMatch(pattern::matches);
        return found ? pattern : lower;
    }

    /** SQL with its values. */
    public record Statement(String sql, List<@Nullable Object> values) {}

    private static Statement conditions(Tx tx, DomainPattern pattern, FactFilter filter) {
        List<@Nullable Object> values = new ArrayList<>();
        StringBuilder sql = new StringBuilder(pattern.condition("k.domain", tx.dialect(), values));
        // Where domains are named they are the range that is read; nothing else tells as little of what is sought.
        boolean all = pattern.isAll();
        sql.append(" AND ")
                .append(
                        all && filter.archived()
                                ? "k.archived_at"
                                : tx.dialect().unindexed("k.archived_at"))
                .append(" IS ")
                .append(filter.archived() ? "NOT NULL" : "NULL");
        if (filter.agent() != null) {
            sql.append(" AND ")
                    .append(all ? "k.agent_id" : tx.dialect().unindexed("k.agent_id"))
                    .append(" = ?");
            values.add(References.agent(tx, filter.agent()));
        }
        if (filter.minTrust() != null) {
            sql.append(" AND k.trust >= ?");
            values.add(filter.minTrust().level());
        }
        return new Statement(sql.toString(), values);
    }
}
