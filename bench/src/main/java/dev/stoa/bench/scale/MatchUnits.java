package dev.stoa.bench.scale;

import static dev.stoa.bench.scale.PlainConnection.Statement.statement;

import dev.stoa.Stoa;
import dev.stoa.learning.rating.MatchDraft;
import dev.stoa.learning.rating.RatingArchive;
import dev.stoa.storage.ArchiveSchema;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;

/** The record of a match of two agents in a domain; every caller has two of its own. Immutable. */
record MatchUnits() implements Units {
    private static final String DOMAIN = "law";
    private static final String RATED = """
            SELECT r.agent_name, COALESCE(r.elo, 1500),
                COALESCE(r.wins, 0) + COALESCE(r.losses, 0) + COALESCE(r.draws, 0), d.domain, d.elo, d.matches
            FROM ratings r LEFT JOIN domain_ratings d ON d.agent_name = r.agent_name
            WHERE r.agent_name IN (?, ?)""";
    private static final String MATCH = """
            INSERT INTO matches (debate_id, winner, participants, domain, scores, elo_changes, judge, ordered, rated,
                simulated, payload_hash, created_at)
            VALUES (?, ?, ?, ?, ?, ?, NULL, 0, 1, 0, ?, ?) ON CONFLICT (debate_id) DO NOTHING RETURNING id""";
    private static final String IN_DOMAIN = """
            INSERT INTO domain_ratings (domain, agent_name, elo, matches, wins, losses, draws)
            VALUES (?, ?, ?, 1, ?, ?, ?)
            ON CONFLICT (domain, agent_name) DO UPDATE SET elo = excluded.elo,
                matches = domain_ratings.matches + 1, wins = domain_ratings.wins + excluded.wins,
                losses = domain_ratings.losses + excluded.losses, draws = domain_ratings.draws + excluded.draws""";
    private static final String RATING = """
            INSERT INTO ratings (agent_name, elo, domain_elos, wins, losses, draws, debates_count, critiques_accepted,
                critiques_total, updated_at)
            VALUES (?, ?, ?, ?, ?, ?, 1, 0, 0, ?)
            ON CONFLICT (agent_name) DO UPDATE SET elo = excluded.elo,
                domain_elos = COALESCE(excluded.domain_elos, ratings.domain_elos),
                wins = COALESCE(ratings.wins, 0) + excluded.wins,
                losses = COALESCE(ratings.losses, 0) + excluded.losses,
                draws = COALESCE(ratings.draws, 0) + excluded.draws,
                debates_count = COALESCE(ratings.debates_count, 0) + 1,
                critiques_accepted = COALESCE(ratings.critiques_accepted, 0) + excluded.critiques_accepted,
                critiques_total = COALESCE(ratings.critiques_total, 0) + excluded.critiques_total,
                updated_at = excluded.updated_at""";
    private static final String HISTORY =
            "INSERT INTO elo_history (agent_name, elo, debate_id, created_at) VALUES (?, ?, ?, ?)";
    private static final String PAIR = """
            INSERT INTO match_pairs (match_id, agent_a, agent_b, domain, result, first, judge)
            VALUES (?, ?, ?, ?, ?, NULL, NULL)""";
    private static final String RELATION = """
            INSERT INTO agent_relationships (agent_a, agent_b, debate_count, agreement_count, critique_count_a_to_b,
                critique_count_b_to_a, critique_accepted_a_to_b, critique_accepted_b_to_a, position_changes_a_after_b,
                position_changes_b_after_a, a_wins_over_b, b_wins_over_a, updated_at)
            VALUES (?, ?, 1, 0, 0, 0, 0, 0, 0, 0, ?, ?, ?)
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
    private static final String HASH = "0".repeat(64);
    private static final double GAIN = 5;

    @Override
    public ArchiveSchema schema() {
        return RatingArchive.SCHEMA;
    }

    @Override
    public Unit stoa(Stoa stoa, String caller) {
        return number -> record(stoa, caller, number);
    }

    private static void record(Stoa stoa, String caller, long number) {
        Map<String, Double> scores = new LinkedHashMap<>();
        scores.put("a-" + caller, number % 2 == 0 ? 1.0 : 0.0);
        scores.put("b-" + caller, number % 2 == 0 ? 0.0 : 1.0);
        stoa.learning()
                .ratings()
                .record(MatchDraft.of("match-" + caller + "-" + number, scores).domain(DOMAIN));
    }

    @Override
    public PlainUnit plain(Stoa stoa, String caller) {
        String a = "a-" + caller;
        String b = "b-" + caller;
        record(stoa, caller, -2);
        return (connection, number) -> {
            String now = InstantSource.system().instant().toString();
            String match = "match-" + caller + "-" + number;
            int won = number % 2 == 0 ? 1 : 0;
            double change = won == 1 ? GAIN : -GAIN;
            double elo = 0;
            for (String[] rated : connection.run(statement(RATED, a, b))) {
                elo += rated[0].equals(a) ? Double.parseDouble(rated[1]) + change : 0;
            }
            double other = 3_000 - elo;
            String id = connection.run(statement(
                            MATCH,
                            match,
                            won == 1 ? a : b,
                            "[\"" + a + "\", \"" + b + "\"]",
                            DOMAIN,
                            "{\"" + a + "\": " + won + ", \"" + b + "\": " + (1 - won) + "}",
                            "{\"" + a + "\": " + change + ", \"" + b + "\": " + -change + "}",
                            HASH,
                            now))
                    .getFirst()[0];
            connection.run(
                    statement(IN_DOMAIN, DOMAIN, a, elo, won, 1 - won, 0),
                    statement(IN_DOMAIN, DOMAIN, b, other, 1 - won, won, 0),
                    statement(RATING, a, elo, elos(elo), won, 1 - won, 0, now),
                    statement(RATING, b, other, elos(other), 1 - won, won, 0, now),
                    statement(HISTORY, a, elo, match, now),
                    statement(HISTORY, b, other, match, now),
                    statement(PAIR, Long.valueOf(id), a, b, DOMAIN, (double) won),
                    statement(RELATION, a, b, won, 1 - won, now));
        };
    }

    private static String elos(double elo) {
        return "{\"" + DOMAIN + "\": " + elo + "}";
    }
}
