package dev.stoa.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.json.Json;
import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("NullAway") // a field that an answer lacks fails the test that reads it
class BulkTest {
    private static final long MOST_HEAP = 64L << 20;

    /** A body of lines that is made while it is read, and looks at the heap half-way. */
    private static final class Lines extends InputStream {
        private final int count;
        private byte[] line = {};
        private int at;
        private int number;
        private long heap;

        Lines(int count) {
            this.count = count;
        }

        static boolean isBad(int number) {
            return number % 1_000 == 500;
        }

        @Override
        public int read() {
            throw new IllegalStateException("bytes are read in blocks");
        }

        @Override
        public int read(byte[] bytes, int from, int length) {
            if (at == line.length) {
                if (number == count) {
                    return -1;
                }
                number++;
                line = ("{\"snippet\":\"line " + number + " of the upload\",\"source\":\"docs\""
                                + (isBad(number) ? ",\"position\":-1" : "") + "}\n")
                        .getBytes(StandardCharsets.UTF_8);
                at = 0;
                if (number == count / 2) {
                    heap = heap();
                }
            }
            int given = Math.min(length, line.length - at);
            System.arraycopy(line, at, bytes, from, given);
            at += given;
            return given;
        }
    }

    /** What is in use once nothing is left to be collected. */
    private static long heap() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    @Test
    @DisplayName("A bulk upload of 100,000 lines with 100 bad ones must store 99,900, name the 100, keep their order,"
            + " and use < 64 MiB. (2,000 lines)")
    void aBulkUploadWithBadLinesStoresTheOthersNamesTheBadKeepsTheirOrderAndUsesLittleHeap(@TempDir Path folder)
            throws IOException, InterruptedException {
        upload(folder, 2_000);
    }

    @Test
    @DisplayName("A bulk upload of 100,000 lines with 100 bad ones must store 99,900, name the 100, keep their order,"
            + " and use < 64 MiB.")
    @Tag("soak")
    void aBulkUploadOf100000LinesWith100BadOnesStores99900NamesThe100KeepsTheirOrderAndUsesLessThan64MiB(
            @TempDir Path folder) throws IOException, InterruptedException {
        upload(folder, 100_000);
    }

    private static void upload(Path folder, int count) throws IOException, InterruptedException {
        int bad = count / 1_000;
        try (RunningServer server = RunningServer.at(folder.toString(), folder, Map.of("STOA_SEARCH_EMBEDDER", "off"));
                HttpClient client = HttpClient.newHttpClient()) {
            server.post("evidence", "{\"snippet\":\"the first, so that everything is loaded\",\"source\":\"docs\"}");
            long before = heap();
            Lines lines = new Lines(count);
            HttpResponse<String> answer = client.send(
                    HttpRequest.newBuilder(URI.create(server.url() + "/api/v1/evidence"))
                            .header("Content-Type", "application/x-ndjson")
                            .POST(BodyPublishers.ofInputStream(() -> lines))
                            .build(),
                    BodyHandlers.ofString());
            List<Map<String, @Nullable Object>> results =
                    answer.body().lines().map(Json::parseObject).toList();
            assertThat(results.getLast())
                    .isEqualTo(Json.object(
                            "lines", (long) count, "created", (long) count - bad, "known", 0L, "refused", (long) bad));
            assertThat(results.subList(0, bad).stream().map(line -> line.get("line")))
                    .isEqualTo(IntStream.range(0, bad)
                            .mapToObj(n -> 1_000L * n + 500)
                            .toList());
            assertThat(lines.heap - before).isLessThan(MOST_HEAP);
            assertThat(stored(server))
                    .isEqualTo(IntStream.rangeClosed(1, count)
                            .filter(n -> !Lines.isBad(n))
                            .mapToObj(n -> "line " + n + " of the upload")
                            .toList());
        }
    }

    /** What is stored, in the order in which it was. */
    private static List<Object> stored(RunningServer server) {
        List<Object> contents = new ArrayList<>();
        Object cursor = null;
        do {
            Reply page = server.get("evidence?limit=500" + (cursor == null ? "" : "&cursor=" + cursor));
            for (Object item : (List<?>) page.body().get("items")) {
                contents.add(((Map<?, ?>) item).get("snippet"));
            }
            cursor = page.body().get("next");
        } while (cursor != null);
        Collections.reverse(contents);
        contents.removeFirst();
        return contents;
    }
}
