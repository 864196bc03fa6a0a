package dev.stoa.server.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A route: a method and a path, what it needs, what it takes and what answers it. Immutable. One table of routes makes
 * the router, the OpenAPI document, the matrix of access and the fuzzer.
 *
 * @param path the path below the root of the API; {@code {name}} is one segment
 * @param verb the verb of the command line with the same fields, or a name of that form
 * @param summary one sentence
 * @param query the fields of the query
 * @param body the fields of the body
 * @param takes how the body comes
 * @param errors the codes of problems that are special to it
 * @param events the names of the events that it streams; empty unless it streams some
 */
public record Route(
        String method,
        String path,
        String verb,
        String summary,
        Scope scope,
        Repeat repeat,
        Shape query,
        Shape body,
        Takes takes,
        Set<Mark> marks,
        List<String> errors,
        List<String> events,
        Example example,
        Handler handler) {
    /** What answers a request that was found to be well formed and allowed. */
    @FunctionalInterface
    public interface Handler {
        Answer answer(Call call) throws Exception;
    }

    /** The same with another handler, such as one around its own. */
    public Route handledBy(Handler other) {
        return new Route(
                method, path, verb, summary, scope, repeat, query, body, takes, marks, errors, events, example, other);
    }

    /** How the body of a request comes. */
    public enum Takes {
        NOTHING,
        /** One JSON object. */
        OBJECT,
        /** One JSON object, or one on each line. */
        OBJECT_OR_LINES,
        /** Bytes that the handler reads itself. */
        BYTES
    }

    /** What is special about a route. */
    public enum Mark {
        /** Its path begins at the root of the server, and not at that of the API. */
        ROOT,
        /** It answers with a stream of events. */
        EVENTS,
        /** The thing has a version: its answer carries an {@code ETag}, or it compares {@code If-Match}. */
        VERSIONED,
        /** It answers also before the server is ready and while it stops. */
        ALWAYS,
        /** It has the time of an ask. */
        ASKS,
        /** It waits for something: the time of a wait. */
        WAITS,
        /** It verifies: the time of a verification. */
        VERIFIES,
        /** Its body may have as many bytes as one that is read line by line. */
        BULK,
        /** It answers other than JSON when it is asked to. */
        EXPORTS,
        /** Its answer holds a secret, and is neither compressed nor logged. */
        SECRET,
        /** It is a page of the console or a form of one: a session counts, and problems are told as pages. */
        PAGE,
        /** It is a page beside those of the console, to which a page of another site may lead too. */
        LINKED,
        /** It speaks as OpenAI's service does: problems have that form, and no header names an agent. */
        OPENAI
    }

    public Route {
        marks = Set.copyOf(marks);
        errors = List.copyOf(errors);
        events = List.copyOf(events);
    }

    /** A route that reads. */
    public static Parts get(String path, String verb, String summary, Scope scope) {
        return new Parts("GET", path, verb, summary, scope, Repeat.SAFE);
    }

    public static Parts post(String path, String verb, String summary, Scope scope, Repeat repeat) {
        return new Parts("POST", path, verb, summary, scope, repeat);
    }

    public static Parts put(String path, String verb, String summary, Scope scope, Repeat repeat) {
        return new Parts("PUT", path, verb, summary, scope, repeat);
    }

    public static Parts patch(String path, String verb, String summary, Scope scope, Repeat repeat) {
        return new Parts("PATCH", path, verb, summary, scope, repeat);
    }

    public static Parts delete(String path, String verb, String summary, Scope scope, Repeat repeat) {
        return new Parts("DELETE", path, verb, summary, scope, repeat);
    }

    /** The segments of the path. */
    public List<String> segments() {
        return List.of(path.split("/", -1));
    }

    /** The name of the operation in the documents: {@code memory_add}. */
    public String operationId() {
        return verb.replace(' ', '_').replace('-', '_');
    }

    /** The noun that it belongs to: the first segment of its path. */
    public String noun() {
        return segments().getFirst();
    }

    /** Whether something is special about it. */
    public boolean is(Mark mark) {
        return marks.contains(mark);
    }

    /** A route that lacks its handler and its example. Not thread-safe. */
    public static final class Parts {
        private final String method;
        private final String path;
        private final String verb;
        private final String summary;
        private final Scope scope;
        private final Repeat repeat;
        private Shape query = Shape.NONE;
        private Shape body = Shape.NONE;
        private Takes takes = Takes.NOTHING;
        private final List<Mark> marks = new ArrayList<>();
        private List<String> errors = List.of();
        private List<String> events = List.of();

        private Parts(String method, String path, String verb, String summary, Scope scope, Repeat repeat) {
            this.method = method;
            this.path = path;
            this.verb = verb;
            this.summary = summary;
            this.scope = scope;
            this.repeat = repeat;
        }

        public Parts query(Field... fields) {
            this.query = Shape.of(fields);
            return this;
        }

        /** The fields of a query of a list, beside {@code limit} and {@code cursor}. */
        public Parts paged(Field... fields) {
            this.query = Shape.of(fields)
                    .and(
                            Field.whole("limit", 1, 500, "Maximum number of items (default: 50)"),
                            Field.text("cursor", 1, 4_096, "The next of the page before."));
            return this;
        }

        public Parts body(Field... fields) {
            return body(Shape.of(fields));
        }

        public Parts body(Shape shape) {
            this.body = shape;
            this.takes = Takes.OBJECT;
            return this;
        }

        /** A body of one object, or of one on each line. */
        public Parts bodyOrLines(Shape shape) {
            this.body = shape;
            this.takes = Takes.OBJECT_OR_LINES;
            return this;
        }

        /** A body that the handler reads itself. */
        public Parts bytes() {
            this.takes = Takes.BYTES;
            return this;
        }

        public Parts mark(Mark... more) {
            marks.addAll(List.of(more));
            return this;
        }

        /** The codes of problems that are special to the route. */
        public Parts errors(String... codes) {
            this.errors = List.of(codes);
            return this;
        }

        /** The names of the events that the route streams. */
        public Parts events(List<String> names) {
            this.events = names;
            return mark(Mark.EVENTS);
        }

        public Route handle(Example example, Handler handler) {
            return new Route(
                    method,
                    path,
                    verb,
                    summary,
                    scope,
                    repeat,
                    query,
                    body,
                    takes,
                    Set.copyOf(marks),
                    errors,
                    events,
                    example,
                    handler);
        }
    }
}
