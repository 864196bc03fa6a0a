package dev.stoa.learning.critique;

import dev.stoa.base.Bounds;
import dev.stoa.base.Needs;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Tx;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The reputation of agents. Thread-safe. Nothing is kept between calls: what is answered is what the
 * record says now.
 */
public final class Reputation {
    private static final double UNKNOWN_WEIGHT = 1;
    private static final String MARK = "r:";

    private final Archive archive;
    private final Principal caller;

    private Reputation(Archive archive, Principal caller) {
        this.archive = archive;
        this.caller = caller;
    }

    /** The reputations in an archive of {@link CritiqueArchive#SCHEMA}. */
    public static Reputation over(Archive archive) {
        return new Reputation(archive, Principal.local());
    }

    /** The same for another principal, who may do what its rights allow. */
    public Reputation as(Principal other) {
        return new Reputation(archive, other);
    }

    /** The weight of an agent's vote, 0.4 to 1.6; 1 for one that nothing is known of. */
    @Needs(Right.READ)
    public double voteWeight(String agent) {
        Rights.check(caller);
        return find(agent).map(AgentReputation::voteWeight).orElse(UNKNOWN_WEIGHT);
    }

    /** The same of several agents, by their names. */
    @Needs(Right.READ)
    public Map<String, Double> voteWeights(List<String> agents) {
        Rights.check(caller);
        List<String> names =
                agents.stream().map(agent -> Bounds.name("agent_name", agent)).toList();
        Map<String, Double> known = new HashMap<>();
        if (!names.isEmpty()) {
            archive.list(
                            "SELECT " + ReputationTable.COLUMNS + " FROM agent_reputation WHERE agent_name IN ("
                                    + Tx.marks(names.size()) + ")",
                            ReputationTable::reputation,
                            names.toArray())
                    .forEach(reputation -> known.put(reputation.agentName(), reputation.voteWeight()));
        }
        Map<String, Double> weights = new HashMap<>();
        for (int i = 0; i < names.size(); i++) {
            weights.put(agents.get(i), known.getOrDefault(names.get(i), UNKNOWN_WEIGHT));
        }
        return weights;
    }

    /** The reputation of an agent that has proposed or criticised something. */
    @Needs(Right.READ)
    public Optional<AgentReputation> find(String agent) {
        Rights.check(caller);
        return archive.one(
                "SELECT " + ReputationTable.COLUMNS + " FROM agent_reputation WHERE agent_name = ?",
                ReputationTable::reputation,
                Bounds.name("agent_name", agent));
    }

    /** All reputations, the highest score first, then by name. */
    @Needs(Right.READ)
    public Page<AgentReputation> list(Page.Request page) {
        Rights.check(caller);
        Cursor after = Cursor.of(page.cursor());
        String name = archive.dialect().pick("agent_name", "agent_name COLLATE \"C\"");
        // Without the cast PostgreSQL takes the factors for decimal numbers and answers other digits than Java.
        String real = archive.dialect().pick("", "::double precision");
        List<AgentReputation> rows = archive.list(
                """
                SELECT * FROM (SELECT %s,
                    0.6%s * (COALESCE(proposals_accepted, 0) + 1) / (COALESCE(proposals_made, 0) + 2)
                        + 0.4%s * (COALESCE(critiques_valuable, 0) + 1) / (COALESCE(critiques_given, 0) + 2) AS score
                    FROM agent_reputation) AS scored
                WHERE score < ? OR (score = ? AND %s > ?) ORDER BY score DESC, %s LIMIT ?""".formatted(ReputationTable.COLUMNS, real, real, name, name),
                ReputationTable::reputation,
                after.score(),
                after.score(),
                after.name(),
                page.limit() + 1);
        if (rows.size() <= page.limit()) {
            return new Page<>(rows, null);
        }
        List<AgentReputation> items = rows.subList(0, page.limit());
        return new Page<>(items, Cursor.text(items.getLast()));
    }

    /** The last agent of the page before. */
    private record Cursor(double score, String name) {
        static Cursor of(@Nullable String cursor) {
            if (cursor == null) {
                return new Cursor(2, "");
            }
            try {
                String text = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
                int end = text.indexOf(' ');
                if (text.startsWith(MARK) && end > 0) {
                    return new Cursor(Double.parseDouble(text.substring(MARK.length(), end)), text.substring(end + 1));
                }
            } catch (IllegalArgumentException e) {
                // Not a cursor of this program; refused below.
            }
            throw Bounds.invalid("cursor \"" + cursor + "\" is not from a page before", "use its next, or none");
        }

        static String text(AgentReputation last) {
            String mark = MARK + last.score() + " " + last.agentName();
            return Base64.getUrlEncoder().withoutPadding().encodeToString(mark.getBytes(StandardCharsets.UTF_8));
        }
    }
}
