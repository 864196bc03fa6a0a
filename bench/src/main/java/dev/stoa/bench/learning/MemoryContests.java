package dev.stoa.bench.learning;

import dev.stoa.Stoa;
import dev.stoa.bench.harness.Aim;
import dev.stoa.bench.harness.Contender;
import dev.stoa.bench.harness.Contest;
import dev.stoa.bench.harness.Crowd;
import dev.stoa.bench.harness.InProcess;
import dev.stoa.bench.harness.Pace;
import dev.stoa.bench.harness.Prose;
import dev.stoa.bench.harness.SeedTables;
import dev.stoa.bench.harness.Steps;
import dev.stoa.bench.harness.Stores;
import dev.stoa.learning.memory.Continuum;
import dev.stoa.learning.memory.MemoryDraft;
import dev.stoa.learning.memory.MemoryTier;
import dev.stoa.learning.memory.Outcome;
import dev.stoa.learning.memory.RecallQuery;
import dev.stoa.learning.memory.TuneRequest;
import dev.stoa.storage.Durability;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The continuum memory at its work, beside the statements that the published schema suggests. Not thread-safe. */
final class MemoryContests implements AutoCloseable {
    private static final Prose PROSE = new Prose(30);
    private static final MemoryTier[] TIERS = MemoryTier.values();
    private static final String SEED = "the seed's table, bare JDBC";
    private static final String INSERT = """
            INSERT INTO continuum_memory (id, tier, content, importance, updated_at) VALUES (?, ?, ?, ?, ?)""";
    /** Exponential decay by the age of a row, as the schema's half-lives say, computed for every row. */
    private static final String SCORE = """
            importance * (1 + surprise_score) * pow(2, -(julianday('now') - julianday(updated_at)) * 24
                / CASE tier WHEN 'fast' THEN 1 WHEN 'medium' THEN 24 WHEN 'slow' THEN 168 ELSE 720 END)""";

    private final Stores stores;
    private final Pace pace;
    private final Map<Integer, Stoa> filled = new TreeMap<>();

    MemoryContests(Stores stores, Pace pace) {
        this.stores = stores;
        this.pace = pace;
    }

    List<Contest> all() throws Exception {
        List<Contest> contests = new ArrayList<>();
        for (Durability durability : Durability.values()) {
            contests.add(add(Crowd.platform(1), durability));
            contests.add(add(Crowd.platform(pace.many()), durability));
        }
        contests.add(strongest());
        contests.add(asked());
        contests.add(asked("memories for a word of most", Prose.commonest()));
        contests.add(asked("memories for a word of one in three", Prose.frequent()));
        contests.add(outcomes(Crowd.platform(1)));
        contests.add(outcomes(Crowd.platform(pace.many())));
        contests.add(moves());
        return contests;
    }

    private Contest add(Crowd crowd, Durability durability) throws Exception {
        String name = "Continuum.add with its text index";
        Stoa stoa = open(durability);
        Continuum continuum = stoa.learning().memories();
        SeedTables seed = seed(0, durability);
        PreparedStatement insert = seed.prepare(INSERT);
        Contest contest = new Contest(
                        "add a memory, " + crowd.name() + ", synchronous "
                                + durability.name().toLowerCase(Locale.ROOT),
                        "memories",
                        crowd.threads())
                .add(new InProcess(
                        name,
                        Steps.by(crowd, n -> continuum.add(draft((int) n))).closing(stoa)))
                .add(new InProcess(
                        SEED,
                        Steps.by(crowd, Steps.locked(n -> {
                                    bind(insert, (int) n);
                                    insert.executeUpdate();
                                }))
                                .closing(seed)))
                .rateAgainst(SEED)
                .cpuAgainst(SEED);
        if (durability == Durability.NORMAL) {
            contest.aim(
                    crowd.threads() == 1
                            ? Aim.perSecond(4_135, name, "1 × the original")
                            : Aim.perSecond(2 * 5_716, name, "2 × the original"));
        }
        return contest;
    }

