package dev.stoa.learning.rating;

import dev.stoa.base.NotFoundException;
import dev.stoa.base.Simulated;
import dev.stoa.base.Wilson;
import dev.stoa.storage.Row;
import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The reading of ratings, boards and reports, each by keys and indexes. Stateless. */
final class RatingRows {
    private static final int TREND = 20;

    private static final String RATING = """
            SELECT COALESCE(elo, 1500), domain_elos, COALESCE(wins, 0), COALESCE(losses, 0), COALESCE(draws, 0),
                COALESCE(debates_count, 0), COALESCE(critiques_accepted, 0), COALESCE(critiques_total, 0), updated_at
            FROM ratings WHERE agent_name = ?""";

    private static final String NEWEST = "SELECT elo FROM elo_history WHERE agent_name = ? ORDER BY id DESC LIMIT 20";

    private static final String BY_ELO = """
            SELECT r.agent_name, r.elo, COALESCE(r.wins, 0), COALESCE(r.losses, 0), COALESCE(r.draws, 0),
                COALESCE(r.wins, 0) + COALESCE(r.losses, 0) + COALESCE(r.draws, 0), f.rating, f.low, f.high
            FROM ratings r LEFT JOIN bt_ratings f ON f.domain = '' AND f.agent_name = r.agent_name COLLATE "C"
            ORDER BY r.elo DESC, r.agent_name COLLATE "C" LIMIT ?""";

    private static final String BY_DOMAIN_ELO = """
            SELECT r.agent_name, r.elo, r.wins, r.losses, r.draws, r.matches, f.rating, f.low, f.high
            FROM domain_ratings r LEFT JOIN bt_ratings f ON f.domain = r.domain AND f.agent_name = r.agent_name
            WHERE r.domain = ? ORDER BY r.elo DESC, r.agent_name LIMIT ?""";

    private static final String BY_BT = """
            SELECT f.agent_name, COALESCE(r.elo, 1500), COALESCE(r.wins, 0), COALESCE(r.losses, 0), COALESCE(r.draws, 0),
                COALESCE(r.wins, 0) + COALESCE(r.losses, 0) + COALESCE(r.draws, 0), f.rating, f.low, f.high
            FROM bt_ratings f LEFT JOIN ratings r ON r.agent_name = f.agent_name COLLATE "default"
            WHERE f.domain = '' ORDER BY f.rating DESC, f.agent_name LIMIT ?""";

    /** SQLite compares bytewise by itself, and does not know the collations of PostgreSQL. */
    private static final String BY_ELO_SQLITE = withoutCollations(BY_ELO);

    private static final String BY_BT_SQLITE = withoutCollations(BY_BT);

    private static final String BY_DOMAIN_BT = """
            SELECT f.agent_name, COALESCE(r.elo, 1500), COALESCE(r.wins, 0), COALESCE(r.losses, 0), COALESCE(r.draws, 0),
                COALESCE(r.matches, 0), f.rating, f.low, f.high
            FROM bt_ratings f LEFT JOIN domain_ratings r ON r.domain = f.domain AND r.agent_name = f.agent_name
            WHERE f.domain = ? ORDER BY f.rating DESC, f.agent_name LIMIT ?""";

    private static final String GAMES = """
            SELECT count(*), COALESCE(sum(CASE WHEN result = 1 THEN 1 ELSE 0 END), 0),
                COALESCE(sum(CASE WHEN result = 0 THEN 1 ELSE 0 END), 0)
            FROM match_pairs WHERE agent_a = ? AND agent_b = ?""";

    /** The key begins with both names, so the games of these agents are read and no others. */
    private static final String PAIRS = """
            SELECT agent_a, agent_b, count(*), sum(CASE WHEN result = 1 THEN 1 ELSE 0 END),
                sum(CASE WHEN result = 0 THEN 1 ELSE 0 END)
            FROM match_pairs""";

