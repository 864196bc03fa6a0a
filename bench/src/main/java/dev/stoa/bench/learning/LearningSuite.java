package dev.stoa.bench.learning;

import dev.stoa.bench.harness.Contest;
import dev.stoa.bench.harness.Options;
import dev.stoa.bench.harness.Pace;
import dev.stoa.bench.harness.Report;
import dev.stoa.bench.harness.Result;
import dev.stoa.bench.harness.Stores;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The benchmarks of the learning wing, store by store. Not thread-safe. */
public final class LearningSuite {
    public static final List<String> NAMES = List.of(
            "learning-memory",
            "learning-consensus",
            "learning-rating",
            "learning-critique",
            "learning-evidence",
            "learning-breaker",
            "learning-first");

    private final Options options;
    private final Pace pace;
    private final Path folder;
    private final Consumer<String> progress;

    public LearningSuite(Options options, Pace pace, Path folder, Consumer<String> progress) {
        this.options = options;
        this.pace = pace;
        this.folder = folder;
        this.progress = progress;
    }

    public void run(Report report) throws Exception {
        Stores stores = new Stores(folder.resolve("learning"));
        List<Result> results = new ArrayList<>();
        List<String> remarks = new ArrayList<>();
        if (options.wants("learning-memory")) {
            try (MemoryContests memory = new MemoryContests(stores, pace)) {
                run(memory.all(), results);
            }
        }
        if (options.wants("learning-consensus")) {
            try (ConsensusContests consensus = new ConsensusContests(stores, pace)) {
                run(List.of(consensus.find()), results);
            }
        }
        if (options.wants("learning-rating")) {
            try (RatingContests rating = new RatingContests(stores, pace)) {
                run(rating.all(), results);
                remarks.addAll(rating.bradleyTerry());
            }
        }
        if (options.wants("learning-critique")) {
            try (CritiqueContests critique = new CritiqueContests(stores, pace)) {
                run(List.of(critique.resolve()), results);
            }
        }
        if (options.wants("learning-evidence")) {
            try (EvidenceContests evidence = new EvidenceContests(stores, pace)) {
                run(List.of(evidence.add(), evidence.search()), results);
            }
        }
        if (options.wants("learning-breaker")) {
            try (BreakerContests breaker = new BreakerContests(stores)) {
                run(breaker.all(), results);
            }
        }
        if (options.wants("learning-first")) {
            remarks.addAll(FirstWrite.measured(folder.resolve("first"), pace.rounds()));
        }
        report.paragraph("### The learning wing");
        report.table(results).verdicts();
        if (!remarks.isEmpty()) {
            report.block(remarks.stream().map(remark -> "- " + remark).toList());
        }
    }

    private void run(List<Contest> contests, List<Result> results) throws Exception {
        for (Contest contest : contests) {
            Result result = contest.run(pace);
            progress.accept("learning: " + result.title());
            results.add(result);
        }
    }
}
