package dev.stoa.browser;

import dev.stoa.cli.Main;
import dev.stoa.json.Json;
import dev.stoa.server.RunningServer.Reply;
import dev.stoa.storage.crash.Child;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;

/** {@code stoa serve} as a process of its own. Used by one test. */
final class ServerProcess implements AutoCloseable {
    private final Child child;
    private final String url;
    private final HttpClient client = HttpClient.newHttpClient();

    private ServerProcess(Child child) {
        this.child = child;
        this.url = child.expect("stoa: listening on").strip();
    }

    /** Serves a data directory; port 0 for one that is free. */
    static ServerProcess start(Path folder, int port) {
        return new ServerProcess(Child.start(Main.class, "serve", "--data", folder, "--port", port));
    }

    String url() {
        return url;
    }

    int port() {
        return URI.create(url).getPort();
    }

    /** The time that it was busy so far. */
    java.time.Duration spent() {
        return child.handle().info().totalCpuDuration().orElseThrow();
    }

    Reply post(String path, String body) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/api/v1/" + path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        try {
            HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            return new Reply(answer.statusCode(), Json.parseObject(answer.body()), answer);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Ends it as a power switch would. */
    void kill() {
        child.kill();
    }

    @Override
    public void close() {
        client.close();
        child.close();
    }
}
