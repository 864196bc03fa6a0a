package dev.stoa.server.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.debate.rules.reply.ReplyKind;
import dev.stoa.engine.provider.Call;
import dev.stoa.engine.provider.CallFailure;
import dev.stoa.engine.provider.CallObserver;
import dev.stoa.engine.provider.Reply;
import dev.stoa.server.RunningServer;
import dev.stoa.server.http.Front;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@OnBothDatabases
@Timeout(120)
class MetricsTest {
    private static final Pattern SAMPLE = Pattern.compile(
            "[a-zA-Z_:][a-zA-Z0-9_:]*(\\{([a-zA-Z_][a-zA-Z0-9_]*=\"([^\"\\\\\\n]|\\\\.)*\",?)*})? (NaN|[+-]?Inf|[-+0-9.Ee]+)");

    @Parameter
    @SuppressWarnings("NullAway.Init")
    Dialect dialect;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private static String scrape(RunningServer server) {
        return server.sendRaw("GET", "/metrics", null, "Accept", "text/plain")
                .raw()
                .body();
    }

    private static void awaitSample(RunningServer server, String sample) {
        while (!scrape(server).contains(sample)) {
            Thread.onSpinWait();
        }
    }

    private static long series(String text) {
        return text.lines().filter(line -> !line.startsWith("#")).count();
    }

    @Test
    void everythingIsThereParsesAndIsCounted() {
        try (Place place = Place.full(dialect, folder);
                RunningServer server = RunningServer.at(place.where(), folder)) {
            for (int i = 0; i < 200; i++) {
                server.get("memories/id" + i);
                server.sendRaw("GET", "/nowhere/" + i, null);
            }
            Object debate = server.post("debates", "{\"topic\":\"t?\",\"agents\":[\"a=sim:\",\"b=sim:\"],\"seed\":7}")
                    .body()
                    .get("id");
            server.post("agents", "{\"identity\":\"ana\",\"model\":\"sim:\"}");
            server.post("runs", "{\"agent\":\"ana\",\"input\":\"go\"}");
            while (!"completed".equals(server.get("debates/" + debate).body().get("status"))) {
                Thread.onSpinWait();
            }
            // The first scrape lets everything be counted; how soon it is counted again depends on how long that took.
            awaitSample(server, "stoa_debates{status=\"completed\"} 1.0");
            awaitSample(server, "stoa_executions{status=\"pending\"} 1.0");
            while (scrape(server).contains("NaN")) {
                Thread.onSpinWait();
            }
            String text = scrape(server);
            assertThat(text.lines().filter(line -> !line.startsWith("#")))
                    .allMatch(line -> SAMPLE.matcher(line).matches());
            assertThat(text)
                    .contains("stoa_http_requests_total{method=\"GET\",route=\"memories/{id}\",status=\"404\"} 200.0")
                    .contains("stoa_http_requests_total{method=\"GET\",route=\"none\",status=\"404\"} 200.0")
                    .contains("stoa_http_seconds_bucket")
                    .contains("stoa_http_in_flight 1.0")
                    .contains("stoa_streams{kind=\"debate\"} 0.0")
                    .contains("stoa_store_seconds_count{archive=\"continuum\",kind=\"read\"}")
                    .contains("stoa_store_seconds_bucket{archive=\"debate\",kind=\"write\",le=\"0.005\"}")
                    .contains("stoa_writer_queue{archive=\"society\"} 0.0")
                    .contains("stoa_provider_tokens_total{direction=\"in\"}")
                    .contains("stoa_outbox{status=\"pending\"}")
                    .contains("stoa_breakers{state=\"half_open\"} 0.0")
                    .contains("jvm_memory_used_bytes")
                    .containsPattern("stoa_connections [1-9]")
                    .containsPattern(
                            "stoa_provider_calls_total\\{model=\"[^\"]*\",outcome=\"ok\",provider=\"sim\"} [1-9]")
                    .containsPattern("stoa_archive_bytes\\{archive=\"debate\"} [1-9]")
                    .containsPattern("stoa_audit_size [0-9]")
                    .doesNotContain("id17", "NaN");
            assertThat(server.sendRaw("GET", "/metrics", null, "Accept", "application/openmetrics-text")
                            .raw()
                            .body())
                    .endsWith("# EOF\n");
        }
    }

