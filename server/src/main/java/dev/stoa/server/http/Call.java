package dev.stoa.server.http;

import dev.stoa.base.Page;
import dev.stoa.base.Precondition;
import dev.stoa.base.Principal;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import java.io.InputStream;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A request as a handler sees it: allowed, well formed, and by a principal. Used by one thread.
 */
public final class Call {
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final int LARGEST_FORM = 65_536;
    private static final Pattern KEY = Pattern.compile("[\\x20-\\x7e]{1,128}");

    private final Route route;
    private final Principal by;
    private final Duration time;
    private final List<String> values;
    private final Map<String, @Nullable Object> query;
    private final Map<String, @Nullable Object> body;
    private final Headers headers;
    private final Supplier<InputStream> stream;
    private final long most;
    private final Doorkeeper.Visit visit;
    private final Supplier<Principal> again;
    private final Runnable count;

    /** The headers of a request: the value of one by its name, null if it is absent. */
    @FunctionalInterface
    public interface Headers {
        @Nullable
        String get(String name);
    }

    Call(
            Route route,
            Principal by,
            Duration time,
            List<String> values,
            Map<String, @Nullable Object> query,
            Map<String, @Nullable Object> body,
            Headers headers,
            Supplier<InputStream> stream,
            long most,
            Doorkeeper.Visit visit,
            Supplier<Principal> again,
            Runnable count) {
        this.route = route;
        this.by = by;
        this.time = time;
        this.values = values;
        this.query = query;
        this.body = body;
        this.headers = headers;
        this.stream = stream;
        this.most = most;
        this.visit = visit;
        this.again = again;
        this.count = count;
    }

    /** On whose behalf the request acts. */
    public Principal by() {
        return by;
    }

    /** How long it may take. */
    public Duration time() {
        return time;
    }

    /** On whose behalf it acts, looked up again, for an answer that takes long; that counts as no further request. */
    public Principal again() {
        return again.get();
    }

    /** The request as the door sees it. */
    public Doorkeeper.Visit visit() {
        return visit;
    }

    /** Counts as one request more against the limit of the caller; refused if there were too many. */
    public void count() {
        count.run();
    }

    /** The id of the request. */
    public String requestId() {
        return String.valueOf(by.trace().request());
    }

    /** The value of a parameter of the path. */
    public String path(String name) {
        int at = 0;
        for (String segment : route.segments()) {
            if (segment.equals("{" + name + "}")) {
                return values.get(at);
            }
            at += Routes.isParameter(segment) ? 1 : 0;
        }
        throw new IllegalArgumentException(route.path() + " has no parameter " + name);
    }

    /** Whether the path has a parameter. */
    public boolean hasPath(String name) {
        return route.segments().contains("{" + name + "}");
    }

    /** The fields of the query. */
    public JsonFields query() {
        return JsonFields.of(query);
    }

    /** The fields of the body; none if it is empty. */
    public JsonFields body() {
        return JsonFields.of(body);
    }

    /** The body as it was read. */
    public Map<String, @Nullable Object> document() {
        return body;
    }

    /** Which part of a list is asked for. */
    public Page.Request page() {
        JsonFields fields = query();
        String cursor = fields.textOrNull("cursor");
        return new Page.Request(
                Math.toIntExact(fields.whole("limit", Page.Request.DEFAULT_LIMIT)),
                cursor == null ? null : Cursors.stored(cursor, route, query));
    }

    /** The answer with a page of a list. */
    public Answer list(Page<?> page) {
        return list(page, Map.of());
    }

    /** The answer with a page of a list, and what is to be said beside it. */
    public Answer list(Page<?> page, Map<String, ?> beside) {
        String next = page.next();
        String shown = next == null ? null : Cursors.shown(next, route, query);
        Map<String, @Nullable Object> document = new LinkedHashMap<>(Json.object("items", page.items(), "next", shown));
        document.putAll(beside);
        Answer answer = Answer.ok(document);
        return shown == null ? answer : answer.with(Front.NEXT, shown);
    }

    /** The key under which a repeated write happens once; null if none was sent. */
    public @Nullable String key() {
        String key = headers.get("Idempotency-Key");
        if (key != null && !KEY.matcher(key).matches()) {
            throw Refusal.of(
                    422, "invalid", "Idempotency-Key is not 1 to 128 printable ASCII characters", "choose another key");
        }
        return key;
    }

    /** Refuses a key of another form, also where none is kept: a client must not believe that it was heeded. */
    void checkKey() {
        if (!route.method().equals("GET")) {
            key();
        }
    }

    /** In which versions the thing may be changed. */
    public Precondition expected() {
        return Versions.expected(headers.get("If-Match"));
    }

    /** Whether the client accepts a media type by name, as it must where another is usual. */
    public boolean accepts(String mediaType) {
        String accept = headers.get("Accept");
        return accept != null && accept.toLowerCase(Locale.ROOT).contains(mediaType);
    }

    /** Whether the client takes an answer with gzip. */
    public boolean takesGzip() {
        return Bodies.takesGzip(headers.get("Accept-Encoding"));
    }

    /** A header, null if it is absent. */
    public @Nullable String header(String name) {
        return headers.get(name);
    }

    /** Whether the body comes as one object on each line. */
    public boolean lines() {
        return Bodies.isType(headers.get("Content-Type"), Front.LINES);
    }

    /** The bytes of the body, of a route that reads them itself. */
    public InputStream stream() {
        return stream.get();
    }

    /** The fields of a form of a page. */
    public Map<String, String> form() {
        return form(LARGEST_FORM);
    }

    /**
     * The same of a form that may be longer than others.
     *
     * @param largest how many bytes it may have
     */
    public Map<String, String> form(int largest) {
        String type = headers.get("Content-Type");
        if (type == null || !type.split(";", -1)[0].strip().equalsIgnoreCase(FORM)) {
            throw Refusal.of(415, "unsupported_media", "the body is not " + FORM, "send the form of the page");
        }
        Map<String, String> fields = new LinkedHashMap<>();
        RawPath.query(Bodies.text(Bodies.all(stream.get(), largest))).forEach((name, given) -> {
            if (given.size() > 1) {
                throw Refusal.field(name, "is given twice", "give it once");
            }
            fields.put(name, given.getFirst());
        });
        return fields;
    }

    /** All bytes of the body at once, of a form with files. */
    public byte[] all(int largest) {
        return Bodies.all(stream.get(), largest);
    }

    /** All bytes of the body at once, which must be no more than those of a body that is one object. */
    public byte[] all() {
        return Bodies.all(stream.get(), most);
    }

    /** The same of a body that must be JSON if it is said to be anything, such as an object that is read otherwise. */
    public byte[] allJson() {
        Bodies.requireJson(headers.get("Content-Type"));
        return all();
    }
}
