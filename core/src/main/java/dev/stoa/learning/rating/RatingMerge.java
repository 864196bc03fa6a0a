package dev.stoa.learning.rating;

import dev.stoa.json.Json;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes what is on record under one name that of another. For one unit of work. Where both names have ratings, all
 * matches are played again as those of one agent. A second time it finds nothing and changes nothing.
 *
 * <p>A match in which both took part keeps the better of their scores; if nobody else took part it is no longer rated.
 * The hash of a match stays, so that recording it again under the old name is still the same match.
 */
final class RatingMerge {
    private static final String MATCHES =
            "SELECT id, participants, scores, elo_changes, winner, judge, domain, ordered,"
                    + " rated, payload_hash, debate_id FROM matches ORDER BY id";
    private static final String PUT_MATCH = """
            UPDATE matches SET participants = ?, scores = ?, elo_changes = ?, winner = ?, judge = ?, rated = ?
            WHERE id = ?""";
    private static final String PAIRS_OF = """
            SELECT agent_a, agent_b, debate_count, agreement_count, critique_count_a_to_b, critique_count_b_to_a,
                critique_accepted_a_to_b, critique_accepted_b_to_a, position_changes_a_after_b,
                position_changes_b_after_a, a_wins_over_b, b_wins_over_a
            FROM agent_relationships WHERE agent_a = ? OR agent_b = ?""";
    private static final String SUM = """
            UPDATE ratings SET
                base_elo = base_elo + (SELECT f.base_elo FROM ratings f WHERE f.agent_name = ?) - 1500,
                imported = CASE WHEN imported <> 0 OR (SELECT f.imported FROM ratings f WHERE f.agent_name = ?) <> 0
                    THEN 1 ELSE 0 END
            WHERE agent_name = ?""";
    private static final List<String> COUNTERS = List.of(
            "wins",
            "losses",
            "draws",
            "debates_count",
            "critiques_accepted",
            "critiques_total",
            "calibration_correct",
            "calibration_total",
            "calibration_brier_sum",
            "calibration_log_loss_sum");

    private final Tx tx;
    private final String from;
    private final String to;
    private final Instant now;
    private long twice;

    RatingMerge(Tx tx, String from, String to, Instant now) {
        this.tx = tx;
        this.now = now;
        this.from = from;
        this.to = to;
    }

    /** A match as it is on record. */
    private record Played(
            long id,
            List<String> agents,
            Map<String, Double> scores,
            Map<String, Double> changes,
            @Nullable String winner,
            @Nullable String judge,
            @Nullable String domain,
            boolean ordered,
            boolean rated,
            boolean ours,
            @Nullable String debate) {}

    Map<String, Long> run() {
        Map<String, Long> rows = new LinkedHashMap<>();
        RatingRewrite rewrite = new RatingRewrite(tx);
        Map<String, long[]> before = rewrite.ends();
        rows.put("matches", matches());
        rows.put("predictions", new PredictionMerge(tx, from, to).run());
        boolean both = has(from) && has(to);
        rows.put("ratings", ratings(both));
        tx.update("UPDATE elo_history SET agent_name = ? WHERE agent_name = ?", to, from);
        tx.update("""
                DELETE FROM elo_history WHERE agent_name = ? AND debate_id IS NOT NULL AND EXISTS
                    (SELECT 1 FROM elo_history later WHERE later.agent_name = elo_history.agent_name
                        AND later.debate_id = elo_history.debate_id AND later.id > elo_history.id)""", to);
        if (both) {
            before.merge(to, before.getOrDefault(from, new long[3]), RatingMerge::sum);
            before.remove(from);
            rewrite.write(before);
        }
        return rows;
    }

    private static long[] sum(long[] some, long[] more) {
        return new long[] {some[0] + more[0], some[1] + more[1], some[2] + more[2]};
    }

    private boolean has(String name) {
        return tx.one("SELECT 1 FROM ratings WHERE agent_name = ?", row -> true, name)
                .orElse(false);
    }

    private long matches() {
        List<Played> found = new ArrayList<>();
        tx.each(MATCHES, row -> {
            Played match = new Played(
                    row.number(1),
                    MatchRows.names(row.textOrNull(2)),
                    MatchRows.numbers(row.textOrNull(3)),
                    MatchRows.numbers(row.textOrNull(4)),
                    row.textOrNull(5),
                    row.textOrNull(6),
                    row.textOrNull(7),
                    row.number(8) != 0,
                    row.number(9) != 0,
                    row.textOrNull(10) != null,
                    row.textOrNull(11));
            if (match.agents().contains(from) || from.equals(match.judge()) || from.equals(match.winner())) {
                found.add(match);
            }
        });
        found.forEach(this::rename);
        relationships();
        if (!found.isEmpty()) {
            // A fit is made again when it is asked for.
            tx.update("DELETE FROM bt_ratings");
            tx.update("DELETE FROM bt_fits");
        }
        return found.size();
    }

    private void rename(Played match) {
        List<String> agents =
                match.agents().stream().map(this::named).distinct().toList();
        twice += match.agents().size() - agents.size();
        Map<String, Double> scores = renamed(match.scores(), true);
        boolean rated = match.rated() && (agents.size() > 1 || !match.ours());
        String judge = match.judge() == null ? null : named(match.judge());
        tx.update(
                PUT_MATCH,
                Json.write(agents),
                Json.write(scores),
                Json.write(rated ? renamed(match.changes(), false) : Map.of()),
                match.winner() == null ? null : named(match.winner()),
                judge,
                rated ? 1 : 0,
                match.id());
        if (match.rated() && !rated) {
            tx.update("DELETE FROM elo_history WHERE debate_id = ?", match.debate());
        }
        pairs(match, agents, scores, judge, rated);
    }