    /** The processor time of the quickest of some scrapes while requests are counted. */
    private static Duration scrapedUnderLoad(Metrics metrics) {
        ThreadMXBean clock = ManagementFactory.getThreadMXBean();
        AtomicBoolean over = new AtomicBoolean();
        long best = Long.MAX_VALUE;
        try (ExecutorService load = Executors.newFixedThreadPool(4)) {
            for (int i = 0; i < 4; i++) {
                load.execute(() -> {
                    while (!over.get()) {
                        metrics.done(
                                new Front.Finished("GET", "route7", 200, Duration.ofMillis(7), 0, 0, "", "", "", "r"));
                    }
                });
            }
            for (int i = 0; i < 20; i++) {
                long before = clock.getCurrentThreadCpuTime();
                metrics.scrape();
                best = Math.min(best, clock.getCurrentThreadCpuTime() - before);
            }
            over.set(true);
        }
        return Duration.ofNanos(best);
    }

    @Test
    void jobsAreTimed() {
        try (RunningServer server = RunningServer.working(folder, Map.of(), InstantSource.system())) {
            awaitSample(server, "stoa_job_seconds_count{job=\"outbox\"}");
            assertThat(scrape(server)).contains("stoa_job_failures_total{job=\"outbox\"} 0.0");
        }
    }

    @Test
    @DisplayName(
            "/metrics must parse, keep its series below 2,000 after 10,000 distinct ids, and be scraped under load in"
                    + " < 50 ms.")
    void tenThousandNamesMakeNoMoreThanTwoThousandSeriesWhichAreScrapedInLessThan50Milliseconds() {
        try (Metrics metrics = new Metrics()) {
            metrics.knows(List.of("openai"));
            for (int i = 0; i < 10_000; i++) {
                metrics.done(new Front.Finished(
                        "GET", "route" + i, 200 + i % 300, Duration.ofMillis(i), 0, 0, "", "", "", "r"));
                CallFailure.Kind[] kinds = CallFailure.Kind.values();
                Call call = Call.of("a" + i, "p", ReplyKind.POSITION, 1, Duration.ofSeconds(1));
                metrics.asked(new CallObserver.Asked(
                        i % 2 == 0 ? "openai" : "p" + i, named(call, "m" + i), Reply.of("x"), null, 1, 2, 3));
                metrics.asked(new CallObserver.Asked(
                        "openai", named(call, "m" + i % 64), null, kinds[i % kinds.length], 0, 0, 3));
            }
            String text = metrics.scrape();
            assertThat(scrapedUnderLoad(metrics)).isLessThan(Duration.ofMillis(50));
            // What a server at work shows beside requests and calls comes on top; what both have is counted twice.
            try (RunningServer server = RunningServer.working(folder, Map.of(), InstantSource.system())) {
                awaitSample(server, "stoa_job_seconds_count{job=\"outbox\"}");
                assertThat(series(text) + series(scrape(server))).isLessThan(2_000);
            }
            assertThat(text)
                    .contains("stoa_http_requests_total{method=\"other\",route=\"other\",status=\"other\"}")
                    .contains("stoa_http_seconds_count{route=\"other\"}")
                    .contains("stoa_provider_calls_total{model=\"other\",outcome=\"ok\",provider=\"other\"}")
                    .contains("stoa_provider_calls_total{model=\"m0\",outcome=\"ok\",provider=\"openai\"} 1.0")
                    .contains("stoa_provider_tokens_total{direction=\"out\"} 20000.0")
                    .doesNotContain("p1\"");
        }
    }

    @SuppressWarnings("NullAway") // a class file does not say that the values of a schema may be null
    private static Call named(Call call, String model) {
        return new Call(
                call.agent(),
                model,
                call.prompt(),
                call.system(),
                call.kind(),
                call.schema(),
                call.situation(),
                call.seed(),
                call.attempt(),
                call.timeout(),
                call.params());
    }
}
