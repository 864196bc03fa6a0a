package dev.stoa.server.observe;

import dev.stoa.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A piece of work in a trace, which is over. Immutable.
 *
 * @param trace the id of the trace
 * @param id its own id
 * @param parent the id of the span that it is a part of; null if it is the first of its trace
 * @param start when it began, in nanoseconds since 1970
 * @param attributes texts and whole numbers by name; what is null is left out
 */
record Span(
        String trace,
        String id,
        @Nullable String parent,
        String name,
        Kind kind,
        long start,
        long end,
        Map<String, @Nullable Object> attributes,
        boolean failed) {
    /** What side of a call it is; the numbers are those of the protocol. */
    enum Kind {
        INTERNAL(1),
        SERVER(2),
        CLIENT(3);

        private final int number;

        Kind(int number) {
            this.number = number;
        }
    }

    /** The request of OTLP that carries spans of one program. */
    static Map<String, @Nullable Object> request(List<Span> spans, String version) {
        return Json.object(
                "resourceSpans",
                List.of(Json.object(
                        "resource",
                        Json.object(
                                "attributes",
                                attributes(Json.object("service.name", "stoa", "service.version", version))),
                        "scopeSpans",
                        List.of(Json.object(
                                "scope",
                                Json.object("name", "dev.stoa.server", "version", version),
                                "spans",
                                spans.stream().map(Span::document).toList())))));
    }

    private Map<String, @Nullable Object> document() {
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("traceId", trace);
        document.put("spanId", id);
        if (parent != null) {
            document.put("parentSpanId", parent);
        }
        document.put("name", name);
        document.put("kind", kind.number);
        // Numbers of 64 bits are texts in the JSON of protocol buffers.
        document.put("startTimeUnixNano", Long.toString(start));
        document.put("endTimeUnixNano", Long.toString(end));
        document.put("attributes", attributes(attributes));
        document.put("status", failed ? Json.object("code", 2) : Json.object());
        return document;
    }

    private static List<Map<String, @Nullable Object>> attributes(Map<String, @Nullable Object> values) {
        List<Map<String, @Nullable Object>> all = new ArrayList<>();
        values.forEach((key, value) -> {
            if (value != null) {
                all.add(Json.object(
                        "key",
                        key,
                        "value",
                        value instanceof Number number
                                ? Json.object("intValue", Long.toString(number.longValue()))
                                : Json.object("stringValue", value.toString())));
            }
        });
        return all;
    }
}