    private Contest strongest() throws Exception {
        String base = Stores.rows("Continuum.recall", pace.small());
        String large = Stores.rows("Continuum.recall", pace.large());
        Contest contest = new Contest("the 10 strongest memories", "recalls", 1);
        for (int rows : List.of(pace.small(), pace.large(), pace.huge())) {
            Continuum continuum = filled(rows).learning().memories();
            contest.add(new InProcess(Stores.rows("Continuum.recall", rows), Steps.of(n -> {
                require(continuum.recall(RecallQuery.strongest().limit(10)).size() == 10);
            })));
        }
        return contest.add(scan("SELECT id, content FROM continuum_memory ORDER BY " + SCORE + " DESC LIMIT 10", 0))
                .rateAgainst(Stores.rows(SEED, pace.large()))
                .aim(Aim.rateAtLeast(1 / 1.5, large, base))
                .aim(Aim.perSecond(300 * 8, large, "300 × the original"));
    }

    private Contest asked() throws Exception {
        String large = Stores.rows("Continuum.recall", pace.large());
        Contest contest = new Contest("memories for a question of 2 words", "recalls", 1);
        for (int rows : List.of(pace.small(), pace.large(), pace.huge())) {
            Continuum continuum = filled(rows).learning().memories();
            contest.add(new InProcess(Stores.rows("Continuum.recall", rows), Steps.of(n -> {
                continuum.recall(RecallQuery.query(PROSE.question(n)).limit(10));
            })));
        }
        return contest.add(scan(
                        "SELECT id, content FROM continuum_memory WHERE content LIKE ? OR content LIKE ? ORDER BY "
                                + SCORE + " DESC LIMIT 10",
                        2))
                .rateAgainst(Stores.rows(SEED, pace.large()))
                .aim(Aim.perSecond(50 * 4.7, large, "50 × the original"));
    }

    private Contest asked(String title, String word) throws Exception {
        String base = Stores.rows("Continuum.recall", pace.small());
        Contest contest = new Contest(title, "recalls", 1);
        for (int rows : List.of(pace.small(), pace.large(), pace.huge())) {
            Continuum continuum = filled(rows).learning().memories();
            contest.add(new InProcess(Stores.rows("Continuum.recall", rows), Steps.of(n -> {
                require(continuum.recall(RecallQuery.query(word).limit(10)).size() == 10);
            })));
        }
        return contest.rateAgainst(base)
                .aim(Aim.rateAtLeast(1 / 3.0, Stores.rows("Continuum.recall", pace.large()), base))
                .aim(Aim.cpuMicros(10_000, Stores.rows("Continuum.recall", pace.huge()), "as specified"));
    }

    /** A query of the seed's table with so many words of a question as patterns. */
    private Contender scan(String sql, int words) throws Exception {
        SeedTables seed = seed(pace.large(), Durability.NORMAL);
        PreparedStatement query = seed.prepare(sql);
        return new InProcess(
                Stores.rows(SEED, pace.large()),
                Steps.of(n -> {
                            String[] question = PROSE.question(n).split(" ", -1);
                            for (int i = 0; i < words; i++) {
                                query.setString(i + 1, "%" + question[i] + "%");
                            }
                            try (ResultSet result = query.executeQuery()) {
                                while (result.next()) {
                                    result.getString(2);
                                }
                            }
                        })
                        .closing(seed));
    }

