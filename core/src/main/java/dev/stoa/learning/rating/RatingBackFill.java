package dev.stoa.learning.rating;

import dev.stoa.base.StoaException;
import dev.stoa.base.Times;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.TimeForm;
import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Fills the tables of this program when a file of another program is taken over. Stateless. All rows in it
 * at that moment are that program's; values that cannot be read stay as they are and count as absent.
 */
final class RatingBackFill {
    private RatingBackFill() {}

    /** A match of another program, as far as it can be read. */
    private record Known(
            long id,
            List<String> agents,
            @Nullable String domain,
            @Nullable String winner,
            Map<String, Double> scores) {
        boolean readable() {
            return agents.size() >= 2 && new HashSet<>(agents).size() == agents.size();
        }

        /** By the scores, else with only the winner above the rest; empty if neither is known. */
        double[] results() {
            return MatchRows.results(agents, scores, winner);
        }
    }

    /** Version 3: base ratings, domain ratings and pairs from what the file knows. */
    static void pairs(Tx tx) {
        tx.update("""
                INSERT INTO ratings (agent_name, updated_at)
                SELECT agent_name, max(updated_at) FROM domain_calibration
                WHERE agent_name NOT IN (SELECT agent_name FROM ratings WHERE agent_name IS NOT NULL)
                GROUP BY agent_name""");
        tx.update("UPDATE ratings SET imported = 1");
        tx.update("UPDATE ratings SET elo = 1500 WHERE elo IS NULL");
        rewriteTimes(tx);
        Map<String, Double> changes = new HashMap<>();
        List<Known> matches = new ArrayList<>();
        tx.each("SELECT id, participants, domain, winner, scores, elo_changes FROM matches ORDER BY id", row -> {
            MatchRows.numbers(row.textOrNull(6)).forEach((agent, change) -> changes.merge(agent, change, Double::sum));
            Known match = new Known(
                    row.number(1),
                    MatchRows.names(row.textOrNull(2)),
                    row.textOrNull(3),
                    row.textOrNull(4),
                    MatchRows.numbers(row.textOrNull(5)));
            if (match.readable()) {
                matches.add(match);
            }
        });
        // An agent known only by matches starts now, because the other program had no rating of it.
        tx.batch(
                "INSERT INTO ratings (agent_name, imported, updated_at) VALUES (?, 1, NULL)"
                        + " ON CONFLICT (agent_name) DO NOTHING",
                changes.keySet(),
                agent -> Tx.values(agent));
        tx.update("UPDATE ratings SET base_elo = elo");
        tx.batch(
                "UPDATE ratings SET base_elo = elo - ? WHERE agent_name = ?",
                changes.entrySet(),
                change -> Tx.values(change.getValue(), change.getKey()));
        fillDomains(tx, matches);
        fillPairs(tx, matches);
    }

    private static void fillDomains(Tx tx, List<Known> matches) {
        record Line(String agent, String domain, double elo) {}
        List<Line> lines = new ArrayList<>();
        tx.each("SELECT agent_name, domain_elos FROM ratings WHERE agent_name IS NOT NULL", row -> {
            String agent = row.text(1);
            MatchRows.numbers(row.textOrNull(2)).forEach((domain, elo) -> lines.add(new Line(agent, domain, elo)));
        });
        Map<String, long[]> ends = new HashMap<>();
        for (Known match : matches) {
            for (String agent : match.agents()) {
                long[] counts = ends.computeIfAbsent(match.domain() + "\n" + agent, key -> new long[3]);
                counts[match.winner() == null ? 2 : agent.equals(match.winner()) ? 0 : 1]++;
            }
        }
        tx.batch("""
                INSERT INTO domain_ratings (domain, agent_name, elo, matches, wins, losses, draws)
                VALUES (?, ?, ?, ?, ?, ?, ?)""", lines, line -> {
            long[] counts = ends.getOrDefault(line.domain() + "\n" + line.agent(), new long[3]);
            return Tx.values(
                    line.domain(),
                    line.agent(),
                    line.elo(),
                    counts[0] + counts[1] + counts[2],
                    counts[0],
                    counts[1],
                    counts[2]);
        });
    }

    private static void fillPairs(Tx tx, List<Known> matches) {
        for (Known match : matches) {
            double[] results = match.results();
            if (results.length > 0) {
                tx.batch(
                        PairWriter.PUT_PAIR,
                        PairWriter.pairs(match.agents(), results),
                        pair -> Tx.values(match.id(), pair.a(), pair.b(), match.domain(), pair.result(), null, null));
            }
        }
    }

    /** Version 4: predictions of another program know no domain. */
    static void predictions(Tx tx) {
        tx.update("UPDATE calibration_predictions SET domain = 'general' WHERE domain IS NULL");
    }

    /** Ratings that were inserted later start where the other program left them. */
    static void complete(Tx tx) {
        tx.update("""
                UPDATE ratings SET imported = 1, elo = COALESCE(elo, 1500), base_elo = COALESCE(elo, 1500)
                WHERE imported = 0 AND agent_name NOT IN (SELECT agent_name FROM elo_history)""");
        predictions(tx);
    }

    /** Brings times in older forms into the one whose text order is that of time. */
    private static void rewriteTimes(Tx tx) {
        if (tx.dialect() == Dialect.POSTGRES) {
            return;
        }
        Map<String, String> columns = Map.of(
                "ratings", "updated_at",
                "matches", "created_at",
                "elo_history", "created_at",
                "agent_relationships", "updated_at",
                "calibration_predictions", "created_at",
                "domain_calibration", "updated_at");
        record Time(long row, String text) {}
        columns.forEach((table, column) -> {
            List<Time> older = new ArrayList<>();
            tx.each("SELECT rowid, " + column + " FROM " + table + " WHERE " + column + " IS NOT NULL", row -> {
                String text = row.text(2);
                String wanted = rewritten(text);
                if (wanted != null && !Objects.equals(text, wanted)) {
                    older.add(new Time(row.number(1), wanted));
                }
            });
            tx.batch(
                    "UPDATE " + table + " SET " + column + " = ? WHERE rowid = ?",
                    older,
                    time -> Tx.values(time.text(), time.row()));
        });
    }

    private static @Nullable String rewritten(String text) {
        try {
            return String.valueOf(TimeForm.UTC_MILLIS.stored(Times.parse(text)));
        } catch (StoaException unreadable) {
            return null;
        }
    }
}
