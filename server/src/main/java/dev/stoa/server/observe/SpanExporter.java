package dev.stoa.server.observe;

import dev.stoa.base.InvalidException;
import dev.stoa.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends spans to a collector as OTLP over HTTP in JSON, on a thread of its own. Thread-safe. Handing a span over never
 * waits: where the queue is full it is dropped and counted, and so is a batch that the collector does not take.
 */
final class SpanExporter implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SpanExporter.class);

    static final int QUEUE = 4_096;
    static final int BATCH = 512;
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);
    private static final Duration ANSWER = Duration.ofSeconds(10);
    private static final Duration LAST_BATCHES = Duration.ofSeconds(3);

    /** Wakes the thread when it is to end, and is not sent. */
    private static final Span END = new Span("", "", null, "", Span.Kind.INTERNAL, 0, 0, Map.of(), false);

    private final URI collector;
    private final String version;
    private final Duration wait;
    private final Duration last;
    private final BlockingQueue<Span> queue = new ArrayBlockingQueue<>(QUEUE);
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(ANSWER)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong dropped = new AtomicLong();
    private final Thread thread;
    private volatile boolean closing;
    private boolean silent;

    private SpanExporter(URI collector, String version, Duration wait, Duration last) {
        this.collector = collector;
        this.version = version;
        this.wait = wait;
        this.last = last;
        this.thread = Thread.ofPlatform().daemon().name("stoa-traces").unstarted(this::run);
    }

    /**
     * Starts to send to a collector.
     *
     * @param endpoint its address, with or without {@code /v1/traces}
     */
    static SpanExporter to(String endpoint, String version) {
        return to(endpoint, version, LONGEST_WAIT, LAST_BATCHES);
    }

    /**
     * Starts to send to a collector.
     *
     * @param wait the longest time that a span waits for others
     * @param last the longest time that closing takes
     */
    static SpanExporter to(String endpoint, String version, Duration wait, Duration last) {
        SpanExporter exporter = new SpanExporter(address(endpoint), version, wait, last);
        exporter.thread.start();
        return exporter;
    }

    private static URI address(String endpoint) {
        String whole = endpoint.endsWith("/v1/traces") ? endpoint : endpoint.replaceFirst("/+$", "") + "/v1/traces";
        try {
            URI address = URI.create(whole);
            if (address.getHost() != null
                    && ("http".equals(address.getScheme()) || "https".equals(address.getScheme()))) {
                return address;
            }
        } catch (IllegalArgumentException e) {
            // Refused below.
        }
        throw new InvalidException(
                "invalid_config",
                "server.otlp.endpoint is not the address of a collector",
                "give one such as http://127.0.0.1:4318");
    }

    /** Hands a span over, or drops it. Waits for nothing but other threads that do the same. */
    void add(Span span) {
        if (!queue.offer(span)) {
            dropped.incrementAndGet();
        }
    }

    long sent() {
        return sent.get();
    }

    long dropped() {
        return dropped.get();
    }

    private void run() {
        try {
            while (!closing || !queue.isEmpty()) {
                List<Span> batch = next();
                if (!batch.isEmpty()) {
                    send(batch);
                }
            }
        } catch (InterruptedException e) {
            // The time for the last batches is over.
            Thread.currentThread().interrupt();
        }
        dropped.addAndGet(queue.size());
    }

    /** A whole batch, or what has come in the longest time that a span waits. */
    private List<Span> next() throws InterruptedException {
        List<Span> batch = new ArrayList<>();
        long end = System.nanoTime() + wait.toNanos();
        queue.drainTo(batch, BATCH);
        while (batch.size() < BATCH && !closing) {
            Span span = queue.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (span == null) {
                break;
            }
            batch.add(span);
            queue.drainTo(batch, BATCH - batch.size());
        }
        batch.removeIf(END::equals);
        return batch;
    }

    private void send(List<Span> batch) throws InterruptedException {
        String problem;
        try {
            HttpResponse<Void> answer = client.send(
                    HttpRequest.newBuilder(collector)
                            .timeout(ANSWER)
                            .header("Content-Type", "application/json")
                            .POST(BodyPublishers.ofString(Json.write(Span.request(batch, version))))
                            .build(),
                    BodyHandlers.discarding());
            if (answer.statusCode() / 100 == 2) {
                sent.addAndGet(batch.size());
                silent = false;
                return;
            }
            problem = "it answered " + answer.statusCode();
        } catch (IOException | RuntimeException e) {
            // Whatever it was: the thread goes on with the next batch.
            problem = e.getClass().getSimpleName();
        } catch (InterruptedException e) {
            dropped.addAndGet(batch.size());
            throw e;
        }
        dropped.addAndGet(batch.size());
        if (!silent) {
            // Once until it takes some again.
            silent = true;
            LOG.warn("traces are dropped, because the collector does not take them: {}", problem);
        }
    }

    /** Sends what is left, for a few seconds at most. */
    @Override
    public void close() {
        closing = true;
        // A full queue does not let the thread wait either.
        queue.offer(END);
        try {
            if (!thread.join(last)) {
                thread.interrupt();
                thread.join();
            }
        } catch (InterruptedException e) {
            thread.interrupt();
            Thread.currentThread().interrupt();
        }
        client.shutdownNow();
    }
}
