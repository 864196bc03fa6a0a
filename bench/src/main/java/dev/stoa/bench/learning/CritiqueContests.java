package dev.stoa.bench.learning;

import dev.stoa.Stoa;
import dev.stoa.bench.harness.Aim;
import dev.stoa.bench.harness.Contender;
import dev.stoa.bench.harness.Contest;
import dev.stoa.bench.harness.InProcess;
import dev.stoa.bench.harness.Pace;
import dev.stoa.bench.harness.Prose;
import dev.stoa.bench.harness.SeedTables;
import dev.stoa.bench.harness.Steps;
import dev.stoa.bench.harness.Stores;
import dev.stoa.learning.critique.CritiqueDraft;
import dev.stoa.learning.critique.CritiqueResolution;
import dev.stoa.learning.critique.Critiques;
import dev.stoa.storage.Durability;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;

/** What a critique's outcome costs while the patterns of its type grow in number. Not thread-safe. */
final class CritiqueContests implements AutoCloseable {
    private static final Prose ISSUES = new Prose(6);
    private static final String RESOLVE = "Critiques.resolve";
    private static final String SEED = "the seed's table, sums over it, bare JDBC";

    private final Stores stores;
    private final Pace pace;
    private final List<Stoa> open = new ArrayList<>();

    CritiqueContests(Stores stores, Pace pace) {
        this.stores = stores;
        this.pace = pace;
    }

    Contest resolve() throws Exception {
        String small = patterns(RESOLVE, pace.small());
        String large = patterns(RESOLVE, pace.large());
        Contest contest = new Contest("the outcome of a critique reaches its pattern", "outcomes", 1);
        for (int patterns : List.of(pace.small(), pace.large())) {
            Stoa stoa = stores.open(Durability.NORMAL);
            open.add(stoa);
            Critiques critiques = stoa.learning().critiques();
            Stores.fill(patterns, n -> draft("f" + n, n), critiques::addAll);
            Stores.fill(patterns, n -> CritiqueResolution.of("f" + n, n % 2 == 0), critiques::resolveAll);
            contest.add(new InProcess(patterns(RESOLVE, patterns), new Resolving(critiques, patterns)));
        }
        return contest.add(bare())
                .rateAgainst(patterns(SEED, pace.large()))
                .aim(Aim.perSecond(100 * 9.3, large, "100 × the original"))
                .aim(Aim.rateAtLeast(0.7, large, small));
    }

    /** Critiques of known issues, made before the time is taken and resolved within it. */
    private static final class Resolving implements InProcess.Way {
        private final Critiques critiques;
        private final int patterns;
        private int done;

        Resolving(Critiques critiques, int patterns) {
            this.critiques = critiques;
            this.patterns = patterns;
        }

        @Override
        public Callable<Long> prepare(int ops) {
            int first = done;
            done += ops;
            Stores.fill(ops, n -> draft("n" + (first + n), (int) ((first + n) * 31L % patterns)), critiques::addAll);
            return () -> {
                for (int n = first; n < first + ops; n++) {
                    critiques.resolve(CritiqueResolution.of("n" + n, n % 3 != 0));
                }
                return (long) ops;
            };
        }
    }

    private Contender bare() throws Exception {
        SeedTables seed = SeedTables.of(stores.folder(), "critique", Durability.NORMAL, 1);
        seed.fill(
                pace.large(),
                "INSERT INTO patterns (id, issue_type, issue_text, success_count) VALUES (?, 'general', ?, 1)",
                (insert, row) -> {
                    insert.setString(1, "p" + row);
                    insert.setString(2, ISSUES.text(row));
                });
        PreparedStatement sums = seed.prepare(
                "SELECT sum(success_count), sum(failure_count) FROM patterns WHERE issue_type = 'general'");
        PreparedStatement update =
                seed.prepare("UPDATE patterns SET success_count = success_count + 1, base_rate = ? WHERE id = ?");
        return new InProcess(
                patterns(SEED, pace.large()),
                Steps.of(n -> {
                            try (ResultSet result = sums.executeQuery()) {
                                update.setDouble(
                                        1, (result.getDouble(1) + 1) / (result.getDouble(1) + result.getDouble(2) + 2));
                            }
                            update.setString(2, "p" + n * 31 % pace.large());
                            update.executeUpdate();
                        })
                        .closing(seed));
    }

    private static CritiqueDraft draft(String key, int issue) {
        return CritiqueDraft.of("d-" + key, "ana", 0.5, ISSUES.text(issue)).key(key);
    }

    private static String patterns(String what, int count) {
        return String.format(Locale.ROOT, "%s, %,d patterns", what, count);
    }

    @Override
    public void close() {
        open.forEach(Stoa::close);
    }
}
