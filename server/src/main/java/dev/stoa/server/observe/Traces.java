package dev.stoa.server.observe;

import dev.stoa.engine.provider.CallObserver;
import dev.stoa.json.Json;
import dev.stoa.server.http.Front;
import dev.stoa.server.http.TraceParent;
import dev.stoa.storage.StoreObserver;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Makes a trace of each request, with what it asked of stores, agents, models and tools, after the conventions of
 * OpenTelemetry. Thread-safe. What the virtual threads do that a request starts belongs to it, also when it is over.
 */
public final class Traces implements Front.Observer, StoreObserver, CallObserver, AutoCloseable {
    private static final long SLOW_NANOS = Duration.ofMillis(5).toNanos();

    /** The longest prompt or reply in a span, so that a full queue stays small. */
    private static final int LONGEST_CONTENT = 8_192;

    private static final String OPERATION = "gen_ai.operation.name";
    private static final String MEMORIES = "continuum";

    /** The routes and tools that search or change memories. */
    private static final Map<String, String> MEMORY = Map.of(
            "POST memories/recall", "search_memory",
            "POST memories", "update_memory",
            "POST memories/{id}/outcomes", "update_memory",
            "recall", "search_memory",
            "remember", "update_memory",
            "report_outcome", "update_memory");

    private final SpanExporter exporter;
    private final boolean content;

    @SuppressWarnings("ThreadLocalUsage") // servers in one process have spans of their own
    private final InheritableThreadLocal<@Nullable Open> current = new InheritableThreadLocal<>();

    private Traces(SpanExporter exporter, boolean content) {
        this.exporter = exporter;
        this.content = content;
    }

    /**
     * Traces that are sent to a collector.
     *
     * @param endpoint its address
     * @param content whether they hold prompts and replies
     */
    public static Traces to(String endpoint, String version, boolean content) {
        return over(SpanExporter.to(endpoint, version), content);
    }

    static Traces over(SpanExporter exporter, boolean content) {
        return new Traces(exporter, content);
    }

    /** How many spans the collector has taken. */
    public long sent() {
        return exporter.sent();
    }

    /** How many spans were dropped, because there were too many or the collector did not take them. */
    public long dropped() {
        return exporter.dropped();
    }

    /**
     * A span that is not over, and the thread whose it is.
     *
     * @param kept whether it is sent when it is over; what happens within one that is not kept is not kept either
     */
    private record Open(
            String trace,
            String id,
            @Nullable String parent,
            Thread thread,
            @Nullable Open before,
            long start,
            boolean kept) {}

    /** The span that the current thread works for; null if for none. */
    private @Nullable Open open() {
        Open open = current.get();
        Thread thread = Thread.currentThread();
        // Other threads than virtual ones serve many requests; they were only started by one.
        return open != null && (thread.isVirtual() || thread.equals(open.thread())) ? open : null;
    }

    private Open begin(@Nullable Open within) {
        Open begun = new Open(
                within == null ? hex(2) : within.trace(),
                hex(1),
                within == null ? null : within.id(),
                Thread.currentThread(),
                within,
                System.nanoTime(),
                within == null || within.kept());
        current.set(begun);
        return begun;
    }

    private void end(Open span, String name, Span.Kind kind, Map<String, @Nullable Object> attributes, boolean failed) {
        if (span.before() == null) {
            current.remove();
        } else {
            current.set(span.before());
        }
        add(span, name, kind, System.nanoTime() - span.start(), attributes, failed);
    }

    /** Adds a span that is over, if it is kept. */
    private void add(
            Open span,
            String name,
            Span.Kind kind,
            long nanos,
            Map<String, @Nullable Object> attributes,
            boolean failed) {
        if (span.kept()) {
            long now = now();
            exporter.add(
                    new Span(span.trace(), span.id(), span.parent(), name, kind, now - nanos, now, attributes, failed));
        }
    }

    /** Adds a span that was just over, within the one of the current thread. */
    private void leaf(
            Open within,
            String name,
            Span.Kind kind,
            long nanos,
            Map<String, @Nullable Object> attributes,
            boolean failed) {
        Open leaf =
                new Open(within.trace(), hex(1), within.id(), within.thread(), within, within.start(), within.kept());
        add(leaf, name, kind, nanos, attributes, failed);
    }

    private static long now() {
        Instant now = Instant.now();
        return now.getEpochSecond() * 1_000_000_000 + now.getNano();
    }

