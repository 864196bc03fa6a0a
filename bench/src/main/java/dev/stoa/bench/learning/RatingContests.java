package dev.stoa.bench.learning;

import dev.stoa.Stoa;
import dev.stoa.bench.harness.Aim;
import dev.stoa.bench.harness.Contest;
import dev.stoa.bench.harness.InProcess;
import dev.stoa.bench.harness.Pace;
import dev.stoa.bench.harness.SeedTables;
import dev.stoa.bench.harness.Steps;
import dev.stoa.bench.harness.Stores;
import dev.stoa.learning.rating.BoardQuery;
import dev.stoa.learning.rating.MatchDraft;
import dev.stoa.learning.rating.Ratings;
import dev.stoa.storage.Durability;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** Ratings with few and with many agents. Not thread-safe. */
final class RatingContests implements AutoCloseable {
    private static final String RECORD = "Ratings.record";
    private static final String BOARD = "Ratings.board";
    private static final String SEED = "the seed's tables, bare JDBC";
    private static final int FEW = 40;
    private static final int JUDGED = 16;

    private final Stores stores;
    private final Pace pace;
    private final Map<Integer, Stoa> filled = new LinkedHashMap<>();

    RatingContests(Stores stores, Pace pace) {
        this.stores = stores;
        this.pace = pace;
    }

    List<Contest> all() throws Exception {
        return List.of(record(), board(null), board("law"));
    }

    private Contest record() throws Exception {
        String few = agents(RECORD, FEW);
        String many = agents(RECORD, pace.large());
        Contest contest = new Contest("record a match of 2 agents in a domain", "matches", 1);
        for (int agents : List.of(FEW, pace.large())) {
            Ratings ratings = filled(agents).learning().ratings();
            contest.add(new InProcess(
                    agents(RECORD, agents),
                    Steps.of(n -> ratings.record(duel("n" + n, n * 7 % agents, (n * 7 + 1) % agents)))));
        }
        return contest.add(new InProcess(agents(SEED, FEW), new Bare()))
                .rateAgainst(agents(SEED, FEW))
                .aim(Aim.perSecond(10 * 174, few, "10 × the original"))
                .aim(Aim.perSecond(30 * 52, many, "30 × the original"))
                .aim(Aim.rateAtLeast(1 / 1.3, many, few));
    }

    private Contest board(@Nullable String domain) throws Exception {
        String name = agents(BOARD, pace.large());
        Ratings ratings = filled(pace.large()).learning().ratings();
        SeedTables seed = SeedTables.of(stores.folder(), "rating", Durability.NORMAL, 1, 2);
        seed.fill(
                pace.large(), "INSERT INTO ratings (agent_name, elo, domain_elos) VALUES (?, ?, ?)", (insert, row) -> {
                    insert.setString(1, agent(row));
                    insert.setDouble(2, 1_000.0 + (double) (row * 7_919L % 1_000));
                    insert.setString(3, "{\"law\":" + (1_000 + row * 6_007L % 1_000) + "}");
                });
        PreparedStatement query = seed.prepare("SELECT agent_name, elo FROM ratings ORDER BY "
                + (domain == null ? "elo" : "json_extract(domain_elos, '$." + domain + "')") + " DESC LIMIT 20");
        return new Contest("the best 20 agents" + (domain == null ? "" : " of a domain"), "boards", 1)
                .add(new InProcess(name, Steps.of(n -> {
                    if (ratings.board(BoardQuery.best().domain(domain).limit(20))
                                    .size()
                            != 20) {
                        throw new IllegalStateException("the board is not full");
                    }
                })))
                .add(new InProcess(
                        agents(SEED, pace.large()),
                        Steps.of(n -> {
                                    try (ResultSet result = query.executeQuery()) {
                                        while (result.next()) {
                                            result.getString(1);
                                        }
                                    }
                                })
                                .closing(seed)))
                .rateAgainst(agents(SEED, pace.large()))
                .aim(
                        domain == null
                                ? Aim.perSecond(20 * 109, name, "20 × the original")
                                : Aim.perSecond(100 * 24, name, "100 × the original"));
    }

    /** How long a whole fit takes, after matches of many agents each. */
    List<String> bradleyTerry() throws Exception {
        int agents = pace.small();
        int matches = pace.large() / 6;
        try (Stoa stoa = stores.open(Durability.NORMAL)) {
            Ratings ratings = stoa.learning().ratings();
            Stores.fill(matches, n -> crowd(n, agents), ratings::recordAll);
            long start = System.nanoTime();
            var fit = ratings.bradleyTerry(null);
            double seconds = (System.nanoTime() - start) / 1e9;
            return List.of(String.format(
                    Locale.ROOT,
                    "Bradley-Terry with intervals from %,d stored pairs of %,d agents: %.2f s (aim: under 5 s): %s",
                    matches * JUDGED * (JUDGED - 1) / 2,
                    fit.agents().size(),
                    seconds,
                    seconds < 5 ? "met" : "**missed**"));
        }
    }

