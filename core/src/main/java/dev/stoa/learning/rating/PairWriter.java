package dev.stoa.learning.rating;

import dev.stoa.learning.rating.MatchDraft.Critique;
import dev.stoa.learning.rating.MatchDraft.PositionChange;
import dev.stoa.storage.Tx;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The writing of what a match says about each pair of its participants. For one unit of work. */
final class PairWriter {
    /** Names by the bytes of their UTF-8, as both databases compare them; Java's own order differs above U+FFFF. */
    static final Comparator<String> BYTEWISE =
            (a, b) -> Arrays.compareUnsigned(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));

    static final String PUT_PAIR = """
            INSERT INTO match_pairs (match_id, agent_a, agent_b, domain, result, first, judge)
            VALUES (?, ?, ?, ?, ?, ?, ?)""";

    private static final String PUT_RELATIONSHIP = """
            INSERT INTO agent_relationships (agent_a, agent_b, debate_count, agreement_count, critique_count_a_to_b,
                critique_count_b_to_a, critique_accepted_a_to_b, critique_accepted_b_to_a, position_changes_a_after_b,
                position_changes_b_after_a, a_wins_over_b, b_wins_over_a, updated_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (agent_a, agent_b) DO UPDATE SET
                debate_count = COALESCE(agent_relationships.debate_count, 0) + excluded.debate_count,
                agreement_count = COALESCE(agent_relationships.agreement_count, 0) + excluded.agreement_count,
                critique_count_a_to_b =
                    COALESCE(agent_relationships.critique_count_a_to_b, 0) + excluded.critique_count_a_to_b,
                critique_count_b_to_a =
                    COALESCE(agent_relationships.critique_count_b_to_a, 0) + excluded.critique_count_b_to_a,
                critique_accepted_a_to_b =
                    COALESCE(agent_relationships.critique_accepted_a_to_b, 0) + excluded.critique_accepted_a_to_b,
                critique_accepted_b_to_a =
                    COALESCE(agent_relationships.critique_accepted_b_to_a, 0) + excluded.critique_accepted_b_to_a,
                position_changes_a_after_b =
                    COALESCE(agent_relationships.position_changes_a_after_b, 0) + excluded.position_changes_a_after_b,
                position_changes_b_after_a =
                    COALESCE(agent_relationships.position_changes_b_after_a, 0) + excluded.position_changes_b_after_a,
                a_wins_over_b = COALESCE(agent_relationships.a_wins_over_b, 0) + excluded.a_wins_over_b,
                b_wins_over_a = COALESCE(agent_relationships.b_wins_over_a, 0) + excluded.b_wins_over_a,
                updated_at = excluded.updated_at""";

    private final Tx tx;
    private final CheckedMatch match;
    private final long id;
    private final Instant now;

    PairWriter(Tx tx, CheckedMatch match, long id, Instant now) {
        this.tx = tx;
        this.match = match;
        this.id = id;
        this.now = now;
    }

    /**
     * Two participants.
     *
     * @param a whose name comes first
     * @param result what {@code a} got
     * @param first who was shown earlier
     */
    record Pair(String a, String b, double result, String first) {}

    /** Every pair of the agents, by their scores. */
    static List<Pair> pairs(List<String> agents, double[] scores) {
        List<Pair> pairs = new ArrayList<>();
        for (int i = 0; i < agents.size(); i++) {
            for (int j = i + 1; j < agents.size(); j++) {
                String shown = agents.get(i);
                String later = agents.get(j);
                double result = Elo.result(scores[i], scores[j]);
                pairs.add(
                        BYTEWISE.compare(shown, later) < 0
                                ? new Pair(shown, later, result, shown)
                                : new Pair(later, shown, 1 - result, shown));
            }
        }
        return pairs;
    }

    void write() {
        List<Pair> pairs = pairs(match.agents(), match.scores());
        if (match.rated()) {
            tx.later(
                    PUT_PAIR,
                    pairs,
                    pair -> Tx.values(
                            id,
                            pair.a(),
                            pair.b(),
                            match.domain(),
                            pair.result(),
                            match.ordered() ? pair.first() : null,
                            match.judge()));
        }
        tx.later(PUT_RELATIONSHIP, pairs, this::relationship);
    }

    private @Nullable Object[] relationship(Pair pair) {
        String a = pair.a();
        String b = pair.b();
        String vote = match.votes().get(a);
        return Tx.values(
                a,
                b,
                1,
                vote != null && vote.equals(match.votes().get(b)) ? 1 : 0,
                critiques(a, b, false),
                critiques(b, a, false),
                critiques(a, b, true),
                critiques(b, a, true),
                changes(a, b),
                changes(b, a),
                match.rated() && pair.result() == 1 ? 1 : 0,
                match.rated() && pair.result() == 0 ? 1 : 0,
                now);
    }

    /** Adds the counts of a pair, in the order of the columns, to those it has. */
    static void add(Tx tx, String a, String b, List<Long> counts, Instant now) {
        List<@Nullable Object> values = new ArrayList<>(List.of(a, b));
        values.addAll(counts);
        values.add(now);
        tx.update(PUT_RELATIONSHIP, values.toArray());
    }

    private long critiques(String from, String to, boolean acceptedOnly) {
        return match.critiques().stream()
                .filter((Critique one) -> one.from().equals(from) && one.to().equals(to))
                .filter(one -> one.accepted() || !acceptedOnly)
                .count();
    }

    private long changes(String agent, String after) {
        return match.positionChanges().stream()
                .filter((PositionChange one) ->
                        one.agent().equals(agent) && one.after().equals(after))
                .count();
    }
}
