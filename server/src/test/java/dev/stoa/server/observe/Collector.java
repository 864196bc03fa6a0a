package dev.stoa.server.observe;

import com.sun.net.httpserver.HttpServer;
import dev.stoa.json.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A collector of traces over real HTTP, which may be told not to answer. Thread-safe. */
@SuppressWarnings("NullAway") // a field that a span lacks fails the test that reads it
public final class Collector implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 60;

    private final HttpServer http;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Map<String, @Nullable Object>> requests = new CopyOnWriteArrayList<>();
    private final List<Map<?, ?>> spans = new CopyOnWriteArrayList<>();
    private final BlockingQueue<Map<?, ?>> arrivals = new LinkedBlockingQueue<>();
    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch answering;

    private Collector(boolean answers) throws IOException {
        answering = new CountDownLatch(answers ? 0 : 1);
        http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        http.setExecutor(threads);
        http.createContext("/v1/traces", exchange -> {
            asked.countDown();
            Map<String, @Nullable Object> request =
                    Json.parseObject(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            try {
                answering.await();
            } catch (InterruptedException e) {
                exchange.close();
                return;
            }
            boolean good = exchange.getRequestMethod().equals("POST")
                    && "application/json".equals(exchange.getRequestHeaders().getFirst("Content-Type"));
            if (good) {
                take(request);
            }
            byte[] answer = "{}".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(good ? 200 : 400, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        http.start();
    }

    private void take(Map<String, @Nullable Object> request) {
        requests.add(request);
        for (Object resource : (List<?>) request.get("resourceSpans")) {
            for (Object scope : (List<?>) ((Map<?, ?>) resource).get("scopeSpans")) {
                for (Object span : (List<?>) ((Map<?, ?>) scope).get("spans")) {
                    spans.add((Map<?, ?>) span);
                    arrivals.add((Map<?, ?>) span);
                }
            }
        }
    }

    public static Collector answering() throws IOException {
        return new Collector(true);
    }

    /** One that takes connections and never answers. */
    public static Collector silent() throws IOException {
        return new Collector(false);
    }

    public String endpoint() {
        return "http://127.0.0.1:" + http.getAddress().getPort();
    }

    /** Waits until something is sent to it. */
    void awaitRequest() throws InterruptedException {
        if (!asked.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("nothing was sent");
        }
    }

    List<Map<String, @Nullable Object>> requests() {
        return requests;
    }

    /** All spans so far. */
    public List<Map<?, ?>> spans() {
        return spans;
    }

    /** The next span of a kind; waits for it. */
    public Map<?, ?> await(Predicate<Map<?, ?>> wanted) throws InterruptedException {
        for (Map<?, ?> span = arrivals.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
                span != null;
                span = arrivals.poll(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            if (wanted.test(span)) {
                return span;
            }
        }
        throw new AssertionError("no such span was sent, but " + spans);
    }

    /**
     * Waits until spans whose names begin so have been sent. A server that is closed sends the last ones only for a
     * while, which a busy machine may exceed.
     */
    void awaitNamed(String... names) throws InterruptedException {
        for (String name : names) {
            if (spans.stream().noneMatch(span -> begins(span, name))) {
                await(span -> begins(span, name));
            }
        }
    }

    private static boolean begins(Map<?, ?> span, String name) {
        return String.valueOf(span.get("name")).startsWith(name);
    }

    /** The attributes of a span by name; numbers as the text that they are sent as. */
    public static Map<String, String> attributes(Map<?, ?> span) {
        Map<String, String> all = new TreeMap<>();
        for (Object attribute : (List<?>) span.get("attributes")) {
            Map<?, ?> value = (Map<?, ?>) ((Map<?, ?>) attribute).get("value");
            all.put(
                    String.valueOf(((Map<?, ?>) attribute).get("key")),
                    String.valueOf(value.values().iterator().next()));
        }
        return all;
    }

    @Override
    public void close() {
        answering.countDown();
        http.stop(0);
        threads.shutdownNow();
    }
}
