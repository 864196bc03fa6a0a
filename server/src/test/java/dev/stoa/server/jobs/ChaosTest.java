package dev.stoa.server.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.engine.provider.Pause;
import dev.stoa.server.RunningServer;
import dev.stoa.server.sse.EventClient;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.crash.Child;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/**
 * Two servers on one site with writers, readers and streams, while one after the other is killed, stopped and continued,
 * or restarted at moments that chance chooses.
 */
@Tag("soak")
@OnBothDatabases
@SuppressWarnings("NullAway") // a field that an answer lacks fails the test that reads it
class ChaosTest {
    private static final Duration LENGTH = Duration.ofSeconds(Integer.getInteger("stoa.soak.chaos.seconds", 600));
    private static final int SERVERS = 2;
    private static final int CLIENTS = 3;
    private static final int PATIENCE_MINUTES = 5;
    private static final String END = "the end";

    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private final Random random = new Random(14);
    private final AtomicIntegerArray ports = new AtomicIntegerArray(SERVERS);
    private final HttpClient http = HttpClient.newHttpClient();
    private final Collection<String> messages = new ConcurrentLinkedQueue<>();
    private final Collection<String> memories = new ConcurrentLinkedQueue<>();
    private volatile boolean going = true;
    private volatile boolean ended;
    private Place place;

