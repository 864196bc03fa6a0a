package dev.stoa.bench.counsel;

import com.sun.management.OperatingSystemMXBean;
import dev.stoa.Stoa;
import dev.stoa.base.Principal;
import dev.stoa.bench.harness.Aim;
import dev.stoa.bench.harness.Contest;
import dev.stoa.bench.harness.Crowd;
import dev.stoa.bench.harness.InProcess;
import dev.stoa.bench.harness.Pace;
import dev.stoa.bench.harness.Prose;
import dev.stoa.bench.harness.Steps;
import dev.stoa.bench.harness.Stores;
import dev.stoa.counsel.audit.VerifyReport;
import dev.stoa.counsel.conversation.MessageDraft;
import dev.stoa.counsel.conversation.MessageRequest;
import dev.stoa.counsel.conversation.MessageRole;
import dev.stoa.counsel.keyword.KeywordSearch;
import dev.stoa.storage.Durability;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * What messages and entries of the audit log cost while there are few of them and while there are a million. Not
 * thread-safe. Filling takes minutes, so this runs only when it is asked for.
 */
public final class GrowthBench implements AutoCloseable {
    private static final Principal ME = Principal.local();
    private static final Prose WORDS = new Prose(6);
    private static final int PER_CONVERSATION = 100;
    private static final int PAGE = 50;
    /** What an operation may cost among many rows, compared to few. */
    private static final double FLAT = 1.5;
    /** Parts in which a store is filled, each indexed before the next. */
    private static final int PARTS = 5;

    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private final Stores stores;
    private final Pace pace;
    private final int rows;
    private final Consumer<String> progress;
    private final List<AutoCloseable> open = new ArrayList<>();
    private final List<String> filled =
            new ArrayList<>(List.of("| work | rows | per second | CPU µs |", "|---|---:|---:|---:|"));

    /**
     * A growth to a number of rows.
     *
     * @param progress is told how far filling is, which takes minutes
     */
    public GrowthBench(Stores stores, Pace pace, int rows, Consumer<String> progress) {
        this.stores = stores;
        this.pace = pace;
        this.rows = rows;
        this.progress = progress;
    }

    public List<Contest> all() throws Exception {
        Map<Integer, Talk> talks = new LinkedHashMap<>();
        Map<Integer, Stoa> logs = new LinkedHashMap<>();
        for (int size : List.of(pace.small(), rows)) {
            talks.put(size, talk(size));
            logs.put(size, log(size));
        }
        return List.of(
                messages("read a page among many", "pages", talks, Talk::page),
                // Before more is appended: what waits for the index would be measured too.
                messages("search a rare word among many", "searches", talks, Talk::search),
                messages("append a message among many", "appends", talks, Talk::append),
                entries(logs),
                verified(logs));
    }

    /** Conversations with messages that are indexed. */
    private record Talk(Stoa stoa, List<String> conversations) {
        private String conversation(long number) {
            return conversations.get((int) (number % conversations.size()));
        }

        void append(long number) {
            stoa.counsel()
                    .messages()
                    .append(ME, MessageDraft.of(conversation(number), MessageRole.ASSISTANT, WORDS.text(number)));
        }

        void page(long number) {
            stoa.counsel().messages().page(ME, conversation(number), MessageRequest.newest(PAGE));
        }

        void search(long number) {
            int found = stoa.counsel()
                    .keywords()
                    .find(ME, KeywordSearch.of("needle"))
                    .size();
            if (found != 1) {
                throw new IllegalStateException(found + " messages were found");
            }
        }
    }

    /** Something that is done with conversations. */
    @FunctionalInterface
    private interface Act {
        void on(Talk talk, long number);
    }

    private static Contest messages(String title, String unit, Map<Integer, Talk> talks, Act act) {
        Contest contest = new Contest(title, unit, 1);
        List<String> names = new ArrayList<>();
        talks.forEach((rows, talk) -> {
            String name = String.format(Locale.ROOT, "%,d messages", rows);
            names.add(name);
            contest.add(new InProcess(name, Steps.of(number -> act.on(talk, number))));
        });
        return contest.cpuAgainst(names.getFirst()).aim(Aim.cpuAtMost(FLAT, names.getLast(), names.getFirst()));
    }

