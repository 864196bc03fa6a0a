package dev.stoa.server.jobs;

import com.sun.net.httpserver.HttpServer;
import dev.stoa.json.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A service of language models in the form of OpenAI that answers nobody until it is told to. Thread-safe. */
public final class HeldModels implements AutoCloseable {
    private static final byte[] ANSWER = """
            {"id":"1","object":"chat.completion","model":"m","choices":[{"index":0,"message":{"role":"assistant",
            "content":"{\\"answer\\":\\"the first\\",\\"confidence\\":0.9}"},"finish_reason":"stop"}],
            "usage":{"prompt_tokens":11,"completion_tokens":7,"total_tokens":18}}""".getBytes(StandardCharsets.UTF_8);

    private final HttpServer http;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final CountDownLatch answering = new CountDownLatch(1);
    private final Map<String, CountDownLatch> asked = new ConcurrentHashMap<>();

    public HeldModels() throws IOException {
        http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        http.setExecutor(threads);
        http.createContext("/", exchange -> {
            Map<String, ?> request =
                    Json.parseObject(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            asked(String.valueOf(request.get("model"))).countDown();
            try (exchange) {
                answering.await();
                exchange.getResponseHeaders().set("Content-Type", "application/json");
                exchange.sendResponseHeaders(200, ANSWER.length);
                exchange.getResponseBody().write(ANSWER);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        http.start();
    }

    public String url() {
        return "http://127.0.0.1:" + http.getAddress().getPort() + "/v1";
    }

    private CountDownLatch asked(String model) {
        return asked.computeIfAbsent(model, name -> new CountDownLatch(1));
    }

    /** Waits until a model is asked. */
    public void await(String model) throws InterruptedException {
        asked(model).await();
    }

    /** Answers all who wait, and from now on everybody. */
    public void answer() {
        answering.countDown();
    }

    @Override
    public void close() {
        answering.countDown();
        http.stop(0);
        threads.shutdownNow();
    }
}