    private static MatchDraft crowd(int number, int agents) {
        Random random = new Random(number);
        Map<String, Double> scores = new LinkedHashMap<>();
        while (scores.size() < JUDGED) {
            long agent = random.nextInt(agents);
            scores.put(agent(agent), agent / (double) agents + random.nextDouble());
        }
        return MatchDraft.of("c" + number, scores);
    }

    private Stoa filled(int agents) throws Exception {
        Stoa present = filled.get(agents);
        if (present == null) {
            present = stores.open(Durability.NORMAL);
            filled.put(agents, present);
            Ratings ratings = present.learning().ratings();
            Stores.fill((agents + 1) / 2, n -> duel("f" + n, 2L * n, 2L * n + 1), ratings::recordAll);
        }
        return present;
    }

    private static MatchDraft duel(String debate, long one, long other) {
        Map<String, Double> scores = new LinkedHashMap<>();
        scores.put(agent(one), 1.0);
        scores.put(agent(other), 0.0);
        return MatchDraft.of(debate, scores).domain("law");
    }

    private static String agent(long number) {
        return "agent-" + number;
    }

    private static String agents(String what, int count) {
        return String.format(Locale.ROOT, "%s, %,d agents", what, count);
    }

    /** Two ratings read and written, a match and two points of history, in a transaction. */
    private final class Bare implements InProcess.Way {
        private final SeedTables seed = SeedTables.of(stores.folder(), "rating", Durability.NORMAL, 1, 2);
        private final List<PreparedStatement> statements = new ArrayList<>();
        private long done;

        Bare() throws Exception {
            seed.fill(
                    FEW,
                    "INSERT INTO ratings (agent_name, domain_elos) VALUES (?, '{}')",
                    (insert, row) -> insert.setString(1, agent(row)));
            for (String sql : List.of(
                    "SELECT elo, debates_count FROM ratings WHERE agent_name = ?",
                    "UPDATE ratings SET elo = ?, debates_count = debates_count + 1, domain_elos = ? WHERE agent_name = ?",
                    "INSERT INTO matches (debate_id, winner, participants, domain, scores, elo_changes)"
                            + " VALUES (?, ?, ?, 'law', '{}', '{}')",
                    "INSERT INTO elo_history (agent_name, elo, debate_id) VALUES (?, ?, ?)")) {
                statements.add(seed.prepare(sql));
            }
        }

        @Override
        public Callable<Long> prepare(int ops) {
            long first = done;
            done += ops;
            return () -> {
                Connection connection = seed.connection();
                for (long n = first; n < first + ops; n++) {
                    connection.setAutoCommit(false);
                    record(n);
                    connection.commit();
                    connection.setAutoCommit(true);
                }
                return (long) ops;
            };
        }

        private void record(long n) throws SQLException {
            List<String> pair = List.of(agent(n * 7 % FEW), agent((n * 7 + 1) % FEW));
            double[] elos = new double[2];
            for (int i = 0; i < 2; i++) {
                statements.get(0).setString(1, pair.get(i));
                try (ResultSet result = statements.get(0).executeQuery()) {
                    elos[i] = result.getDouble(1);
                }
            }
            double change = 32 / (1 + Math.pow(10, (elos[0] - elos[1]) / 400));
            PreparedStatement match = statements.get(2);
            match.setString(1, "n" + n);
            match.setString(2, pair.get(0));
            match.setString(3, "[\"" + pair.get(0) + "\",\"" + pair.get(1) + "\"]");
            match.executeUpdate();
            for (int i = 0; i < 2; i++) {
                double elo = elos[i] + (i == 0 ? change : -change);
                PreparedStatement update = statements.get(1);
                update.setDouble(1, elo);
                update.setString(2, "{\"law\":" + elo + "}");
                update.setString(3, pair.get(i));
                update.executeUpdate();
                PreparedStatement history = statements.get(3);
                history.setString(1, pair.get(i));
                history.setDouble(2, elo);
                history.setString(3, "n" + n);
                history.executeUpdate();
            }
        }

        @Override
        public void close() throws SQLException {
            seed.close();
        }
    }

    @Override
    public void close() {
        filled.values().forEach(Stoa::close);
    }
}
