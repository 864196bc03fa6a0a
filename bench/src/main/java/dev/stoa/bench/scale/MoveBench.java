package dev.stoa.bench.scale;

import com.sun.management.OperatingSystemMXBean;
import dev.stoa.Stoa;
import dev.stoa.StoaConfig;
import dev.stoa.base.Principal;
import dev.stoa.bench.debate.DebateContests;
import dev.stoa.bench.harness.Crowd;
import dev.stoa.bench.harness.Pace;
import dev.stoa.bench.harness.PostgresArena;
import dev.stoa.bench.harness.Prose;
import dev.stoa.bench.harness.Stores;
import dev.stoa.config.ConfigSources;
import dev.stoa.config.Location;
import dev.stoa.counsel.conversation.ConversationDraft;
import dev.stoa.counsel.conversation.MessageRole;
import dev.stoa.engine.debate.DebateEngine;
import dev.stoa.engine.upkeep.Mover;
import dev.stoa.learning.evidence.DocumentDraft;
import dev.stoa.learning.evidence.EvidenceDraft;
import dev.stoa.learning.memory.MemoryDraft;
import dev.stoa.society.agent.AgentDraft;
import dev.stoa.society.channel.ChannelDraft;
import dev.stoa.society.channel.MessageDraft;
import dev.stoa.storage.move.MoveListener;
import dev.stoa.storage.site.MoveReport;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * How fast all archives move from a data directory to a PostgreSQL server on the same machine, and back. Not
 * thread-safe. A megabyte is one of values as a move compares them; files have more, for they hold indexes too.
 */
public final class MoveBench {
    /** What a move is to reach, in megabytes a second. */
    private static final double AIM = 20;

    private static final double MEGA = 1e6;
    private static final double NANOS = 1e9;
    private static final Prose SHORT = new Prose(12);
    private static final Prose LONG = new Prose(60);
    private static final Principal ANA = Principal.as("ana");
    /** Paragraphs of a document, each of which is a passage. */
    private static final int PASSAGES = 20;

    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private final PostgresArena arena;
    private final Path folder;
    private final Pace pace;
    private final Consumer<String> progress;

    /** A move of archives that are made in a folder. */
    public MoveBench(PostgresArena arena, Path folder, Pace pace, Consumer<String> progress) {
        this.arena = arena;
        this.folder = folder;
        this.pace = pace;
        this.progress = progress;
    }

    /** Fills the archives and tells how they went there and back, which changes nothing in them. */
    public List<String> measured() throws Exception {
        Path data = Files.createDirectories(folder);
        StoaConfig files = config(Location.directory(data));
        try (Stoa stoa = Stoa.open(files)) {
            fill(stoa);
        }
        progress.accept(String.format(Locale.ROOT, "move: %,d MB of files are filled", (long) (bytes(data) / MEGA)));
        try (PostgresArena.PostgresCopy database = arena.empty()) {
            StoaConfig server = config(Location.postgres(database.url(), data));
            List<String> lines = new ArrayList<>(
                    List.of("| way | rows | MB | s | MB/s | CPU s |", "|---|---:|---:|---:|---:|---:|"));
            List<String> verdicts = new ArrayList<>();
            verdicts.add(line("to PostgreSQL", moved(files, server), lines));
            progress.accept("move: to PostgreSQL");
            verdicts.add(line("back to files", moved(server, files), lines));
            progress.accept("move: back to files");
            lines.add("");
            lines.addAll(verdicts);
            return lines;
        }
    }

    private StoaConfig config(Location location) {
        return StoaConfig.load(ConfigSources.of(folder, Map.of("STOA_SEARCH_EMBEDDER", "off"), location));
    }

    /** What a move did, and the processor time that this process took for it. */
    private record Moved(MoveReport report, double cpu) {
        double rate() {
            return report.bytes() / MEGA / (report.millis() / 1e3);
        }
    }

    private Moved moved(StoaConfig from, StoaConfig to) {
        long cpu = SYSTEM.getProcessCpuTime();
        MoveReport report = Mover.between(from, to, InstantSource.system(), Principal.local())
                .run(MoveListener.NONE);
        return new Moved(report, (SYSTEM.getProcessCpuTime() - cpu) / NANOS);
    }

    private static String line(String way, Moved moved, List<String> lines) {
        lines.add(String.format(
                Locale.ROOT,
                "| %s | %,d | %.1f | %.1f | %.1f | %.1f |",
                way,
                moved.report().rows(),
                moved.report().bytes() / MEGA,
                moved.report().millis() / 1e3,
                moved.rate(),
                moved.cpu()));
        return String.format(
                Locale.ROOT,
                "- %s: %.1f MB/s, aim at least %.0f: %s",
                way,
                moved.rate(),
                AIM,
                moved.rate() >= AIM ? "met" : "missed");
    }

    private static long bytes(Path data) throws IOException {
        try (Stream<Path> files = Files.walk(data)) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }

    private void fill(Stoa stoa) throws Exception {
        int rows = pace.large();
        Stores.fill(
                rows,
                number -> MemoryDraft.of(LONG.text(number)),
                stoa.learning().memories()::addAll);
        Stores.fill(
                rows / 2,
                number -> EvidenceDraft.of(LONG.text(number), "web"),
                stoa.learning().evidence()::addAll);
        for (int document = 0; document < rows / PASSAGES / 2; document++) {
            stoa.learning().evidence().addDocument(document(document));
        }
        progress.accept("move: memories and evidence are filled");
        channel(stoa, rows);
        conversations(stoa, rows);
        progress.accept("move: messages are filled");
        DebateEngine engine = DebateContests.simulating(stoa);
        crowd(rows / 100, number -> DebateContests.hold(engine, number));
    }

    private static DocumentDraft document(int number) {
        String text = IntStream.range(0, PASSAGES)
                .mapToObj(passage -> LONG.text(1_000_000L + (long) number * PASSAGES + passage))
                .collect(Collectors.joining("\n\n"));
        return DocumentDraft.ofText("document-" + number, "web", SHORT.text(number), text);
    }

    private void channel(Stoa stoa, int rows) throws Exception {
        stoa.society().agents().register(Principal.local(), AgentDraft.of(ANA.identity(), "none:"));
        stoa.society().channels().create(ANA, ChannelDraft.of("hall"));
        crowd(rows, number -> {
            stoa.society().messages().send(ANA, "hall", MessageDraft.of(SHORT.text(number)));
            return 1;
        });
    }

    private void conversations(Stoa stoa, int rows) throws Exception {
        String conversation = stoa.counsel()
                .conversations()
                .create(Principal.local(), new ConversationDraft("measured", null))
                .conversationId();
        crowd(rows, number -> {
            stoa.counsel()
                    .messages()
                    .append(
                            Principal.local(),
                            dev.stoa.counsel.conversation.MessageDraft.of(
                                    conversation, MessageRole.ASSISTANT, LONG.text(number)));
            return 1;
        });
    }

    /** Does something with a number. */
    @FunctionalInterface
    private interface Act {
        long with(int number) throws Exception;
    }

    private void crowd(int times, Act act) throws Exception {
        Crowd.platform(pace.few()).prepare(times, (thread, op) -> act.with(op)).call();
    }
}
