package dev.stoa.server.console;

import dev.stoa.base.StoaException;
import dev.stoa.json.Json;
import dev.stoa.server.console.act.Forms;
import dev.stoa.server.console.view.Doc;
import dev.stoa.server.console.view.Links;
import dev.stoa.server.http.Answer;
import dev.stoa.server.http.Call;
import dev.stoa.server.http.Inside;
import dev.stoa.server.http.Problem;
import dev.stoa.server.http.Refusal;
import dev.stoa.server.http.Scope;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A page that is asked for: what it reads of the API is also what its twin gives. Used by one thread. */
final class Asked {
    private static final Logger LOG = LoggerFactory.getLogger(Asked.class);

    /** The field that says why something could not be read. */
    static final String PROBLEM = "problem";

    /** How many things of a list are read at once. */
    private static final int LONGEST = 500;

    private final Call call;
    private final Inside inside;
    private final Duration most;
    private final InstantSource clock;
    private final boolean demo;
    private final SequencedMap<String, @Nullable Object> data = new LinkedHashMap<>();
    private final Map<String, String> addresses = new LinkedHashMap<>();
    private @Nullable String first;

    /**
     * A page that a call asks for.
     *
     * @param most how long it waits for what it reads side by side
     */
    Asked(Call call, Inside inside, Duration most, InstantSource clock, boolean demo) {
        this.call = call;
        this.inside = inside;
        this.most = most;
        this.clock = clock;
        this.demo = demo;
    }

    /** Whether the server was filled with examples, most of whose debates are simulated. */
    boolean isDemo() {
        return demo;
    }

    /** The time by the clock of the server, from which a page counts what is left. */
    Instant now() {
        return clock.instant();
    }

    /** An id of the path. */
    String id(String name) {
        return Links.id(call.path(name));
    }

    /** An id of the path as a segment of an address of the API. */
    String segment(String name) {
        return Links.encoded(id(name));
    }

    /** A parameter of the query; null if it is absent or empty. */
    @Nullable
    String query(String name) {
        String value = call.query().textOrNull(name);
        return value == null || value.isBlank() ? null : value;
    }

    /** Reads an address of the API; it becomes a part of the data of the page. */
    Doc read(String name, String address) throws Exception {
        first = first == null ? address : first;
        Doc read = kept(name, inside.get(call, address));
        addresses.put(name, address);
        return read;
    }

    /** Reads what the page is about, which is the first of its data, whatever was read before it. */
    Doc readSubject(String name, String address) throws Exception {
        Doc read = read(name, address);
        first = address;
        data.putFirst(name, data.get(name));
        return read;
    }

    /** Reads a list to its end; it becomes a part of the data of the page as if it were one page of the list. */
    Doc all(String name, String address) throws Exception {
        first = first == null ? address : first;
        String whole = address + (address.indexOf('?') < 0 ? '?' : '&') + "limit=" + LONGEST;
        List<@Nullable Object> items = new ArrayList<>();
        String next = "";
        do {
            String cursor = next.isEmpty() ? "" : "&cursor=" + Links.encoded(next);
            Map<?, ?> page = (Map<?, ?>) Objects.requireNonNull(read(inside.get(call, whole + cursor)));
            items.addAll((List<?>) Objects.requireNonNull(page.get("items")));
            next = page.get("next") instanceof String more ? more : "";
        } while (!next.isEmpty());
        Map<String, @Nullable Object> list = Json.object("items", items, "next", null);
        data.put(name, list);
        addresses.put(name, whole);
        return new Doc(list);
    }

    /** The same of a list that may be refused, as of one thing. */
    Doc triedAll(String name, String address) throws Exception {
        return tried(address, () -> all(name, address));
    }

    /** Reads what may be refused or too damaged to be read; then only {@code problem} and {@code hint} say why. */
    Doc tried(String name, String address) throws Exception {
        return tried(address, () -> read(name, address));
    }

    /** The same of a route that takes a body. */
    Doc triedAsk(String name, String address, Map<String, @Nullable Object> body) throws Exception {
        return tried(address, () -> ask(name, address, body));
    }

    /**
     * One of several things that are read side by side.
     *
     * @param body what is sent to a route that takes one; null if it is read with GET
     */
    record Part(String name, String address, @Nullable Map<String, @Nullable Object> body) {
        static Part read(String name, String address) {
            return new Part(name, address, null);
        }
    }