    private static String hex(int longs) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < longs; i++) {
            // Never zero, which would be no id.
            text.append(HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong() | 1));
        }
        return text.toString();
    }

    @Override
    public @Nullable String begun(@Nullable TraceParent parent) {
        if (parent == null) {
            return begin(null).trace();
        }
        current.set(new Open(
                parent.trace(),
                hex(1),
                parent.span(),
                Thread.currentThread(),
                null,
                System.nanoTime(),
                parent.sampled()));
        return parent.trace();
    }

    @Override
    public void done(Front.Finished request) {
        Open span = open();
        if (span == null) {
            return;
        }
        String named = request.method() + " " + request.route();
        long nanos = request.time().toNanos();
        memory(span, named, nanos);
        current.remove();
        boolean failed = request.status() >= 500;
        add(
                span,
                named,
                Span.Kind.SERVER,
                nanos,
                Json.object(
                        "http.request.method",
                        request.method(),
                        "http.route",
                        request.route(),
                        "http.response.status_code",
                        request.status(),
                        "error.type",
                        failed ? request.status() : null,
                        "stoa.request_id",
                        request.requestId(),
                        "stoa.token_id",
                        request.token().isEmpty() ? null : request.token()),
                failed);
    }

    private void memory(Open within, String named, long nanos) {
        String operation = MEMORY.get(named);
        if (operation != null) {
            leaf(
                    within,
                    operation,
                    Span.Kind.INTERNAL,
                    nanos,
                    Json.object(OPERATION, operation, "gen_ai.memory.store.id", MEMORIES),
                    false);
        }
    }

    @Override
    public void done(String archive, Kind kind, long nanos) {
        Open within = nanos < SLOW_NANOS ? null : open();
        if (within != null) {
            String operation = kind.name().toLowerCase(Locale.ROOT);
            leaf(
                    within,
                    operation + " " + archive,
                    Span.Kind.CLIENT,
                    nanos,
                    Json.object("db.namespace", archive, "db.operation.name", operation),
                    false);
        }
    }

    @Override
    public Runnable invoked(String agent) {
        Open span = begin(open());
        return () -> end(
                span,
                "invoke_agent " + agent,
                Span.Kind.INTERNAL,
                Json.object(OPERATION, "invoke_agent", "gen_ai.agent.name", agent),
                false);
    }

    /** Begins the call of a tool; what is returned is run when it is over. */
    public Runnable called(String tool) {
        Open span = begin(open());
        return () -> {
            memory(span, tool, System.nanoTime() - span.start());
            end(
                    span,
                    "execute_tool " + tool,
                    Span.Kind.INTERNAL,
                    Json.object(OPERATION, "execute_tool", "gen_ai.tool.name", tool),
                    false);
        };
    }

    @Override
    public void asked(Asked asked) {
        Open within = open();
        if (within == null || !within.kept()) {
            return;
        }
        var reply = asked.reply();
        Map<String, @Nullable Object> attributes = new LinkedHashMap<>();
        attributes.put(OPERATION, "chat");
        attributes.put("gen_ai.provider.name", asked.provider().equals("gemini") ? "gcp.gemini" : asked.provider());
        attributes.put("gen_ai.request.model", asked.call().model());
        attributes.put("gen_ai.agent.name", asked.call().agent());
        if (reply != null) {
            attributes.put(
                    "gen_ai.response.model",
                    reply.model() == null ? asked.call().model() : reply.model());
            attributes.put("gen_ai.usage.input_tokens", asked.tokensIn());
            attributes.put("gen_ai.usage.output_tokens", asked.tokensOut());
        }
        attributes.put("error.type", reply != null ? null : Metrics.outcome(asked));
        if (content) {
            attributes.put(
                    "gen_ai.system_instructions",
                    asked.call().system() == null ? null : part(asked.call().system()));
            attributes.put("gen_ai.input.messages", message("user", asked.call().prompt()));
            attributes.put("gen_ai.output.messages", reply == null ? null : message("assistant", reply.content()));
        }
        leaf(within, "chat " + asked.call().model(), Span.Kind.CLIENT, asked.nanos(), attributes, reply == null);
    }

    private static String message(String role, String text) {
        return Json.write(List.of(Json.object("role", role, "parts", parts(text))));
    }

    private static String part(String text) {
        return Json.write(parts(text));
    }

    private static List<Map<String, @Nullable Object>> parts(String text) {
        int end = Math.min(text.length(), LONGEST_CONTENT);
        // A pair of surrogates is not cut in two.
        end -= end < text.length() && Character.isHighSurrogate(text.charAt(end - 1)) ? 1 : 0;
        return List.of(Json.object("type", "text", "content", text.substring(0, end)));
    }

    /** Sends what is left, for a few seconds at most. */
    @Override
    public void close() {
        exporter.close();
    }
}
