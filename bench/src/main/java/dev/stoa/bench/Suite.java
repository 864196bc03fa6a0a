package dev.stoa.bench;

import dev.stoa.Stoa;
import dev.stoa.bench.counsel.AuditBench;
import dev.stoa.bench.counsel.CorrectionBench;
import dev.stoa.bench.counsel.GrowthBench;
import dev.stoa.bench.counsel.KeywordBench;
import dev.stoa.bench.counsel.MessageBench;
import dev.stoa.bench.counsel.ReliabilityBench;
import dev.stoa.bench.counsel.SealBench;
import dev.stoa.bench.debate.ClosedQuestionBench;
import dev.stoa.bench.debate.DebateContests;
import dev.stoa.bench.debate.DebateStoreContests;
import dev.stoa.bench.evolution.EvolutionContests;
import dev.stoa.bench.evolution.ImprovementBench;
import dev.stoa.bench.harness.CBaseline;
import dev.stoa.bench.harness.Contest;
import dev.stoa.bench.harness.Crowd;
import dev.stoa.bench.harness.Machine;
import dev.stoa.bench.harness.Options;
import dev.stoa.bench.harness.Pace;
import dev.stoa.bench.harness.PostgresArena;
import dev.stoa.bench.harness.Report;
import dev.stoa.bench.harness.Result;
import dev.stoa.bench.harness.Setting;
import dev.stoa.bench.harness.SqliteArena;
import dev.stoa.bench.harness.Stores;
import dev.stoa.bench.learning.LearningSuite;
import dev.stoa.bench.scale.MoveBench;
import dev.stoa.bench.scale.ScaleBench;
import dev.stoa.bench.search.ChatCollection;
import dev.stoa.bench.search.EmbeddingCost;
import dev.stoa.bench.search.Judged;
import dev.stoa.bench.search.RetrievalBench;
import dev.stoa.bench.search.TalkCollection;
import dev.stoa.bench.server.ServerBench;
import dev.stoa.bench.society.ChannelContests;
import dev.stoa.bench.society.SocietyContests;
import dev.stoa.bench.storage.CallersBench;
import dev.stoa.bench.storage.ReadBench;
import dev.stoa.bench.storage.WakeUps;
import dev.stoa.bench.storage.WriteBench;
import dev.stoa.search.vector.Embedder;
import dev.stoa.storage.Durability;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * All benchmarks, in the order in which they are run and reported. Not thread-safe. Nothing else may run in the
 * process, because its processor time is part of the result.
 */
final class Suite {
    private static final int CONVERSATIONS = 30;
    private static final long CHAT_SEED = 7;

    private final Options options;
    private final Pace pace;
    private final Path root;
    private final Path folder;
    private final @Nullable String postgresUrl;
    private final Consumer<String> progress;

    /**
     * A suite over a clone.
     *
     * @param root the clone
     * @param folder an empty folder for databases, on the disk that is to be measured
     * @param postgresUrl a server to use, or null to start one
     */
    Suite(Options options, Path root, Path folder, @Nullable String postgresUrl, Consumer<String> progress) {
        this.options = options;
        this.pace = options.tiny() ? Pace.tiny() : Pace.full();
        this.root = root;
        this.folder = folder;
        this.postgresUrl = postgresUrl;
        this.progress = progress;
    }

