package dev.stoa.society.graph;

import dev.stoa.base.ForbiddenException;
import dev.stoa.json.Digest;
import dev.stoa.society.base.Feed;
import dev.stoa.society.base.FeedKind;
import dev.stoa.society.base.ResolvedPrincipal;
import dev.stoa.society.knowledge.Fact;
import dev.stoa.society.knowledge.FactTable;
import dev.stoa.society.knowledge.FactWriter;
import dev.stoa.storage.Tx;
import java.text.Normalizer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads and writes entities and relations within a unit of work. Stateless. */
public final class GraphTable {
    private static final Pattern OTHER = Pattern.compile("[^a-z0-9]+");
    private static final Pattern ENDS = Pattern.compile("^-|-$");
    private static final int LONGEST_SLUG = 40;
    private static final int[] DIGITS = {8, 16};

    public static final String ENTITY = "SELECT name, entity_type, domain, seq FROM graph_entities WHERE name = ?";

    public static final String TOUCHING = """
            SELECT from_name, to_name, relation_type, seq FROM graph_relations WHERE from_name = ?
            UNION SELECT from_name, to_name, relation_type, seq FROM graph_relations WHERE to_name = ?""";

    private GraphTable() {}

    /** The domain of an entity, null if there is none of this name. */
    static @Nullable String domain(Tx tx, String name) {
        return isText(name) ? domainOf(tx, name) : null;
    }

    /** Whether an archive can have a text in it; what is sought and cannot be there is not there. */
    private static boolean isText(String text) {
        return text.indexOf('\0') < 0;
    }

    private static @Nullable String domainOf(Tx tx, String name) {
        return tx.one("SELECT domain FROM graph_entities WHERE name = ?", row -> row.text(1), name)
                .orElse(null);
    }

    /** The domain of a new entity: readable, and its own by some digits of a hash. */
    static String domain(String name, int digits) {
        String lower = Normalizer.normalize(name, Normalizer.Form.NFKD).toLowerCase(Locale.ROOT);
        String slug = ENDS.matcher(OTHER.matcher(lower).replaceAll("-")).replaceAll("");
        String cut = slug.substring(0, Math.min(LONGEST_SLUG, slug.length()));
        String tidy = ENDS.matcher(cut).replaceAll("");
        return "entity/" + (tidy.isEmpty() ? "x" : tidy) + "-"
                + Digest.sha256(name).substring(0, digits);
    }

    /** Adds an entity and answers its domain. */
    static String insert(Tx tx, ResolvedPrincipal me, String name, String type, Instant now) {
        String domain = domain(name, DIGITS[0]);
        if (tx.number("SELECT count(*) FROM graph_entities WHERE domain = ?", domain) > 0) {
            domain = domain(name, DIGITS[1]);
        }
        long seq = Feed.tell(tx, now, FeedKind.KNOWLEDGE_CHANGED, me.id(), null, name);
        tx.update(
                "INSERT INTO graph_entities (name, entity_type, domain, agent_id, seq) VALUES (?, ?, ?, ?, ?)",
                name,
                type,
                domain,
                me.id(),
                seq);
        return domain;
    }

    /** Adds a relation; returns whether it is new. */
    static boolean insert(Tx tx, ResolvedPrincipal me, Graph.Relation relation, Instant now) {
        long there = tx.number(
                "SELECT count(*) FROM graph_relations WHERE from_name = ? AND to_name = ? AND relation_type = ?",
                relation.from(),
                relation.to(),
                relation.relationType());
        if (there > 0) {
            return false;
        }
        long seq = Feed.tell(tx, now, FeedKind.KNOWLEDGE_CHANGED, me.id(), null, relation.from());
        tx.update("""
                INSERT INTO graph_relations (from_name, to_name, relation_type, agent_id, seq)
                VALUES (?, ?, ?, ?, ?)""", relation.from(), relation.to(), relation.relationType(), me.id(), seq);
        return true;
    }

    static void delete(Tx tx, ResolvedPrincipal me, Graph.Relation relation, Instant now) {
        if (!isText(relation.from() + relation.to() + relation.relationType())) {
            return;
        }
        int gone = tx.update(
                "DELETE FROM graph_relations WHERE from_name = ? AND to_name = ? AND relation_type = ?",
                relation.from(),
                relation.to(),
                relation.relationType());
        if (gone > 0) {
            Feed.tell(tx, now, FeedKind.KNOWLEDGE_CHANGED, me.id(), null, relation.from());
            forgetName(tx, relation.from());
        }
    }

