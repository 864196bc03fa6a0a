package dev.stoa.server.console;

import dev.stoa.base.Rights;
import dev.stoa.base.StoaException;
import dev.stoa.server.console.act.Forms;
import dev.stoa.server.console.view.Doc;
import dev.stoa.server.console.view.Links;
import dev.stoa.server.http.Answer;
import dev.stoa.server.http.Call;
import dev.stoa.server.http.Inside;
import dev.stoa.server.http.Problem;
import dev.stoa.server.http.Refusal;
import dev.stoa.server.http.Scope;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A page that is asked for: what it reads of the API is also what its twin gives. Used by one thread. */
final class Asked {
    private static final Logger LOG = LoggerFactory.getLogger(Asked.class);

    private final Call call;
    private final Inside inside;
    private final Map<String, @Nullable Object> data = new LinkedHashMap<>();
    private final Map<String, String> addresses = new LinkedHashMap<>();
    private @Nullable String first;

    Asked(Call call, Inside inside) {
        this.call = call;
        this.inside = inside;
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

    /** Reads what may be refused or too damaged to be read; then only {@code problem} and {@code hint} say why. */
    Doc tried(String name, String address) throws Exception {
        return tried(address, () -> read(name, address));
    }

    /** The same of a route that takes a body. */
    Doc triedAsk(String name, String address, Map<String, @Nullable Object> body) throws Exception {
        return tried(address, () -> ask(name, address, body));
    }

    private Doc tried(String address, Callable<Doc> reading) throws Exception {
        try {
            return reading.call();
        } catch (StoaException | Refusal e) {
            Problem problem = Problem.of(e, call.requestId());
            return new Doc(Map.of("problem", problem.detail(), "hint", Objects.requireNonNullElse(problem.hint(), "")));
        } catch (RuntimeException e) {
            LOG.warn("{} cannot be read for a page", path(address), e);
            return new Doc(Map.of("problem", "the record cannot be read"));
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
        return Rights.has(call.by(), scope.need())
                ? ""
                : scope.need().right().name().toLowerCase(Locale.ROOT);
    }

    private Doc kept(String name, Answer answer) {
        if (answer.document() == null) {
            // An id that is the name of an operation, which gives out a file.
            throw Refusal.of(404, "not_found", "there is nothing of that name", "see the list for what there is");
        }
        Object document = answer.read();
        data.put(name, document);
        return document instanceof Map<?, ?> fields ? new Doc(fields) : Doc.EMPTY;
    }

    /** The document that was read first. */
    Doc document() {
        return !data.isEmpty() && data.values().iterator().next() instanceof Map<?, ?> fields
                ? new Doc(fields)
                : Doc.EMPTY;
    }

    /** The address of the API that was read first. */
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
