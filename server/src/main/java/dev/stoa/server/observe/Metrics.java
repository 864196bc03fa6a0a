package dev.stoa.server.observe;

import dev.stoa.engine.provider.CallFailure;
import dev.stoa.engine.provider.CallObserver;
import dev.stoa.server.http.Answer;
import dev.stoa.server.http.Example;
import dev.stoa.server.http.Front;
import dev.stoa.server.http.Route;
import dev.stoa.server.http.Scope;
import dev.stoa.storage.StoreObserver;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The metrics of the server, as Prometheus reads them. Thread-safe. Labels are templates of routes and other closed
 * lists, so that no client can make them grow.
 */
public final class Metrics implements Front.Observer, StoreObserver, CallObserver, AutoCloseable {
    private static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";
    private static final String OPEN_METRICS = "application/openmetrics-text";
    private static final String OPEN_METRICS_TYPE = OPEN_METRICS + "; version=1.0.0; charset=utf-8";
    private static final Duration[] BUCKETS = {
        Duration.ofMillis(5),
        Duration.ofMillis(25),
        Duration.ofMillis(100),
        Duration.ofMillis(500),
        Duration.ofMillis(2_500)
    };

    private static final Duration[] STORE_BUCKETS = {
        Duration.ofMillis(1), Duration.ofMillis(5), Duration.ofMillis(50), Duration.ofMillis(500)
    };

    /** What has no label of its own, because it is on no list or the list is full. */
    static final String OTHER = "other";

    // Together with what is fixed these keep all series below 2,000, whatever is called.
    private static final int MOST_TIMED = 80;
    private static final int MOST_COUNTED = 500;
    private static final int MOST_MODELS = 32;

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final JvmGcMetrics collections = new JvmGcMetrics();
    private final Map<String, Timer> timers = new ConcurrentHashMap<>();
    private final Map<String, Counter> requests = new ConcurrentHashMap<>();
    private final Map<String, Timer> stores = new ConcurrentHashMap<>();
    private final Map<String, Timer> jobs = new ConcurrentHashMap<>();
    private final Map<String, Counter> calls = new ConcurrentHashMap<>();
    private final Set<String> providers = ConcurrentHashMap.newKeySet();
    private final Set<String> models = ConcurrentHashMap.newKeySet();
    private final Counter tokensIn = tokens("in");
    private final Counter tokensOut = tokens("out");
    private volatile Runnable before = () -> {};

    public Metrics() {
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ClassLoaderMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        collections.bindTo(registry);
    }

    /** Shows a number that is asked for at each scrape; it must be cheap. */
    public void gauge(String name, String about, Supplier<Number> value) {
        Gauge.builder(name, value).description(about).register(registry);
    }

    /** The same with a label. */
    public void gauge(String name, String about, String label, String of, Supplier<Number> value) {
        Gauge.builder(name, value).description(about).tag(label, of).register(registry);
    }

    /** Does something before each scrape; it must be quick. */
    public void beforeScrape(Runnable preparing) {
        before = preparing;
    }

    /** Shows a number that only grows, which is asked for at each scrape. */
    public void counter(String name, String about, String label, String of, Supplier<Number> value) {
        FunctionCounter.builder(name, value, asked -> asked.get().doubleValue())
                .description(about)
                .tag(label, of)
                .register(registry);
    }

    private Counter tokens(String direction) {
        return Counter.builder("stoa_provider_tokens")
                .description("Tokens of prompts and replies")
                .tag("direction", direction)
                .register(registry);
    }

    @Override
    public void done(Front.Finished request) {
        timers.computeIfAbsent(
                        bounded(timers, request.route(), MOST_TIMED),
                        route -> Timer.builder("stoa_http")
                                .description("How long requests took")
                                .tag("route", route)
                                .serviceLevelObjectives(BUCKETS)
                                .register(registry))
                .record(request.time());
        String method = known(request.method());
        String status = Integer.toString(request.status());
        String key = bounded(requests, request.route() + " " + method + " " + status, MOST_COUNTED);
        requests.computeIfAbsent(
                        key,
                        counted -> Counter.builder("stoa_http_requests")
                                .description("Requests")
                                .tag("route", counted.equals(OTHER) ? OTHER : request.route())
                                .tag("method", counted.equals(OTHER) ? OTHER : method)
                                .tag("status", counted.equals(OTHER) ? OTHER : status)
                                .register(registry))
                .increment();
    }

    /** The key, or the one for all others where there are too many already. */
    private static String bounded(Map<String, ?> known, String key, int most) {
        return known.size() < most || known.containsKey(key) ? key : OTHER;
    }

    @Override
    public void done(String archive, Kind kind, long nanos) {
        String operation = kind.name().toLowerCase(Locale.ROOT);
        stores.computeIfAbsent(
                        archive + " " + operation,
                        key -> Timer.builder("stoa_store")
                                .description("How long calls of archives took")
                                .tag("archive", archive)
                                .tag("kind", operation)
                                .serviceLevelObjectives(STORE_BUCKETS)
                                .register(registry))
                .record(nanos, TimeUnit.NANOSECONDS);
    }

    /** Counts a job that was done or has failed. */
    public void done(String job, Duration time) {
        jobs.computeIfAbsent(
                        job,
                        name -> Timer.builder("stoa_job")
                                .description("How long jobs took")
                                .tag("job", name)
                                .register(registry))
                .record(time);
    }

    /** The providers that have a label of their own. */
    public void knows(Collection<String> names) {
        providers.addAll(names);
    }

    @Override
    public void asked(Asked asked) {
        String provider = providers.contains(asked.provider()) ? asked.provider() : OTHER;
        String model = model(provider, asked);
        String outcome = outcome(asked);
        calls.computeIfAbsent(
                        provider + " " + model + " " + outcome,
                        key -> Counter.builder("stoa_provider_calls")
                                .description("Calls of models")
                                .tag("provider", provider)
                                .tag("model", model)
                                .tag("outcome", outcome)
                                .register(registry))
                .increment();
        tokensIn.increment(asked.tokensIn());
        tokensOut.increment(asked.tokensOut());
    }

    /** Only what has answered is a model: the names of others are anyone's. */
    private String model(String provider, Asked asked) {
        String name = asked.call().model();
        String whole = provider + ":" + name;
        if (asked.reply() != null && models.size() < MOST_MODELS) {
            models.add(whole);
        }
        return models.contains(whole) ? name : OTHER;
    }

    /** How a call ended, in one of a few words. */
    static String outcome(Asked asked) {
        CallFailure.Kind failure = asked.failure();
        return failure != null ? failure.name().toLowerCase(Locale.ROOT) : asked.reply() != null ? "ok" : "interrupted";
    }

    private static String known(String method) {
        return switch (method) {
            case "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS" -> method;
            default -> "other";
        };
    }

    /** All of them as text. */
    String scrape() {
        return registry.scrape(TEXT);
    }

    /** The route of the scrape. */
    public List<Route> routes() {
        return List.of(Route.get("metrics", "metrics", "Give the metrics in the form of Prometheus.", Scope.READ)
                .mark(Route.Mark.ROOT, Route.Mark.EXPORTS)
                .handle(Example.get("metrics"), call -> {
                    before.run();
                    String type = call.accepts(OPEN_METRICS) ? OPEN_METRICS_TYPE : TEXT;
                    return Answer.text(type, registry.scrape(type));
                }));
    }

    @Override
    public void close() {
        collections.close();
        registry.close();
    }
}
