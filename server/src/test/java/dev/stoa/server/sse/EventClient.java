package dev.stoa.server.sse;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A client of one stream. Used by one test. */
public final class EventClient implements AutoCloseable {
    private final HttpClient http = HttpClient.newHttpClient();
    private final HttpResponse<InputStream> answer;
    private final BufferedReader lines;

    /** An event as a client got it: absent parts are empty. */
    public record Got(String id, String name, String data) {}

    private EventClient(String url, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url)).header("Accept", "text/event-stream");
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            answer = http.send(request.build(), BodyHandlers.ofInputStream());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
        lines = new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8));
    }

    /** Opens a stream; headers as name, value, name, value. */
    public static EventClient open(String url, String... headers) {
        return new EventClient(url, headers);
    }

    public int status() {
        return answer.statusCode();
    }

    public @Nullable String header(String name) {
        return answer.headers().firstValue(name).orElse(null);
    }

    /** The next event, which must come. */
    public Got next() {
        Got got = nextOrEnd();
        if (got == null) {
            throw new AssertionError("the stream is over");
        }
        return got;
    }

    private @Nullable Got nextOrEnd() {
        String id = "";
        String name = "";
        String data = "";
        try {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("id: ")) {
                    id = line.substring(4);
                } else if (line.startsWith("event: ")) {
                    name = line.substring(7);
                } else if (line.startsWith("data: ")) {
                    data = line.substring(6);
                } else if (line.isEmpty() && !name.isEmpty()) {
                    return new Got(id, name, data);
                }
            }
            return null;
        } catch (IOException e) {
            return null;
        }
    }

    /** Every event until the stream is over. */
    public List<Got> rest() {
        List<Got> all = new ArrayList<>();
        for (Got got = nextOrEnd(); got != null; got = nextOrEnd()) {
            all.add(got);
        }
        return all;
    }

    /** The bytes that come, up to a number of them, or until a whole event with a word is among them. */
    String bytes(int most, String last) {
        try {
            StringBuilder text = new StringBuilder();
            byte[] some = new byte[most];
            while (text.length() < most
                    && !(text.indexOf(last) >= 0 && text.toString().endsWith("\n\n"))) {
                int count = answer.body().read(some, 0, most - text.length());
                text.append(new String(some, 0, count, StandardCharsets.US_ASCII));
            }
            return text.toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            answer.body().close();
        } catch (IOException e) {
            // It is over in any case.
        }
        http.shutdownNow();
    }
}