    private void pairs(
            Played match, List<String> agents, Map<String, Double> scores, @Nullable String judge, boolean rated) {
        long had = tx.one("SELECT count(*) FROM match_pairs WHERE match_id = ?", row -> row.number(1), match.id())
                .orElse(0L);
        tx.update("DELETE FROM match_pairs WHERE match_id = ?", match.id());
        double[] results = MatchRows.results(agents, scores, match.winner() == null ? null : named(match.winner()));
        if (had > 0 && rated && results.length > 0) {
            tx.batch(
                    PairWriter.PUT_PAIR,
                    PairWriter.pairs(agents, results),
                    pair -> Tx.values(
                            match.id(),
                            pair.a(),
                            pair.b(),
                            match.domain(),
                            pair.result(),
                            match.ordered() ? pair.first() : null,
                            judge));
        }
    }

    /** The values under the new name; of two the better score, or the sum of what they changed. */
    private Map<String, Double> renamed(Map<String, Double> values, boolean better) {
        Map<String, Double> renamed = new LinkedHashMap<>();
        values.forEach((name, value) -> renamed.merge(named(name), value, better ? Math::max : Double::sum));
        return renamed;
    }

    private String named(String name) {
        return name.equals(from) ? to : name;
    }

    /** What a pair had to do with each other, counted from the side of its first name. */
    private record Relation(String first, String second, List<Long> counts) {
        /** The same seen from the other side: every count of one direction stands beside that of the other. */
        Relation turned() {
            List<Long> turned = new ArrayList<>(counts.subList(0, 2));
            for (int i = 2; i < counts.size(); i += 2) {
                turned.add(counts.get(i + 1));
                turned.add(counts.get(i));
            }
            return new Relation(/* first= */ second, /* second= */ first, turned);
        }
    }

    private void relationships() {
        List<Relation> named = tx.list(
                PAIRS_OF,
                row -> {
                    List<Long> counts = new ArrayList<>();
                    for (int column = 3; column <= 12; column++) {
                        Long count = row.numberOrNull(column);
                        counts.add(count == null ? 0L : count);
                    }
                    return new Relation(row.text(1), row.text(2), counts);
                },
                from,
                from);
        tx.update("DELETE FROM agent_relationships WHERE agent_a = ? OR agent_b = ?", from, from);
        for (Relation one : named) {
            Relation renamed = new Relation(named(one.first()), named(one.second()), one.counts());
            // What the two had to do with each other, one agent has not to do with itself.
            if (!renamed.first().equals(renamed.second())) {
                boolean ordered = PairWriter.BYTEWISE.compare(renamed.first(), renamed.second()) < 0;
                Relation relation = ordered ? renamed : renamed.turned();
                PairWriter.add(tx, relation.first(), relation.second(), relation.counts(), now);
            }
        }
    }

    private long ratings(boolean both) {
        if (!both) {
            tx.update("UPDATE domain_ratings SET agent_name = ? WHERE agent_name = ?", to, from);
            return tx.update("UPDATE ratings SET agent_name = ? WHERE agent_name = ?", to, from);
        }
        domains();
        tx.update(SUM, from, from, to);
        for (String counter : COUNTERS) {
            tx.update(
                    "UPDATE ratings SET " + counter + " = COALESCE(" + counter + ", 0) + COALESCE((SELECT f." + counter
                            + " FROM ratings f WHERE f.agent_name = ?), 0) WHERE agent_name = ?",
                    from,
                    to);
        }
        tx.update("UPDATE ratings SET debates_count = debates_count - ? WHERE agent_name = ?", twice, to);
        return tx.update("DELETE FROM ratings WHERE agent_name = ?", from);
    }

    /** Domain ratings are played again with the matches, except beside those of another program: those are weighed. */
    private void domains() {
        record Domain(double elo, List<Long> counts) {}
        Map<String, Domain> moved = new HashMap<>();
        tx.each(
                "SELECT domain, elo, matches, wins, losses, draws FROM domain_ratings WHERE agent_name = ?",
                row -> moved.put(
                        row.text(1),
                        new Domain(row.real(2), List.of(row.number(3), row.number(4), row.number(5), row.number(6)))),
                from);
        tx.update("DELETE FROM domain_ratings WHERE agent_name = ?", from);
        moved.forEach((domain, one) -> {
            long matches = one.counts().get(0);
            tx.update(
                    """
                    INSERT INTO domain_ratings (domain, agent_name, elo, matches, wins, losses, draws)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    ON CONFLICT (domain, agent_name) DO UPDATE SET
                        elo = (domain_ratings.elo * (domain_ratings.matches + 1) + excluded.elo * (excluded.matches + 1))
                            / (domain_ratings.matches + excluded.matches + 2),
                        matches = domain_ratings.matches + excluded.matches,
                        wins = domain_ratings.wins + excluded.wins,
                        losses = domain_ratings.losses + excluded.losses,
                        draws = domain_ratings.draws + excluded.draws""",
                    domain,
                    to,
                    one.elo(),
                    matches,
                    one.counts().get(1),
                    one.counts().get(2),
                    one.counts().get(3));
        });
    }
}
