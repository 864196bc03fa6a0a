package dev.stoa.server.observe;

import dev.stoa.Stoa;
import dev.stoa.base.Principal;
import dev.stoa.base.StoaException;
import dev.stoa.debate.session.Outbox;
import dev.stoa.debate.session.SessionRow;
import dev.stoa.learning.breaker.Breaker;
import dev.stoa.society.work.TaskStatus;
import dev.stoa.storage.ArchiveSchema;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How much the archives hold. Thread-safe. It is counted on a thread of its own, of which that takes a hundredth of the
 * time at most: a scrape shows what was counted last where counting takes longer than the scrape may.
 */
public final class Figures implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Figures.class);
    private static final Duration PATIENCE = Duration.ofMillis(25);
    private static final long SHARE = 100;
    private static final long SHORTEST_NANOS = Duration.ofSeconds(1).toNanos();
    private static final String DEBATES = "stoa_debates";
    private static final String EXECUTIONS = "stoa_executions";
    private static final String OUTBOX = "stoa_outbox";
    private static final String BREAKERS = "stoa_breakers";
    private static final String BYTES = "stoa_archive_bytes";
    private static final String AUDIT = "stoa_audit_size";

    private final Stoa stoa;
    private final Principal by;
    private final LongSupplier time;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(Thread.ofPlatform()
            .daemon()
            .name("stoa-figures")
            .inheritInheritableThreadLocals(false)
            .factory());
    private final Map<String, Map<String, Long>> counted = new ConcurrentHashMap<>();
    private @Nullable Future<?> counting;
    private long next;

    Figures(Stoa stoa, Principal by, LongSupplier time) {
        this.stoa = stoa;
        this.by = by;
        this.time = time;
        this.next = time.getAsLong();
    }

    /** Shows the figures of a Stoa among metrics. */
    public static Figures of(Stoa stoa, Principal by, Metrics metrics) {
        Figures figures = new Figures(stoa, by, System::nanoTime);
        metrics.beforeScrape(figures::refresh);
        figures.show(metrics, DEBATES, "Debates", "status", words(SessionRow.Status.values()));
        figures.show(metrics, EXECUTIONS, "Executions of agents", "status", words(TaskStatus.values()));
        figures.show(metrics, OUTBOX, "What debates have to teach", "status", List.of("pending", "done", "dead"));
        figures.show(metrics, BREAKERS, "Breakers", "state", words(Breaker.Phase.values()));
        List<String> archives = Stoa.ARCHIVES.stream().map(ArchiveSchema::name).toList();
        figures.show(metrics, BYTES, "Bytes of an archive", "archive", archives);
        metrics.gauge(AUDIT, "Entries of the audit log", () -> figures.value(AUDIT, ""));
        for (ArchiveSchema schema : Stoa.ARCHIVES) {
            metrics.gauge(
                    "stoa_writer_queue",
                    "Calls that wait for the writer",
                    "archive",
                    schema.name(),
                    () -> stoa.waiting(schema));
        }
        return figures;
    }

    private static List<String> words(Enum<?>[] values) {
        return Arrays.stream(values)
                .map(each -> each.name().toLowerCase(Locale.ROOT))
                .toList();
    }

    private void show(Metrics metrics, String name, String about, String label, List<String> values) {
        values.forEach(each -> metrics.gauge(name, about, label, each, () -> value(name, each)));
    }

    /** A figure; not a number where it could not be counted. */
    private Number value(String name, String label) {
        Map<String, Long> found = counted.get(name);
        return found == null ? (Number) Double.NaN : found.getOrDefault(label, 0L);
    }

    /** Counts again if it is time to, and waits a moment for it. */
    void refresh() {
        Future<?> running;
        synchronized (this) {
            if (counting == null && time.getAsLong() - next >= 0) {
                counting = thread.submit(this::count);
            }
            running = counting;
        }
        if (running != null) {
            try {
                running.get(PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                LOG.debug("the archives are still being counted");
            } catch (ExecutionException e) {
                LOG.warn("the archives could not be counted", e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Waits until nothing is being counted. */
    synchronized void awaitIdle() throws InterruptedException {
        while (counting != null) {
            wait();
        }
    }

    private void count() {
        long start = time.getAsLong();
        try {
            keep(DEBATES, () -> stoa.debate().sessions().as(by).counts());
            keep(
                    EXECUTIONS,
                    () -> stoa.society().runs().executions(by).entrySet().stream()
                            .collect(Collectors.toMap(each -> each.getKey().text(), Map.Entry::getValue)));
            keep(OUTBOX, () -> {
                Outbox.Counts counts = stoa.debate().outbox().as(by).counts();
                return Map.of("pending", counts.pending(), "done", counts.done(), "dead", counts.dead());
            });
            keep(
                    BREAKERS,
                    () -> stoa.learning().breakers().as(by).list().stream()
                            .collect(Collectors.groupingBy(
                                    each -> each.phase().stored(), TreeMap::new, Collectors.counting())));
            keep(BYTES, stoa::bytes);
            keep(AUDIT, () -> Map.of("", stoa.counsel().audit().newest(by)));
        } finally {
            synchronized (this) {
                long end = time.getAsLong();
                next = end + Math.max(SHORTEST_NANOS, SHARE * (end - start));
                counting = null;
                notifyAll();
            }
        }
    }

    private void keep(String name, Supplier<Map<String, Long>> counting) {
        try {
            counted.put(name, counting.get());
        } catch (StoaException e) {
            // Better none than an old one: health says what is wrong.
            counted.remove(name);
        }
    }

    /** Interrupts what is being counted, and waits for its end. */
    @Override
    public void close() {
        thread.shutdownNow();
        thread.close();
    }
}
