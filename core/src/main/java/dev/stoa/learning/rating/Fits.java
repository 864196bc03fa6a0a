package dev.stoa.learning.rating;

import dev.stoa.learning.rating.BradleyTerryFit.IntervalMethod;
import dev.stoa.learning.rating.BradleyTerryFit.Strength;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The Bradley-Terry fits on record, recomputed on request if matches were added since. Thread-safe: of two
 * that are made at once the one with more matches stays. The computation runs outside any unit of work.
 */
final class Fits {
    /** The two-sided 95 % point of the normal distribution. */
    static final double NORMAL_95 = 1.959963984540054;

    private static final String NEWEST = "SELECT id FROM matches WHERE rated = 1 ORDER BY id DESC LIMIT 1";
    private static final String NEWEST_IN =
            "SELECT id FROM matches WHERE domain = ? AND rated = 1 ORDER BY id DESC LIMIT 1";
    private static final String TALLY =
            "SELECT agent_a, agent_b, count(*), sum(result) FROM match_pairs GROUP BY agent_a, agent_b ORDER BY 1, 2";
    private static final String TALLY_IN = """
            SELECT agent_a, agent_b, count(*), sum(result) FROM match_pairs WHERE domain = ?
            GROUP BY agent_a, agent_b ORDER BY 1, 2""";
    private static final String FIT =
            "SELECT through_match, games, interval_method, fitted_at FROM bt_fits WHERE domain = ?";
    private static final String STRENGTHS = """
            SELECT agent_name, rating, low, high, games FROM bt_ratings WHERE domain = ?
            ORDER BY rating DESC, agent_name""";

    private final Archive archive;
    private final InstantSource clock;

    Fits(Archive archive, InstantSource clock) {
        this.archive = archive;
        this.clock = clock;
    }

    /** What is to be fitted, from one state of the archive. */
    private record Tally(long throughMatch, long games, List<String> names, BradleyTerry.Games pairs) {}

    BradleyTerryFit current(@Nullable String domain) {
        String key = domain == null ? "" : domain;
        long newest = archive.read(tx -> newest(tx, domain));
        BradleyTerryFit stored = stored(key);
        if (stored != null && stored.throughMatch() >= newest) {
            return stored;
        }
        long settled = newest == 0 ? 0 : settled(domain);
        Tally tally = archive.read(tx -> tally(tx, domain, settled));
        BradleyTerryFit fit = fit(domain, tally, clock.instant().truncatedTo(ChronoUnit.MILLIS));
        if (!tally.names().isEmpty()) {
            archive.write(tx -> {
                store(tx, key, fit);
                return null;
            });
        }
        return fit;
    }

    /** The newest match below which no other comes later; with one writer at a time that is the newest of all. */
    private long settled(@Nullable String domain) {
        // A unit without a scope waits for the matches that are being recorded.
        return archive.dialect() == Dialect.SQLITE
                ? archive.read(tx -> newest(tx, domain))
                : archive.write(tx -> newest(tx, domain));
    }

    private static long newest(Tx tx, @Nullable String domain) {
        return (domain == null ? tx.one(NEWEST, row -> row.number(1)) : tx.one(NEWEST_IN, row -> row.number(1), domain))
                .orElse(0L);
    }

    private static Tally tally(Tx tx, @Nullable String domain, long settled) {
        Map<String, Integer> numbers = new LinkedHashMap<>();
        List<Integer> first = new ArrayList<>();
        List<Integer> second = new ArrayList<>();
        List<Double> games = new ArrayList<>();
        List<Double> wins = new ArrayList<>();
        long[] all = new long[1];
        tx.each(
                domain == null ? TALLY : TALLY_IN,
                row -> {
                    first.add(numbers.computeIfAbsent(row.text(1), name -> numbers.size()));
                    second.add(numbers.computeIfAbsent(row.text(2), name -> numbers.size()));
                    games.add((double) row.number(3));
                    wins.add(row.real(4));
                    all[0] += row.number(3);
                },
                domain == null ? Tx.values() : Tx.values(domain));
        return new Tally(
                settled,
                all[0],
                List.copyOf(numbers.keySet()),
                new BradleyTerry.Games(
                        numbers.size(),
                        first.stream().mapToInt(Integer::intValue).toArray(),
                        second.stream().mapToInt(Integer::intValue).toArray(),
                        games.stream().mapToDouble(Double::doubleValue).toArray(),
                        wins.stream().mapToDouble(Double::doubleValue).toArray()));
    }

    private static BradleyTerryFit fit(@Nullable String domain, Tally tally, Instant now) {
        BradleyTerry.Strengths fitted = BradleyTerry.fit(tally.pairs());
        long[] games = new long[tally.names().size()];
        for (int i = 0; i < tally.pairs().first().length; i++) {
            games[tally.pairs().first()[i]] += (long) tally.pairs().games()[i];
            games[tally.pairs().second()[i]] += (long) tally.pairs().games()[i];
        }
        List<Strength> agents = new ArrayList<>();
        for (int a = 0; a < games.length; a++) {
            double rating = fitted.rating()[a];
            double half = NORMAL_95 * fitted.deviation()[a];
            agents.add(new Strength(tally.names().get(a), rating, rating - half, rating + half, games[a]));
        }
        agents.sort(Comparator.comparingDouble(Strength::rating)
                .reversed()
                .thenComparing(Strength::agentName, PairWriter.BYTEWISE));
        return new BradleyTerryFit(
                domain,
                tally.throughMatch(),
                tally.games(),
                fitted.direct() ? IntervalMethod.FISHER : IntervalMethod.FISHER_DIAGONAL,
                now,
                agents);
    }

    private static void store(Tx tx, String key, BradleyTerryFit fit) {
        boolean newer = tx.one("SELECT through_match FROM bt_fits WHERE domain = ?", row -> row.number(1), key)
                .filter(through -> through >= fit.throughMatch())
                .isPresent();
        if (newer) {
            return;
        }
        tx.update("DELETE FROM bt_ratings WHERE domain = ?", key);
        tx.batch(
                "INSERT INTO bt_ratings (domain, agent_name, rating, low, high, games) VALUES (?, ?, ?, ?, ?, ?)",
                fit.agents(),
                one -> Tx.values(key, one.agentName(), one.rating(), one.low(), one.high(), one.games()));
        tx.update(
                """
                INSERT INTO bt_fits (domain, through_match, agents, games, interval_method, fitted_at)
                VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (domain) DO UPDATE SET through_match = excluded.through_match, agents = excluded.agents,
                    games = excluded.games, interval_method = excluded.interval_method,
                    fitted_at = excluded.fitted_at""",
                key,
                fit.throughMatch(),
                fit.agents().size(),
                fit.games(),
                fit.intervalMethod().stored(),
                fit.fittedAt());
    }

    private @Nullable BradleyTerryFit stored(String key) {
        return archive.<@Nullable BradleyTerryFit>read(tx -> tx.one(
                        FIT,
                        row -> new BradleyTerryFit(
                                key.isEmpty() ? null : key,
                                row.number(1),
                                row.number(2),
                                IntervalMethod.of(row.text(3)),
                                row.instant(4),
                                tx.list(
                                        STRENGTHS,
                                        one -> new Strength(
                                                one.text(1), one.real(2), one.real(3), one.real(4), one.number(5)),
                                        key)),
                        key)
                .orElse(null));
    }
}