    private static final String COUNTS = """
            COALESCE(debate_count, 0), COALESCE(agreement_count, 0),
                COALESCE(critique_count_a_to_b, 0) + COALESCE(critique_count_b_to_a, 0),
                COALESCE(critique_accepted_a_to_b, 0) + COALESCE(critique_accepted_b_to_a, 0),
                COALESCE(position_changes_a_after_b, 0), COALESCE(position_changes_b_after_a, 0),
                COALESCE(a_wins_over_b, 0), COALESCE(b_wins_over_a, 0)""";

    private static final String RELATIONSHIP =
            "SELECT " + COUNTS + " FROM agent_relationships WHERE agent_a = ? AND agent_b = ?";

    private static final String VERDICTS = """
            SELECT count(*), COALESCE(sum(CASE WHEN first IS NOT NULL AND result <> 0.5 THEN 1 ELSE 0 END), 0),
                COALESCE(sum(CASE WHEN (first = agent_a AND result = 1) OR (first = agent_b AND result = 0)
                    THEN 1 ELSE 0 END), 0)
            FROM match_pairs WHERE judge = ?""";

    /** Apart by side, so that each is found by an index. */
    private static final String OWN = """
            SELECT COALESCE(sum(CASE WHEN judge = ? THEN 1 ELSE 0 END), 0),
                COALESCE(sum(CASE WHEN judge = ? THEN %1$s ELSE 0 END), 0),
                count(*), COALESCE(sum(%1$s), 0)
            FROM match_pairs WHERE %2$s = ? AND judge IS NOT NULL""";

    private static final String OWN_AS_A = OWN.formatted("result", "agent_a");
    private static final String OWN_AS_B = OWN.formatted("1 - result", "agent_b");

    private RatingRows() {}

    static Rating rating(Tx tx, String agent) {
        return tx.one(
                        RATING,
                        row -> {
                            long wins = row.number(3);
                            long losses = row.number(4);
                            long draws = row.number(5);
                            return new Rating(
                                    agent,
                                    row.real(1),
                                    Elo.provisional(wins + losses + draws),
                                    MatchRows.numbers(row.textOrNull(2)),
                                    wins,
                                    losses,
                                    draws,
                                    row.number(6),
                                    row.number(7),
                                    row.number(8),
                                    trend(tx, agent),
                                    CalibrationRows.of(tx, agent, null, Simulated.EXCLUDE),
                                    row.instantOrNull(9));
                        },
                        agent)
                .orElseThrow(() -> unknown(agent));
    }

    private static @Nullable Double trend(Tx tx, String agent) {
        List<Double> newestFirst = tx.list(NEWEST, row -> row.real(1), agent);
        double[] rising = new double[Math.min(TREND, newestFirst.size())];
        for (int i = 0; i < rising.length; i++) {
            rising[i] = newestFirst.get(rising.length - 1 - i);
        }
        return Rating.trend(rising);
    }

    static List<Standing> board(Tx tx, BoardQuery query) {
        boolean elo = query.by() == BoardQuery.By.ELO;
        int[] rank = new int[1];
        Row.Mapper<Standing> mapper = row -> new Standing(
                ++rank[0],
                row.text(1),
                row.real(2),
                Elo.provisional(row.number(6)),
                row.realOrNull(7),
                row.realOrNull(8),
                row.realOrNull(9),
                row.number(3),
                row.number(4),
                row.number(5));
        if (query.domain() != null) {
            return tx.list(elo ? BY_DOMAIN_ELO : BY_DOMAIN_BT, mapper, query.domain(), query.limit());
        }
        return tx.list(
                elo ? tx.dialect().pick(BY_ELO_SQLITE, BY_ELO) : tx.dialect().pick(BY_BT_SQLITE, BY_BT),
                mapper,
                query.limit());
    }

    private static String withoutCollations(String sql) {
        return sql.replaceAll(" COLLATE \"\\w+\"", "");
    }