    static void delete(Tx tx, ResolvedPrincipal me, String name, Instant now) {
        String domain = domain(tx, name);
        if (domain != null) {
            forget(tx, me, domain, text -> true, now);
            tx.update("DELETE FROM graph_entities WHERE name = ?", name);
            Feed.tell(tx, now, FeedKind.KNOWLEDGE_CHANGED, me.id(), null, name);
        }
        if (isText(name)) {
            tx.update("DELETE FROM graph_relations WHERE from_name = ? OR to_name = ?", name, name);
            forgetName(tx, name);
        }
    }

    /** Takes a name that nothing has any more out of the changes that told of it. */
    private static void forgetName(Tx tx, String name) {
        tx.update("""
                UPDATE feed SET ref_id = NULL
                WHERE kind IN (?, ?) AND ref_id = ? AND NOT EXISTS (SELECT 1 FROM graph_entities WHERE name = ?)
                    AND NOT EXISTS (SELECT 1 FROM graph_relations WHERE from_name = ? OR to_name = ?)""", FeedKind.KNOWLEDGE_ADDED.text(), FeedKind.KNOWLEDGE_CHANGED.text(), name, name, name, name);
    }

    /** Archives observations: one's own, and others as far as one's word is worth theirs. */
    static void forget(Tx tx, ResolvedPrincipal me, String domain, Predicate<String> which, Instant now) {
        record Row(String id, String content) {}
        List<Row> rows = tx.list(observations(tx), row -> new Row(row.text(1), row.text(2)), domain);
        for (Row row : rows) {
            if (which.test(row.content())) {
                Fact fact = FactTable.get(tx, me, row.id());
                boolean own = fact.agentId().equals(me.id());
                if (!own && !me.operator() && fact.trust().compareTo(me.ceiling()) > 0) {
                    throw new ForbiddenException(
                            "forbidden",
                            "observation " + fact.id() + " has trust "
                                    + fact.trust().text(),
                            "ask a person to delete it");
                }
                FactWriter.archive(tx, fact, now, now);
            }
        }
    }

    public static String observations(Tx tx) {
        return "SELECT k.knowledge_id, k.content FROM knowledge k WHERE k.domain = ? AND "
                + tx.dialect().unindexed("k.archived_at") + " IS NULL ORDER BY k.seq";
    }

    /** All entities, in the order in which they came. */
    static List<Graph.Entity> entities(Tx tx) {
        Map<String, List<String>> observations = new HashMap<>();
        tx.each(
                """
                SELECT k.domain, k.content FROM knowledge k JOIN graph_entities e ON e.domain = k.domain
                WHERE k.archived_at IS NULL ORDER BY k.seq""",
                row -> observations
                        .computeIfAbsent(row.text(1), domain -> new ArrayList<>())
                        .add(row.text(2)));
        return tx.list(
                "SELECT name, entity_type, domain FROM graph_entities ORDER BY seq",
                row -> new Graph.Entity(row.text(1), row.text(2), observations.getOrDefault(row.text(3), List.of())));
    }

    /** The entities of some names, in the order in which they came; the others are not read. */
    static List<Graph.Entity> entities(Tx tx, Set<String> names) {
        record Found(String name, String type, String domain, long seq) {}
        List<Found> found = new ArrayList<>();
        for (String name : names) {
            if (isText(name)) {
                tx.one(ENTITY, row -> new Found(row.text(1), row.text(2), row.text(3), row.number(4)), name)
                        .ifPresent(found::add);
            }
        }
        String observations = observations(tx);
        return found.stream()
                .sorted(Comparator.comparingLong(Found::seq))
                .map(entity -> new Graph.Entity(
                        entity.name(), entity.type(), tx.list(observations, row -> row.text(2), entity.domain())))
                .toList();
    }

    static List<Graph.Relation> relations(Tx tx) {
        return tx.list(
                "SELECT from_name, to_name, relation_type FROM graph_relations ORDER BY seq",
                row -> new Graph.Relation(row.text(1), row.text(2), row.text(3)));
    }

    /** The relations with at least one end in some entities, in the order in which they came. */
    static List<Graph.Relation> relations(Tx tx, List<Graph.Entity> entities) {
        NavigableMap<Long, Graph.Relation> relations = new TreeMap<>();
        for (Graph.Entity entity : entities) {
            tx.each(
                    TOUCHING,
                    row -> relations.put(row.number(4), new Graph.Relation(row.text(1), row.text(2), row.text(3))),
                    entity.name(),
                    entity.name());
        }
        return List.copyOf(relations.values());
    }
}
