package dev.stoa.server.observe;

import dev.stoa.Stoa;
import dev.stoa.StoaConfig;
import dev.stoa.base.Principal;
import dev.stoa.engine.provider.CallObserver;
import dev.stoa.engine.provider.Providers;
import dev.stoa.server.config.ServerSettings;
import dev.stoa.server.http.Front;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Everything by which a server is observed, as its settings say. Thread-safe. */
public final class Observation implements AutoCloseable {
    private final Metrics metrics = new Metrics();
    private final LastHour hour;
    private final @Nullable Traces traces;
    private final Front.Observer requests;
    private volatile @Nullable Figures figures;

    private Observation(@Nullable Traces traces, @Nullable AccessLog log, InstantSource clock) {
        this.traces = traces;
        this.hour = new LastHour(clock);
        List<Front.Observer> all = new ArrayList<>(List.of(metrics, hour));
        if (traces != null) {
            all.add(traces);
            metrics.counter("stoa_spans", "Spans of traces", "outcome", "sent", traces::sent);
            metrics.counter("stoa_spans", "Spans of traces", "outcome", "dropped", traces::dropped);
        }
        if (log != null) {
            all.add(log);
        }
        this.requests = Front.Observer.all(all);
    }

    /**
     * What the settings say.
     *
     * @param version the version of the program, which traces name
     */
    public static Observation of(StoaConfig config, String version, InstantSource clock) {
        AccessLog log = switch (config.get(ServerSettings.ACCESS_LOG)) {
            case OFF -> null;
            case FILE -> AccessLog.file(config.location().directory().resolve("access.log"), clock);
            case STDERR -> AccessLog.amongOthers(clock);
        };
        return new Observation(
                config.get(ServerSettings.OTLP_ENDPOINT)
                        .map(endpoint -> Traces.to(endpoint, version, config.get(ServerSettings.OTLP_CONTENT)))
                        .orElse(null),
                log,
                clock);
    }

    public Metrics metrics() {
        return metrics;
    }

    /** How busy the server was of late. */
    public LastHour hour() {
        return hour;
    }

    /** Is told of requests. */
    public Front.Observer requests() {
        return requests;
    }

    /** Observes the calls of archives, and shows how much they hold. */
    public void observe(Stoa stoa, Principal by) {
        Traces all = traces;
        stoa.observedBy(
                all == null
                        ? metrics
                        : (archive, kind, nanos) -> {
                            metrics.done(archive, kind, nanos);
                            all.done(archive, kind, nanos);
                        });
        figures = Figures.of(stoa, by, metrics);
        hour.watchWriters(() -> Stoa.ARCHIVES.stream().mapToInt(stoa::waiting).sum());
    }

    /** The same providers, whose calls are observed. */
    public Providers observed(Providers providers) {
        metrics.knows(providers.names());
        metrics.knows(List.of("sim", "evidence"));
        Traces all = traces;
        return providers.observedBy(
                all == null
                        ? metrics
                        : new CallObserver() {
                            @Override
                            public void asked(Asked asked) {
                                metrics.asked(asked);
                                all.asked(asked);
                            }

                            @Override
                            public Runnable invoked(String agent) {
                                return all.invoked(agent);
                            }
                        });
    }

    /** Begins the call of a tool; what is returned is run when it is over. */
    public Runnable called(String tool) {
        return traces == null ? () -> {} : traces.called(tool);
    }

    /** Sends what is left to the collector, for a few seconds at most. */
    @Override
    public void close() {
        if (figures != null) {
            figures.close();
        }
        if (traces != null) {
            traces.close();
        }
        metrics.close();
    }
}