    static Versus versus(Tx tx, String a, String b) {
        double expected = Elo.expected(elo(tx, a), elo(tx, b));
        Relationship.Counts counts =
                tx.one(RELATIONSHIP, row -> counts(row, 1), a, b).orElse(Relationship.Counts.NONE);
        return tx.one(
                        GAMES,
                        row -> new Versus(
                                a,
                                b,
                                row.number(1),
                                row.number(2),
                                row.number(3),
                                row.number(1) - row.number(2) - row.number(3),
                                expected,
                                Relationship.of(counts)),
                        a,
                        b)
                .orElseThrow();
    }

    private static Relationship.Counts counts(Row row, int from) {
        return new Relationship.Counts(
                row.number(from),
                row.number(from + 1),
                row.number(from + 2),
                row.number(from + 3),
                row.number(from + 4),
                row.number(from + 5),
                row.number(from + 6),
                row.number(from + 7));
    }

    static List<Ratings.Pair> pairs(Tx tx, @Nullable String domain, List<String> agents) {
        String in = " IN (?" + ", ?".repeat(agents.size() - 1) + ")";
        List<@Nullable Object> params = new ArrayList<>(agents);
        params.addAll(agents);
        Map<List<String>, Relationship> known = new HashMap<>();
        tx.each(
                "SELECT agent_a, agent_b, " + COUNTS + " FROM agent_relationships WHERE agent_a" + in + " AND agent_b"
                        + in,
                row -> known.put(List.of(row.text(1), row.text(2)), Relationship.of(counts(row, 3))),
                params.toArray());
        if (domain != null) {
            params.add(domain);
        }
        return tx.list(
                PAIRS + " WHERE agent_a" + in + " AND agent_b" + in + (domain == null ? "" : " AND domain = ?")
                        + " GROUP BY agent_a, agent_b ORDER BY agent_a, agent_b",
                row -> new Ratings.Pair(
                        row.text(1),
                        row.text(2),
                        row.number(3),
                        row.number(4),
                        row.number(5),
                        row.number(3) - row.number(4) - row.number(5),
                        known.getOrDefault(
                                List.of(row.text(1), row.text(2)), Relationship.of(Relationship.Counts.NONE))),
                params.toArray());
    }

    private static double elo(Tx tx, String agent) {
        return tx.one("SELECT COALESCE(elo, 1500) FROM ratings WHERE agent_name = ?", row -> row.real(1), agent)
                .orElseThrow(() -> unknown(agent));
    }

    static JudgeReport judge(Tx tx, String judge) {
        double[] own = new double[4];
        for (String sql : List.of(OWN_AS_A, OWN_AS_B)) {
            tx.each(
                    sql,
                    row -> {
                        for (int i = 0; i < own.length; i++) {
                            own[i] += row.real(i + 1);
                        }
                    },
                    judge,
                    judge,
                    judge);
        }
        JudgeReport report = tx.one(
                        VERDICTS,
                        row -> {
                            long ordered = row.number(2);
                            long first = row.number(3);
                            Wilson interval = ordered == 0 ? null : Wilson.interval(first, ordered);
                            return new JudgeReport(
                                    judge,
                                    row.number(1),
                                    ordered,
                                    interval == null ? null : (Double) ((double) first / ordered),
                                    interval == null ? null : (Double) interval.low(),
                                    interval == null ? null : (Double) interval.high(),
                                    share(own[1], own[0]),
                                    (long) own[0],
                                    share(own[3] - own[1], own[2] - own[0]),
                                    (long) (own[2] - own[0]));
                        },
                        judge)
                .orElseThrow();
        if (report.verdicts() == 0) {
            // Refused unless it is known at least as an agent.
            elo(tx, judge);
        }
        return report;
    }

    private static @Nullable Double share(double part, double whole) {
        return whole == 0 ? null : (Double) (part / whole);
    }

    static NotFoundException unknown(String agent) {
        return new NotFoundException("not_found", "there is no rating of " + agent, "list the ratings");
    }
}