    private Contest outcomes(Crowd crowd) throws Exception {
        String name = "Continuum.outcome with the tier rule";
        int rows = pace.large();
        Continuum continuum = filled(rows).learning().memories();
        SeedTables seed = seed(rows, Durability.NORMAL);
        PreparedStatement update = seed.prepare("""
                UPDATE continuum_memory SET success_count = success_count + 1, update_count = update_count + 1,
                    surprise_score = 0.7 * surprise_score + 0.1, updated_at = ? WHERE id = ?""");
        return new Contest("report an outcome, " + crowd.name(), "outcomes", crowd.threads())
                .add(new InProcess(
                        name,
                        Steps.by(
                                crowd,
                                n -> continuum.outcome(
                                        id(n * 31 % rows), n % 3 == 0 ? Outcome.failed() : Outcome.succeeded()))))
                .add(new InProcess(
                        SEED,
                        Steps.by(crowd, Steps.locked(n -> {
                                    update.setString(1, "2026-11-15T08:30:00.123Z");
                                    update.setString(2, id(n * 31 % rows));
                                    update.executeUpdate();
                                }))
                                .closing(seed)))
                .rateAgainst(SEED)
                .cpuAgainst(SEED)
                .aim(
                        crowd.threads() == 1
                                ? Aim.perSecond(0.8 * 5_447, name, "0.8 × the original")
                                : Aim.perSecond(2 * 5_447, name, "2 × the original"));
    }

    private Contest moves() throws Exception {
        String name = "Continuum.promote and demote";
        int rows = pace.large();
        Continuum continuum = filled(rows).learning().memories();
        List<String> slow = continuum
                .recall(RecallQuery.strongest().tiers(MemoryTier.SLOW).limit(50))
                .stream()
                .map(hit -> hit.memory().id())
                .toList();
        return new Contest("move a memory by hand", "moves", 2 * slow.size())
                .add(new InProcess(name, Steps.of(n -> {
                    String id = slow.get((int) (n % slow.size()));
                    if (n / slow.size() % 2 == 0) {
                        continuum.promote(id, "bench");
                    } else {
                        continuum.demote(id, "bench");
                    }
                })))
                .aim(Aim.perSecond(8 * 349, name, "8 × the original"));
    }

    /** Stores whose memory has room for all that is written, so that nothing is moved away while it is measured. */
    private Stoa open(Durability durability) throws Exception {
        Stoa stoa = stores.open(durability);
        Map<String, Double> caps = new TreeMap<>();
        for (MemoryTier tier : TIERS) {
            caps.put("cap." + tier.text(), 1_000_000.0);
        }
        stoa.learning().memories().tune(new TuneRequest(caps, false, false));
        return stoa;
    }

    private Stoa filled(int rows) throws Exception {
        Stoa present = filled.get(rows);
        if (present == null) {
            present = open(Durability.NORMAL);
            filled.put(rows, present);
            Continuum continuum = present.learning().memories();
            Stores.fill(rows, MemoryContests::draft, continuum::addAll);
        }
        return present;
    }

    private SeedTables seed(int rows, Durability durability) throws Exception {
        SeedTables seed = SeedTables.of(stores.folder(), "continuum", durability, 2, 3);
        seed.fill(rows, INSERT, MemoryContests::bind);
        return seed;
    }

    private static void bind(PreparedStatement insert, int row) throws SQLException {
        insert.setString(1, id(row));
        insert.setString(2, TIERS[row % TIERS.length].text());
        insert.setString(3, PROSE.text(row));
        insert.setDouble(4, importance(row));
        insert.setString(5, "2026-11-15T08:30:00.123Z");
    }

    private static MemoryDraft draft(int row) {
        return MemoryDraft.of(PROSE.text(row))
                .id(id(row))
                .tier(TIERS[row % TIERS.length])
                .importance(importance(row));
    }

    private static double importance(int row) {
        return 0.1 + 0.8 * (row * 7_919L % 1_000) / 1_000;
    }

    private static String id(long row) {
        return "m-" + row;
    }

    private static void require(boolean holds) {
        if (!holds) {
            throw new IllegalStateException("the contender did not find what it should");
        }
    }

    @Override
    public void close() throws Exception {
        filled.values().forEach(Stoa::close);
    }
}
