package dev.stoa.server.http;

import dev.stoa.base.Principal;
import dev.stoa.base.Trace;
import dev.stoa.base.UnavailableException;
import dev.stoa.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * One request and its answer: checked step by step, the cheapest step first, answered, and observed. Used by the one
 * virtual thread that Jetty gives it, so everything in it may block.
 */
final class Exchange implements Doorkeeper.Visit {
    private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);

    private static final int MOST_HEADERS = 64;
    private static final int MOST_PATH = 8_192;
    private static final int COMPRESSED_FROM = 1_024;
    private static final String EVENTS = "text/event-stream";
    private static final String BYTES = "application/octet-stream";
    private static final int CLIENT_GONE = 499;
    private static final String REQUEST_ID = "X-Request-ID";
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9._:-]{1,128}");
    private static final String CROSS_ORIGIN_HEADERS = "Authorization, Content-Type, Idempotency-Key, If-Match,"
            + " Last-Event-ID, Stoa-Agent, Stoa-Timeout, X-Request-ID";
    // Encoded once, because every answer has them.
    private static final List<HttpField> ALWAYS = List.of(
            new PreEncodedHttpField("X-Content-Type-Options", "nosniff"),
            new PreEncodedHttpField("Referrer-Policy", "no-referrer"),
            new PreEncodedHttpField("Cross-Origin-Resource-Policy", "same-origin"),
            new PreEncodedHttpField(HttpHeader.CACHE_CONTROL, "no-store"));

    private final Front front;
    private final Request request;
    private final Response response;
    private final Callback callback;
    private final String requestId;
    private @Nullable String traceId;
    private @Nullable Route route;
    private @Nullable Principal by;
    private final AtomicBoolean entered = new AtomicBoolean();
    private final RequestBody content;
    private int status;

    Exchange(Front front, Request request, Response response, Callback callback) {
        this.front = front;
        this.request = request;
        this.response = response;
        this.content = new RequestBody(front, request);
        // The place is given back when the client has its answer, so that a server which stops waits for that.
        this.callback = Callback.from(callback, this::leave);
        this.requestId = requestId(front, request);
    }

    /** The id that the client gave a request, or a new one. */
    static String requestId(Front front, Request request) {
        String given = request.getHeaders().get(REQUEST_ID);
        return given != null && ID.matcher(given).matches() ? given : front.newId();
    }

    /** Puts the headers that every answer has. */
    static void putAlways(HttpFields.Mutable headers, String requestId) {
        headers.put(REQUEST_ID, requestId);
        ALWAYS.forEach(headers::put);
    }

    static Refusal tooLong() {
        return Refusal.of(
                414, "too_long", "the address is longer than " + MOST_PATH + " bytes", "send values in the body");
    }

    void serve() {
        TraceParent parent = TraceParent.of(header("traceparent"));
        String own = front.observer().begun(parent);
        traceId = own == null && parent != null ? parent.trace() : own;
        // What is logged until the answer says to which request it belongs.
        MDC.put("request_id", requestId);
        if (traceId != null) {
            MDC.put("trace_id", traceId);
        }
        try {
            headers();
            front.door().greet(this);
            Routes.Found found = find();
            crossOrigin(found);
            if (method().equals("OPTIONS")) {
                response.getHeaders().put(HttpHeader.ALLOW, found.allow());
                respond(Answer.nothing());
                return;
            }
            Route chosen = choose(found);
            route = chosen;
            if (!chosen.is(Route.Mark.ALWAYS)) {
                front.enter();
                entered.set(true);
                // After the place was taken: a server that stops waits for the places, so it overlooks no request.
                front.requireReady();
            }
            Principal caller = front.door().admit(this, chosen);
            by = caller;
            if (caller.trace().token() != null) {
                MDC.put("token_id", caller.trace().token());
            }
            acceptable(chosen);
            respond(answer(chosen, caller, found.values()));
        } catch (Throwable thrown) {
            refuse(thrown);
        } finally {
            content.close();
            observe();
            MDC.clear();
        }
    }

    private void leave() {
        if (entered.compareAndSet(true, false)) {
            front.leave();
        }
    }

    private void headers() {
        putAlways(response.getHeaders(), requestId);
        closeIfDraining();
        String coding = header("Transfer-Encoding");
        if (coding != null && !coding.strip().equalsIgnoreCase("chunked")) {
            // Jetty leaves it to the handler to undo further codings, and a proxy may see another body than we do.
            throw Refusal.of(400, "bad_request", "the transfer coding is not chunked alone", "send it as chunked")
                    .with("Connection", "close");
        }
        if (request.getHeaders().size() > MOST_HEADERS) {
            throw Refusal.of(
                    431, "headers_too_large", "the request has more than " + MOST_HEADERS + " headers", "send fewer");
        }
    }

    private void closeIfDraining() {
        if (front.state() == Front.State.DRAINING) {
            response.getHeaders().put(HttpHeader.CONNECTION, "close");
        }
    }

    private Routes.Found find() {
        String raw = request.getHttpURI().getPath();
        if (raw == null || !raw.startsWith("/")) {
            throw Refusal.of(400, "bad_path", "the address has no path", "begin the path with a slash");
        }
        String query = request.getHttpURI().getQuery();
        if (raw.length() + (query == null ? 0 : query.length()) > MOST_PATH) {
            throw tooLong();
        }
        return front.routes()
                .find(RawPath.segments(raw))
                .or(() -> front.site().find(raw))
                .orElseThrow(() ->
                        Refusal.of(404, "no_route", "there is no such address", "see /openapi.json for all of them"));
    }

    /** Lets a page of another origin read the answer, if the settings name that origin. */
    private void crossOrigin(Routes.@Nullable Found found) {
        String origin = header("Origin");
        if (origin == null || !front.door().allowsOrigin(origin)) {
            return;
        }
        response.getHeaders().put("Access-Control-Allow-Origin", origin);
        response.getHeaders().put(HttpHeader.VARY, "Origin");
        if (found != null && method().equals("OPTIONS")) {
            response.getHeaders().put("Access-Control-Allow-Methods", found.allow());
            response.getHeaders().put("Access-Control-Allow-Headers", CROSS_ORIGIN_HEADERS);
            response.getHeaders().put("Access-Control-Max-Age", "600");
        }
    }

    private Route choose(Routes.Found found) {
        String wanted = method().equals("HEAD") ? "GET" : method();
        Route chosen = found.byMethod().get(wanted);
        if (chosen == null) {
            throw Refusal.of(405, "method_not_allowed", "the address has no such method", "use one of " + found.allow())
                    .with("Allow", found.allow());
        }
        return chosen;
    }

    private void acceptable(Route chosen) {
        String accept = header("Accept");
        if (accept == null || chosen.is(Route.Mark.EVENTS) || chosen.is(Route.Mark.EXPORTS)) {
            return;
        }
        String lower = accept.toLowerCase(Locale.ROOT);
        boolean lines = chosen.takes() == Route.Takes.OBJECT_OR_LINES && lower.contains(Front.LINES);
        if (!lines && !lower.contains("*/*") && !lower.contains("application/*") && !lower.contains(Answer.JSON)) {
            throw Refusal.of(406, "not_acceptable", "the answer is " + Answer.JSON, "accept it");
        }
    }

    private Answer answer(Route chosen, Principal caller, List<String> values) throws Exception {
        Map<String, @Nullable Object> query =
                chosen.query().ofQuery(RawPath.query(request.getHttpURI().getQuery()));
        boolean lines = chosen.takes() == Route.Takes.OBJECT_OR_LINES && content.isLines();
        boolean raw = chosen.takes() == Route.Takes.BYTES || lines;
        Map<String, @Nullable Object> body = raw ? Json.object() : content.object(chosen);
        Duration time = Deadlines.asked(front.time(chosen, lines), header("Stoa-Timeout"));
        Call call = new Call(
                chosen,
                caller,
                time,
                values,
                query,
                body,
                this::header,
                () -> content.stream(chosen.is(Route.Mark.BULK)),
                front.limits().body(),
                this,
                () -> front.door().again(this, chosen),
                () -> front.door().count(caller, chosen.scope()));
        call.checkKey();
        try (Deadlines.Deadline deadline = front.deadlines().start(time)) {
            try {
                return chosen.handler().answer(call);
            } catch (UnavailableException | InterruptedException e) {
                if (deadline.passed()) {
                    throw Refusal.of(
                            504,
                            "timeout",
                            "the request took longer than " + time.toMillis() + " ms",
                            "ask for less, or give it more time with Stoa-Timeout");
                }
                throw e;
            }
        }
    }

    private void respond(Answer answer) throws IOException {
        status = answer.status();
        response.setStatus(answer.status());
        // Also where the server began to stop meanwhile: the client would send its next request to no one.
        closeIfDraining();
        answer.headers().forEach((name, value) -> {
            switch (name) {
                case Front.NEXT ->
                    response.getHeaders()
                            .put(
                                    "Link",
                                    "<" + front.limits().publicUrl() + RawPath.next(request.getHttpURI(), value)
                                            + ">; rel=\"next\"");
                case "Location" ->
                    response.getHeaders().put(name, value.startsWith("/") ? value : front.address(value));
                // There may be several, each of another cookie.
                case "Set-Cookie" -> response.getHeaders().add(name, value);
                default -> response.getHeaders().put(name, value);
            }
        });
        if (answer.live() != null) {
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, answer.mediaType());
            follow(answer.live());
        } else if (answer.stream() != null) {
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, answer.mediaType());
            write(answer.stream(), mayCompress(answer) && isText(answer.mediaType()));
        } else if (answer.document() == null) {
            callback.succeeded();
        } else {
            byte[] bytes = answer.bytes();
            if (unchanged(answer)) {
                status = 304;
                response.setStatus(304);
                callback.succeeded();
                return;
            }
            send(answer.mediaType(), bytes, mayCompress(answer));
        }
    }

    private boolean mayCompress(Answer answer) {
        return !answer.headers().containsKey("Content-Encoding") && (route == null || !route.is(Route.Mark.SECRET));
    }

    /** Whether what is read at once is a text: events must not wait for others, and other bytes may be packed already. */
    private boolean isText(String mediaType) {
        boolean reads = method().equals("GET") || method().equals("HEAD");
        return reads && !mediaType.startsWith(EVENTS) && !mediaType.startsWith(BYTES);
    }

    private boolean unchanged(Answer answer) {
        String etag = answer.headers().get("ETag");
        String known = header("If-None-Match");
        return etag != null && known != null && (known.equals("*") || known.contains(etag));
    }

    private void write(Answer.Body body, boolean mayCompress) throws IOException {
        if (mayCompress) {
            response.getHeaders().add(HttpHeader.VARY, "Accept-Encoding");
        }
        if (method().equals("HEAD")) {
            beginOnly();
            return;
        }
        OutputStream sink = Content.Sink.asOutputStream(response);
        OutputStream out = mayCompress && Bodies.takesGzip(header("Accept-Encoding"))
                ? new PackedStream(
                        sink, COMPRESSED_FROM, () -> response.getHeaders().put(HttpHeader.CONTENT_ENCODING, "gzip"))
                : sink;
        body.writeTo(out);
        // Only here: closing it tells the client that the answer is whole.
        out.close();
        callback.succeeded();
    }

    /** Answers as a stream begins, of which the length is not known, without making it. */
    private void beginOnly() {
        response.write(false, ByteBuffer.allocate(0), callback);
    }

    /** Hands the answer over; what it writes from now on takes no place among the requests. */
    private void follow(Answer.Live live) {
        if (method().equals("HEAD")) {
            beginOnly();
            return;
        }
        Route streamed = Objects.requireNonNull(route);
        Principal caller = Objects.requireNonNull(by);
        leave();
        live.follow(new OpenResponse(
                request, response, callback, caller, () -> front.door().again(this, streamed)));
    }

    private void send(String mediaType, byte[] document, boolean mayCompress) {
        byte[] bytes = document;
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, mediaType);
        if (mayCompress && bytes.length >= COMPRESSED_FROM) {
            response.getHeaders().add(HttpHeader.VARY, "Accept-Encoding");
            if (Bodies.takesGzip(header("Accept-Encoding"))) {
                bytes = Bodies.gzip(bytes);
                response.getHeaders().put(HttpHeader.CONTENT_ENCODING, "gzip");
            }
        }
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, bytes.length);
        response.write(true, ByteBuffer.wrap(bytes), callback);
    }

    private void refuse(Throwable thrown) {
        if (response.isCommitted() || thrown instanceof IOException) {
            // The client sees that the answer is not whole; nothing that could be sent would be read as a problem.
            status = status == 0 ? CLIENT_GONE : status;
            callback.failed(thrown);
            return;
        }
        Problem problem = Problem.of(thrown, requestId);
        if (problem.failed() && !(thrown instanceof dev.stoa.base.StoaException)) {
            LOG.error("request {} failed", requestId, thrown);
        }
        ProblemForm.Told told = told(problem);
        status = told.status();
        response.reset();
        headersOfProblem();
        crossOrigin(null);
        response.setStatus(status);
        problem.headers().forEach((name, value) -> response.getHeaders().put(name, value));
        told.headers().forEach((name, value) -> response.getHeaders().put(name, value));
        if (status == 401 || status == 403 || status == 421 || status == 429) {
            record(problem);
        }
        if (!problem.headers().containsKey("Connection")) {
            content.drain();
        }
        send(told.mediaType(), told.body().getBytes(StandardCharsets.UTF_8), true);
    }

    private ProblemForm.Told told(Problem problem) {
        ProblemForm form = front.form(request.getHttpURI().getPath());
        String accept = header("Accept");
        boolean browser = accept != null && accept.contains("text/html");
        boolean page = route == null ? browser : route.is(Route.Mark.PAGE) || (browser && route.is(Route.Mark.ROOT));
        if (form != null) {
            return form.tell(problem);
        }
        return page ? front.site().tell(problem, this) : problem.told(requestId);
    }

    private void headersOfProblem() {
        try {
            headers();
        } catch (Refusal tooMany) {
            // That is the problem which is being answered.
        }
    }

    private void record(Problem problem) {
        try {
            front.door().refused(this, problem.status(), problem.code());
        } catch (RuntimeException e) {
            // It stays refused, also when that cannot be recorded.
            LOG.warn("the refusal of request {} could not be recorded: {}", requestId, e.getMessage());
        }
    }

    private void observe() {
        Trace trace = by == null ? Trace.NONE : by.trace();
        String token = trace.token();
        front.observer()
                .done(new Front.Finished(
                        method(),
                        route == null ? "none" : route.path(),
                        status,
                        Duration.ofNanos(System.nanoTime() - request.getBeginNanoTime()),
                        content.size(),
                        Math.max(0, Response.getContentBytesWritten(response)),
                        token == null ? "" : token,
                        by == null || by.agent() == null ? "" : by.agent(),
                        front.door().client(this),
                        requestId));
    }

    @Override
    public String method() {
        return request.getMethod();
    }

    @Override
    public String target() {
        return request.getHttpURI().getPathQuery();
    }

    @Override
    public @Nullable String header(String name) {
        return request.getHeaders().get(name);
    }

    @Override
    public List<String> headers(String name) {
        return request.getHeaders().getValuesList(name);
    }

    @Override
    public boolean asks(String parameter) {
        String query = request.getHttpURI().getQuery();
        return query != null && RawPath.query(query).containsKey(parameter);
    }

    @Override
    public String address() {
        return Request.getRemoteAddr(request);
    }

    @Override
    public boolean secure() {
        return request.isSecure();
    }

    @Override
    public String requestId() {
        return requestId;
    }

    @Override
    public @Nullable String traceId() {
        return traceId;
    }

    @Override
    public void answerWith(String name, String value) {
        response.getHeaders().add(name, value);
    }
}
