package dev.stoa.learning.memory;

import dev.stoa.base.Bounds;
import dev.stoa.base.Simulated;
import dev.stoa.base.Trust;
import dev.stoa.json.JsonFields;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Which memories to recall. Immutable; each method gives a changed copy.
 *
 * @param query what is asked, null for the strongest memories of all
 * @param namespaces where to look; none for {@code shared} and the acting agent's own
 * @param tiers the tiers to look in; none for all
 * @param limit most results, 1 to 100
 * @param simulated whether memories count that simulated debates left
 */
public record RecallQuery(
        @Nullable String query,
        List<String> namespaces,
        Set<MemoryTier> tiers,
        int limit,
        double minImportance,
        Trust minTrust,
        Simulated simulated) {
    private static final int LONGEST_QUERY = 4_000;
    private static final int MOST_NAMESPACES = 8;
    private static final int MOST = 100;
    private static final int USUAL = 10;

    public RecallQuery {
        Bounds.given("namespaces", namespaces);
        Bounds.given("tiers", tiers);
        Bounds.given("minTrust", minTrust);
        Bounds.given("simulated", simulated);
        Bounds.textOrNull("query", query, 1, LONGEST_QUERY);
        namespaces = namespaces.stream().distinct().toList();
        Bounds.size("namespaces", namespaces, 0, MOST_NAMESPACES)
                .forEach(name -> Bounds.id("namespace", name, MemoryDraft.LONGEST_NAMESPACE));
        tiers = Set.copyOf(tiers);
        Bounds.whole("limit", limit, 1, MOST);
        minImportance = Bounds.unit("min_importance", minImportance);
    }

    /** The strongest memories. */
    public static RecallQuery strongest() {
        return new RecallQuery(null, List.of(), Set.of(), USUAL, 0, Trust.UNTRUSTED, Simulated.EXCLUDE);
    }

    /** The memories that answer a question. */
    public static RecallQuery query(String text) {
        return new RecallQuery(
                Bounds.given("text", text), List.of(), Set.of(), USUAL, 0, Trust.UNTRUSTED, Simulated.EXCLUDE);
    }

    public static RecallQuery fromJson(JsonFields fields) {
        Set<MemoryTier> tiers = new TreeSet<>();
        fields.texts("tiers").forEach(tier -> tiers.add(MemoryTier.of(tier)));
        long limit = fields.whole("limit", USUAL);
        RecallQuery recall = new RecallQuery(
                fields.textOrNull("query"),
                fields.texts("namespaces"),
                tiers,
                (int) Bounds.whole("limit", limit, 1, MOST),
                fields.real("min_importance", 0),
                Trust.of(fields.text("min_trust", Trust.UNTRUSTED.text())),
                Simulated.of(fields.text("simulated", Simulated.EXCLUDE.text())));
        fields.end();
        return recall;
    }

    public RecallQuery namespaces(String... values) {
        return new RecallQuery(query, List.of(values), tiers, limit, minImportance, minTrust, simulated);
    }

    public RecallQuery tiers(MemoryTier... values) {
        return new RecallQuery(
                query, namespaces, new TreeSet<>(List.of(values)), limit, minImportance, minTrust, simulated);
    }

    public RecallQuery limit(int value) {
        return new RecallQuery(query, namespaces, tiers, value, minImportance, minTrust, simulated);
    }

    public RecallQuery minImportance(double value) {
        return new RecallQuery(query, namespaces, tiers, limit, value, minTrust, simulated);
    }

    public RecallQuery minTrust(Trust value) {
        return new RecallQuery(query, namespaces, tiers, limit, minImportance, value, simulated);
    }

    public RecallQuery simulated(Simulated which) {
        return new RecallQuery(query, namespaces, tiers, limit, minImportance, minTrust, which);
    }
}