    @Test
    void nothingAnsweredIsLostOrDoubledAndStreamsSeeEveryEventOnceWhileServersDieStandStillAndStartAgain()
            throws Exception {
        place = Place.full(dialect, folder);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            try (RunningServer calm = calm()) {
                assertThat(calm.post("channels", "{\"name\":\"lab\"}").status()).isEqualTo(201);
            }
            Child[] servers = {start(0), start(1)};
            List<Future<?>> clients = new ArrayList<>();
            List<Future<List<String>>> followers = new ArrayList<>();
            try {
                for (int i = 0; i < CLIENTS; i++) {
                    int number = i;
                    clients.add(threads.submit(called(() -> write(number))));
                    clients.add(threads.submit(called(() -> read(number))));
                    followers.add(threads.submit(() -> follow(number)));
                }
                disturb(servers);
                going = false;
                for (Future<?> client : clients) {
                    client.get();
                }
            } finally {
                going = false;
                for (Child server : servers) {
                    server.close();
                }
            }
            try (RunningServer calm = calm()) {
                assertThat(calm.post("channels/lab/messages", "{\"content\":\"" + END + "\"}")
                                .status())
                        .isEqualTo(201);
                ports.set(0, calm.port());
                ports.set(1, calm.port());
                ended = true;
                List<String> stored = all(calm, "channels/lab/messages", "content");
                assertThat(stored).doesNotHaveDuplicates().contains(END);
                assertThat(stored).filteredOn(text -> !text.equals(END)).containsExactlyInAnyOrderElementsOf(messages);
                assertThat(all(calm, "memories", "content")).containsExactlyInAnyOrderElementsOf(memories);
                for (Future<List<String>> follower : followers) {
                    assertThat(follower.get(PATIENCE_MINUTES, TimeUnit.MINUTES))
                            .doesNotHaveDuplicates()
                            .containsExactlyInAnyOrderElementsOf(stored);
                }
                assertThat(calm.get("health/doctor?deep=true").body()).containsEntry("ok", true);
            }
        } finally {
            ended = true;
            http.shutdownNow();
            place.close();
        }
    }

    private RunningServer calm() {
        return RunningServer.at(place.where(), folder, Map.of("STOA_SEARCH_EMBEDDER", "off"));
    }

    private Child start(int server) {
        Child child = Child.start(ServerChild.class, place.where(), folder, 0);
        ports.set(server, Integer.parseInt(child.expect("ready")));
        return child;
    }

    /** Kills, stops and continues, or restarts one of the servers, again and again. */
    private void disturb(Child[] servers) throws InterruptedException {
        long end = System.nanoTime() + LENGTH.toNanos();
        while (System.nanoTime() < end) {
            Pause.real().of(Duration.ofMillis(random.nextInt(1_000)));
            int victim = random.nextInt(SERVERS);
            int act = random.nextInt(3);
            // It may have come to the end of its life by itself.
            if (servers[victim].handle().isAlive()) {
                disturb(servers[victim], act);
            }
            for (int i = 0; i < SERVERS; i++) {
                if (!servers[i].handle().isAlive()) {
                    servers[i].close();
                    servers[i] = start(i);
                }
            }
        }
    }

    private void disturb(Child server, int act) throws InterruptedException {
        switch (act) {
            case 0 -> server.kill();
            case 1 -> {
                Signals.send("STOP", server);
                Pause.real().of(Duration.ofMillis(random.nextInt(3_000)));
                Signals.send("CONT", server);
            }
            default -> {
                server.endInput();
                server.exit();
            }
        }
    }

    /** What fails is thrown where its result is asked for. */
    private static Callable<@Nullable Void> called(Part part) {
        return () -> {
            part.run();
            return null;
        };
    }

    private interface Part {
        void run() throws Exception;
    }

    /** Writes messages and memories one after the other, each again until it is answered. */
    private void write(int number) throws InterruptedException {
        for (int i = 0; going; i++) {
            String text = "text " + number + " " + i;
            String body = "{\"content\":\"" + text + "\"}";
            if (i % 2 == 0) {
                insist(number + i, "POST", "channels/lab/messages", body, "key-" + number + "-" + i);
                messages.add(text);
            } else {
                insist(number + i, "POST", "memories", body, "key-" + number + "-" + i);
                memories.add(text);
            }
        }
    }

    private void read(int number) throws InterruptedException {
        for (int i = 0; going; i++) {
            insist(number + i, "GET", i % 2 == 0 ? "channels/lab/messages" : "memories", "", "none");
        }
    }

    /** Sends a request to one server after the other until it is answered; a server that is away or busy is no fault. */
    private void insist(int first, String method, String path, String body, String key) throws InterruptedException {
        for (int i = first; ; i++) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(url(i) + path))
                    .method(method, method.equals("GET") ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
                    .header("Content-Type", "application/json")
                    .header("Idempotency-Key", key)
                    .timeout(Duration.ofSeconds(60))
                    .build();
            try {
                HttpResponse<String> answer = http.send(request, BodyHandlers.ofString());
                if (answer.statusCode() < 300) {
                    return;
                }
                assertThat(answer.statusCode()).as(answer.body()).isIn(503, 504);
            } catch (IOException e) {
                // It is away; the other may have it.
                Pause.real().of(Duration.ofMillis(10));
            }
        }
    }

    private String url(int any) {
        return "http://127.0.0.1:" + ports.get(any % SERVERS) + "/api/v1/";
    }

    /** Follows the channel to its end, on whichever server there is. */
    private List<String> follow(int number) throws InterruptedException {
        List<String> texts = new ArrayList<>();
        long last = 0;
        for (int i = number; !texts.contains(END); i++) {
            boolean calm = ended;
            try (EventClient client =
                    EventClient.open(url(i) + "channels/lab/events", "Last-Event-ID", Long.toString(last))) {
                while (!texts.contains(END)) {
                    List<EventClient.Got> some = calm ? List.of(client.next()) : client.rest();
                    for (EventClient.Got got : some) {
                        if (!got.id().isEmpty()) {
                            assertThat(got.name()).isNotEqualTo("reset");
                            assertThat(Long.parseLong(got.id())).isGreaterThan(last);
                            last = Long.parseLong(got.id());
                            if (got.name().equals("message.posted")) {
                                texts.add(got.data().replaceAll(".*\"(text [0-9]+ [0-9]+|" + END + ")\".*", "$1"));
                            }
                        }
                    }
                    if (!calm) {
                        break;
                    }
                }
            } catch (UncheckedIOException e) {
                // It is away; the other may have it.
                Pause.real().of(Duration.ofMillis(10));
            }
        }
        return texts;
    }

    private static List<String> all(RunningServer server, String path, String field) {
        List<String> all = new ArrayList<>();
        Object next = "";
        while (next != null) {
            Map<String, ?> page = server.get(path + "?limit=100" + (next.equals("") ? "" : "&cursor=" + next))
                    .body();
            for (Object item : (List<?>) page.get("items")) {
                all.add(String.valueOf(((Map<?, ?>) item).get(field)));
            }
            next = page.get("next");
        }
        return all;
    }
}