    /** Runs what is wanted and tells the results as Markdown. */
    String run(InstantSource clock) throws Exception {
        Report report = new Report();
        report.paragraph("Measured on " + LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC) + " with `bench/run"
                + (options.only().isEmpty() ? "" : " --only " + options.only()) + "`. "
                + Machine.describe() + ".");
        if (anyOf("sqlite")) {
            sqlite(report);
        }
        if (anyOf("postgres")) {
            try (PostgresArena arena = new PostgresArena(postgresUrl, folder.resolve("postgres"), pace.tableRows())) {
                report.paragraph("### PostgreSQL");
                report.paragraph(arena.describe() + "; CPU is that of the client process.");
                report.table(run("postgres", new Setting(arena, Optional.empty(), pace), List.of(Durability.NORMAL)))
                        .verdicts();
            }
        }
        if (LearningSuite.NAMES.stream().anyMatch(options::wants)) {
            new LearningSuite(options, pace, folder, progress).run(report);
        }
        if (options.wants("debate")) {
            debates(report);
        }
        if (options.wants("closed")) {
            closedQuestions(report);
        }
        if (options.wants("society")) {
            society(report);
        }
        // It lets processes get quick before it measures them, so a whole run leaves it out.
        if (ScaleBench.NAMES.stream().anyMatch(name -> options.wants("scale-" + name))
                && (options.tiny() || !options.only().isEmpty())) {
            scale(report);
        }
        // It takes minutes to make what is moved, so a whole run leaves it out.
        if (options.wants("move") && (options.tiny() || !options.only().isEmpty())) {
            move(report);
        }
        if (options.wants("counsel")) {
            counsel(report);
        }
        // It takes minutes to fill a million rows, so a whole run leaves it out.
        if (options.wants("growth") && (options.tiny() || !options.only().isEmpty())) {
            growth(report);
        }
        if (options.wants("evolution")) {
            evolution(report);
        }
        // It plays hundreds of whole runs, so a whole run of the benchmarks leaves it out.
        if (options.wants("improvement") && (options.tiny() || !options.only().isEmpty())) {
            improvement(report);
        }
        if (options.wants("server")) {
            server(report);
        }
        if (options.wants("start")) {
            progress.accept("start");
            report.paragraph("### Start").block(new StartUp(root.resolve("stoa"), pace.starts()).run());
        }
        if (!options.data().isEmpty() && options.wants("figures")) {
            progress.accept("figures");
            report.paragraph("### Published figures")
                    .block(new FiguresBench(Path.of(options.data()), folder.resolve("figures")).run());
        }
        if (options.wants("retrieval")) {
            report.paragraph("### Retrieval");
            Judged chat = ChatCollection.of(options.tiny() ? 2 : CONVERSATIONS, CHAT_SEED);
            retrieval(report, chat, "chat");
            retrieval(report, TalkCollection.read(), "talk");
            retrieval(report, TalkCollection.asked(chat), "crowd");
            if (options.collection().isPresent()) {
                retrieval(report, options.collection().get().read(), "given");
            }
        }
        return report.text();
    }

    private void debates(Report report) throws Exception {
        List<Result> results = new ArrayList<>();
        Stores stores = new Stores(folder.resolve("debate"));
        try (DebateContests debates = new DebateContests(stores, pace)) {
            run("debate", debates.all(), results);
        }
        try (DebateStoreContests debates = new DebateStoreContests(stores, pace)) {
            run("debate", debates.all(), results);
        }
        try (PostgresArena arena = new PostgresArena(postgresUrl, folder.resolve("debate-postgres"), 1);
                PostgresArena.PostgresCopy database = arena.copy();
                DebateContests debates = new DebateContests(stores, pace)) {
            run("debate", List.of(debates.postgres(database.url())), results);
        }
        report.paragraph("### Debates");
        report.table(results).verdicts();
    }

    private void closedQuestions(Report report) throws Exception {
        try (Stoa stoa = new Stores(folder.resolve("closed")).reading(options.tiny() ? "off" : "e5")) {
            report.paragraph("### Closed questions").block(new ClosedQuestionBench(stoa).run(options.tiny()));
            progress.accept("closed questions");
        }
    }

    private void counsel(Report report) throws Exception {
        List<Result> results = new ArrayList<>();
        Stores stores = new Stores(folder.resolve("counsel"));
        try (MessageBench messages = new MessageBench(stores, pace)) {
            run("counsel", messages.all(), results);
        }
        try (KeywordBench keywords = new KeywordBench(stores, pace)) {
            run("counsel", keywords.all(), results);
        }
        try (AuditBench audit = new AuditBench(stores, pace)) {
            run("counsel", audit.all(), results);
        }
        try (CorrectionBench corrections = new CorrectionBench(stores, pace)) {
            run("counsel", corrections.all(), results);
        }
        try (ReliabilityBench reliability = new ReliabilityBench(stores, pace)) {
            run("counsel", reliability.all(), results);
        }
        try (SealBench seals = new SealBench(stores, pace)) {
            run("counsel", seals.all(), results);
        }
        report.paragraph("### The counsel");
        report.paragraph("SQLite, synchronous normal for messages, keywords and sealing, full for the rest.");
        report.table(results).verdicts();
    }

    private void growth(Report report) throws Exception {
        List<Result> results = new ArrayList<>();
        int rows = options.rows() == 0 ? 2 * pace.huge() : options.rows();
        try (GrowthBench growth = new GrowthBench(new Stores(folder.resolve("growth")), pace, rows, progress)) {
            run("growth", growth.all(), results);
            report.paragraph(String.format(Locale.ROOT, "### The counsel with %,d rows", rows));
            report.paragraph("SQLite, synchronous normal.");
            report.table(results).verdicts();
            report.paragraph("What a row cost while the largest of them was filled by " + pace.many() + " threads:");
            report.block(growth.filled());
        }
    }

    private void society(Report report) throws Exception {
        List<Result> results = new ArrayList<>();
        Stores stores = new Stores(folder.resolve("society"));
        try (ChannelContests channels = new ChannelContests(stores, pace)) {
            run("society", channels.all(), results);
        }
        try (SocietyContests society = new SocietyContests(stores, pace)) {
            run("society", society.all(), results);
        }
        try (PostgresArena arena = new PostgresArena(postgresUrl, folder.resolve("society-postgres"), 1);
                PostgresArena.PostgresCopy database = arena.copy();
                ChannelContests channels = new ChannelContests(stores, pace)) {
            run("society", List.of(channels.postgres(database.url())), results);
        }
        report.paragraph("### The society");
        report.paragraph("SQLite, synchronous full.");
        report.table(results).verdicts();
        report.block(new WakeUps(stores, pace).measured());
        progress.accept("society: wake-ups");
    }

    private void scale(Report report) throws Exception {
        List<Result> results = new ArrayList<>();
        try (PostgresArena arena = new PostgresArena(postgresUrl, folder.resolve("scale-postgres"), 1);
                ScaleBench scale = new ScaleBench(arena, folder.resolve("scale"), pace)) {
            for (String name : ScaleBench.NAMES) {
                if (options.wants("scale-" + name)) {
                    Result result = scale.part(name).run(scale.pace());
                    progress.accept("scale: " + result.title());
                    results.add(result);
                }
            }
            report.paragraph("### Several processes at one PostgreSQL");
            report.paragraph(arena.describe() + "; CPU is that of the client processes.");
            report.table(results).verdicts();
        }
    }

    private void move(Report report) throws Exception {
        try (PostgresArena arena = new PostgresArena(postgresUrl, folder.resolve("move-postgres"), 1)) {
            report.paragraph("### Moving all archives");
            report.paragraph(arena.describe() + "; CPU is that of the process that moves, the server's is not in it.");
            report.block(new MoveBench(arena, folder.resolve("move"), pace, progress).measured());
        }
    }

    private void evolution(Report report) throws Exception {
        List<Result> results = new ArrayList<>();
        try (EvolutionContests contests = new EvolutionContests(new Stores(folder.resolve("evolution")), pace)) {
            run("evolution", contests.all(), results);
            report.paragraph("### The evolution");
            report.paragraph("SQLite, synchronous normal.");
            report.table(results).verdicts();
            report.paragraph(contests.firstPruning());
            report.paragraph(contests.storedRuns());
        }
    }

    private void server(Report report) throws Exception {
        List<Result> results = new ArrayList<>();
        try (ServerBench server = new ServerBench(folder.resolve("server"), pace)) {
            run("server", server.all(), results);
            report.paragraph("### The server");
            report.paragraph("SQLite, synchronous normal. Clients and server are one process, so CPU has both.");
            report.table(results).verdicts();
            List<String> others = new ArrayList<>(server.latencies());
            others.addAll(server.others());
            others.addAll(server.streams().measured());
            report.block(others);
            progress.accept("server: latencies and streams");
            report.paragraph("Pages of the console, one caller; a browser's own time is not in them.");
            report.block(server.pages());
            progress.accept("server: pages");
        }
    }

    private void improvement(Report report) throws Exception {
        report.paragraph("### How far runs of the evolution get");
        report.block(new ImprovementBench(options.tiny(), progress).run());
    }

    private void run(String name, List<Contest> contests, List<Result> results) throws Exception {
        for (Contest contest : contests) {
            Result result = contest.run(pace);
            progress.accept(name + ": " + result.title());
            results.add(result);
        }
    }

    private void retrieval(Report report, Judged collection, String name) {
        Embedder embedder = options.tiny() ? Embedder.hashing(64) : Embedder.e5();
        report.paragraph(new EmbeddingCost(embedder).of(collection));
        report.block(new RetrievalBench(folder.resolve("retrieval-" + name), embedder).run(collection));
        progress.accept("retrieval: " + collection.name());
    }

    private boolean anyOf(String backend) {
        return List.of("single", "batch", "callers", "points", "top").stream()
                .anyMatch(name -> options.wants(backend + "-" + name));
    }

    private void sqlite(Report report) throws Exception {
        Optional<CBaseline> c =
                CBaseline.compile(root.resolve("bench/src/main/c/baseline.c"), folder, pace.tableRows());
        try (SqliteArena arena = new SqliteArena(folder, pace.tableRows())) {
            report.paragraph("### SQLite");
            report.paragraph(arena.describe() + "; " + describe(c, arena) + ".");
            report.table(run("sqlite", new Setting(arena, c, pace), List.of(Durability.NORMAL, Durability.FULL)))
                    .verdicts();
        }
    }

    private static String describe(Optional<CBaseline> c, SqliteArena arena) throws IOException {
        if (c.isEmpty()) {
            return "C is left out, because this machine has no C compiler or no sqlite3.h";
        }
        SqliteArena.SqliteCopy copy = arena.copy();
        try (copy) {
            return "C with the machine's SQLite " + c.get().version(copy.file());
        }
    }

    /**
     * Runs the contests of one backend. Many callers come first: they bring the code to its final form, which a lone
     * caller at the speed of a disk would not.
     */
    private List<Result> run(String backend, Setting setting, List<Durability> durabilities) throws Exception {
        WriteBench writes = new WriteBench(setting);
        CallersBench callers = new CallersBench(setting);
        List<Result> many = new ArrayList<>();
        for (Crowd crowd :
                List.of(Crowd.platform(pace.few()), Crowd.platform(pace.many()), Crowd.virtual(pace.many()))) {
            run(backend + "-callers", () -> callers.contest(crowd, Durability.NORMAL), many);
        }
        if (durabilities.contains(Durability.FULL)) {
            run(backend + "-callers", () -> callers.contest(Crowd.platform(pace.many()), Durability.FULL), many);
        }
        List<Result> results = new ArrayList<>();
        for (Durability durability : durabilities) {
            run(backend + "-single", () -> writes.single(durability), results);
        }
        run(backend + "-batch", writes::batch, results);
        results.addAll(many);
        try (ReadBench reads = new ReadBench(setting)) {
            for (int threads : List.of(1, 4)) {
                run(backend + "-points", () -> reads.points(threads), results);
            }
            run(backend + "-top", reads::top, results);
        }
        return results;
    }

    private void run(String name, Callable<Contest> contest, List<Result> results) throws Exception {
        if (options.wants(name)) {
            Result result = contest.call().run(pace);
            progress.accept(name + ": " + result.title());
            results.add(result);
        }
    }
}