    private static Contest entries(Map<Integer, Stoa> logs) {
        Contest contest = new Contest("append to the audit log among many", "entries", 1);
        List<String> names = new ArrayList<>();
        logs.forEach((rows, stoa) -> {
            String name = Stores.rows("Audit.record", rows);
            names.add(name);
            contest.add(new InProcess(name, Steps.of(number -> AuditBench.record(stoa, number))));
        });
        return contest.cpuAgainst(names.getFirst()).aim(Aim.cpuAtMost(FLAT, names.getLast(), names.getFirst()));
    }

    private static Contest verified(Map<Integer, Stoa> logs) {
        int rows = logs.keySet().stream().max(Integer::compare).orElseThrow();
        Stoa stoa = Objects.requireNonNull(logs.get(rows));
        String name = Stores.rows("Audit.verify", rows);
        return new Contest("verify an audit log of many entries", "verifications", 1)
                .add(new InProcess(name, Steps.of(number -> {
                    VerifyReport report = stoa.counsel().audit().verify(ME, List.of(), List.of());
                    if (!report.ok()) {
                        throw new IllegalStateException("the log does not verify: " + report);
                    }
                })))
                .aim(Aim.cpuMicros(AuditBench.PER_ROW * rows, name, "100,000 rows a second and core"));
    }

    private Talk talk(int messages) throws Exception {
        Stoa stoa = stores.open(Durability.NORMAL);
        open.add(stoa);
        List<String> conversations = new ArrayList<>();
        for (int i = 0; i < Math.max(1, messages / PER_CONVERSATION); i++) {
            conversations.add(MessageBench.conversation(stoa));
        }
        Talk talk = new Talk(stoa, conversations);
        stoa.counsel()
                .messages()
                .append(ME, MessageDraft.of(conversations.getFirst(), MessageRole.USER, "a needle in a haystack"));
        for (int part = 0; part < PARTS; part++) {
            int from = (int) ((long) messages * part / PARTS);
            int to = (int) ((long) messages * (part + 1) / PARTS);
            step("append a message", from, to, messages, () -> fill(from, to, talk::append));
            step("index a message", from, to, messages, () -> {
                while (stoa.counsel().keywords().drain() > 0) {
                    Thread.onSpinWait();
                }
            });
        }
        return talk;
    }

    /** A part of filling. */
    @FunctionalInterface
    private interface Filling {
        void run() throws Exception;
    }

    /** Fills a part, and notes what it cost in the largest store. */
    private void step(String work, int from, int to, int size, Filling filling) throws Exception {
        long cpu = SYSTEM.getProcessCpuTime();
        long wall = System.nanoTime();
        filling.run();
        double nanos = System.nanoTime() - wall;
        double spent = SYSTEM.getProcessCpuTime() - cpu;
        String line = String.format(
                Locale.ROOT,
                "| %s | %,d to %,d | %,.0f | %.1f |",
                work,
                from,
                to,
                (to - from) * 1e9 / nanos,
                spent / 1e3 / (to - from));
        if (size == rows) {
            progress.accept(line);
            filled.add(line);
        }
    }

    /** What filling the largest store cost, part by part, as a table. */
    public List<String> filled() {
        return List.copyOf(filled);
    }

    private Stoa log(int size) throws Exception {
        Stoa stoa = stores.open(Durability.NORMAL);
        open.add(stoa);
        for (int part = 0; part < PARTS; part++) {
            int from = (int) ((long) size * part / PARTS);
            int to = (int) ((long) size * (part + 1) / PARTS);
            step(
                    "append to the audit log",
                    from,
                    to,
                    size,
                    () -> fill(from, to, number -> AuditBench.record(stoa, number)));
        }
        return stoa;
    }

    private void fill(int from, int to, Steps.Step step) throws Exception {
        Crowd.platform(pace.many())
                .prepare(to - from, (thread, op) -> {
                    step.run(from + op);
                    return 1;
                })
                .call();
    }

    @Override
    public void close() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
    }
}
