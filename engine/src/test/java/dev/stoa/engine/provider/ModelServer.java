package dev.stoa.engine.provider;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.stoa.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A service of language models on the loopback address that answers what a test tells it to. Thread-safe. */
public final class ModelServer implements AutoCloseable {
    /** What it answers to one request. */
    public interface Script {
        void answer(HttpExchange exchange) throws IOException;
    }

    /** A request that arrived. */
    public record Request(String path, Map<String, List<String>> headers, String body) {}

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<Request> requests = new CopyOnWriteArrayList<>();
    private final CountDownLatch arrived = new CountDownLatch(1);
    private final CountDownLatch letGo = new CountDownLatch(1);
    private volatile Script script = exchange -> exchange.sendResponseHeaders(500, -1);

    public ModelServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1_024);
        server.setExecutor(threads);
        server.createContext("/", exchange -> {
            requests.add(new Request(
                    exchange.getRequestURI().toString(),
                    Map.copyOf(exchange.getRequestHeaders()),
                    new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
            arrived.countDown();
            try (exchange) {
                script.answer(exchange);
            }
        });
        server.start();
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    public List<Request> requests() {
        return requests;
    }

    void awaitRequest() throws InterruptedException {
        arrived.await();
    }

    public void script(Script next) {
        script = next;
    }

    public void text(int status, String body) {
        bytes(status, body.getBytes(StandardCharsets.UTF_8));
    }

    public void bytes(int status, byte[] body) {
        script = exchange -> send(exchange, status, body);
    }

    public static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }

    /** Holds every answer until the server is closed. */
    public void hold() {
        script = exchange -> {
            try {
                letGo.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
    }

    /** Promises a longer body than it sends. */
    void cutOff(String body) {
        script = exchange -> {
            exchange.sendResponseHeaders(200, body.length() + 100L);
            exchange.getResponseBody().write(body.getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
        };
    }

    /** Sends spaces, as many as are asked for, as long as somebody reads them. */
    void endless(long bytes) {
        script = exchange -> {
            exchange.sendResponseHeaders(200, bytes);
            byte[] piece = " ".repeat(1 << 16).getBytes(StandardCharsets.UTF_8);
            OutputStream out = exchange.getResponseBody();
            for (long sent = 0; sent < bytes; sent += piece.length) {
                out.write(piece, 0, (int) Math.min(piece.length, bytes - sent));
            }
        };
    }

    /** A success in the form of OpenAI, with 11 tokens in and 7 out. */
    public static String success(String text) {
        return success(Vendor.OPENAI, Json.write(text));
    }

    /** A success in the form of a vendor, with 11 tokens in and 7 out. */
    static String success(Vendor vendor, String json) {
        return switch (vendor) {
            case OPENAI -> """
                {"id":"1","object":"chat.completion","model":"m","choices":[{"index":0,"message":{"role":"assistant",
                "content":%s},"finish_reason":"stop"}],
                "usage":{"prompt_tokens":11,"completion_tokens":7,"total_tokens":18}}""".formatted(json);
            case ANTHROPIC -> """
                {"id":"1","type":"message","role":"assistant","model":"m","content":[{"type":"text","text":%s}],
                "stop_reason":"end_turn","usage":{"input_tokens":11,"output_tokens":7}}""".formatted(json);
            case GEMINI -> """
                {"candidates":[{"content":{"role":"model","parts":[{"text":%s}]},"finishReason":"STOP"}],
                "usageMetadata":{"promptTokenCount":11,"candidatesTokenCount":7,"totalTokenCount":18}}""".formatted(json);
            case OLLAMA -> """
                {"model":"m","created_at":"2026-01-01T00:00:00Z","message":{"role":"assistant","content":%s},
                "done":true,"done_reason":"stop","prompt_eval_count":11,"eval_count":7}""".formatted(json);
        };
    }

    @Override
    public void close() {
        letGo.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