    /**
     * Reads several things side by side, each as if it were tried alone. What has not answered when the time is over is a
     * problem too, and nothing waits for it.
     *
     * @return what was read, by the names of the parts and in their order
     */
    Map<String, Doc> together(List<Part> parts) throws Exception {
        long end = System.nanoTime() + most.toNanos();
        Map<String, Doc> read = new LinkedHashMap<>();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        try {
            List<Future<Answer>> answers = new ArrayList<>();
            for (Part part : parts) {
                answers.add(threads.submit(() -> part.body() == null
                        ? inside.get(call, part.address())
                        : inside.call(call, "POST", part.address(), part.body(), Map.of())));
            }
            for (int i = 0; i < parts.size(); i++) {
                Part part = parts.get(i);
                Future<Answer> answer = answers.get(i);
                read.put(part.name(), tried(part.address(), () -> {
                    try {
                        return kept(part.name(), answer.get(end - System.nanoTime(), TimeUnit.NANOSECONDS));
                    } catch (TimeoutException e) {
                        return new Doc(Map.of(PROBLEM, "it did not answer within " + most.toMillis() + " ms"));
                    } catch (ExecutionException e) {
                        throw e.getCause() instanceof Exception failure ? failure : e;
                    }
                }));
            }
        } finally {
            threads.shutdownNow();
        }
        return read;
    }

    /** How far the check that the query names has come; nothing if it names none, or one that is no longer known. */
    Doc checked(String check) throws Exception {
        @Nullable String run = query("run");
        if (run == null) {
            return Doc.EMPTY;
        }
        Doc latest = tried(check, "health/checks/" + check);
        return latest.has(PROBLEM) || latest.raw("run").equals(run) ? latest : Doc.EMPTY;
    }

    private Doc tried(String address, Callable<Doc> reading) throws Exception {
        try {
            return reading.call();
        } catch (StoaException | Refusal e) {
            Problem problem = Problem.of(e, call.requestId());
            return new Doc(Map.of(PROBLEM, problem.detail(), "hint", Objects.requireNonNullElse(problem.hint(), "")));
        } catch (RuntimeException e) {
            LOG.warn("{} cannot be read for a page", path(address), e);
            return new Doc(Map.of(PROBLEM, "the record cannot be read"));
        }
    }

    /** An address without its query, in which there may be texts of others. */
    private static String path(String address) {
        int query = address.indexOf('?');
        return query < 0 ? address : address.substring(0, query);
    }

    /** A number of the query that is at least 1; 0 if it is absent. */
    long number(String name) {
        return number(name, query(name));
    }

    /** The same of a text. */
    static long number(String name, @Nullable String text) {
        return text == null ? 0 : Forms.number(name, text);
    }

    /** Asks a route that reads and takes a body; its answer becomes a part of the data of the page too. */
    Doc ask(String name, String address, Map<String, @Nullable Object> body) throws Exception {
        addresses.remove(name);
        return kept(name, inside.call(call, "POST", address, body, Map.of()));
    }

    /** The right that the caller lacks for something; empty if it may do it. */
    String needs(Scope scope) {
        return scope.lackedBy(call.by());
    }

    private Doc kept(String name, Answer answer) {
        Object document = read(answer);
        data.put(name, document);
        return document instanceof Map<?, ?> fields ? new Doc(fields) : Doc.EMPTY;
    }

    private static @Nullable Object read(Answer answer) {
        if (answer.document() == null) {
            // An id that is the name of an operation, which gives out a file.
            throw Refusal.of(404, "not_found", "there is nothing of that name", "see the list for what there is");
        }
        return answer.read();
    }

    /** The document that the page is about, or that was read first. */
    Doc document() {
        return !data.isEmpty() && data.values().iterator().next() instanceof Map<?, ?> fields
                ? new Doc(fields)
                : Doc.EMPTY;
    }

    /** The address of that document. */
    @Nullable
    String first() {
        return first;
    }

    /** The addresses of the API that parts of the data were read at, by the name of the part. */
    Map<String, String> addresses() {
        return addresses;
    }

    /** All that was read, by name. */
    Map<String, @Nullable Object> data() {
        return data;
    }

    Call call() {
        return call;
    }
}
