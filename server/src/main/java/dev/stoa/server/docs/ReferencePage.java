package dev.stoa.server.docs;

import dev.stoa.server.http.Field;
import dev.stoa.server.http.OpenApi;
import dev.stoa.server.http.Route;
import dev.stoa.server.http.Routes;
import dev.stoa.server.http.Shape;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A page that lists every route with its fields and a line that calls it. Stateless; it needs no script. */
final class ReferencePage {
    /** How the page looks, on light and dark screens alike. */
    static final String STYLE = """
            :root { color-scheme: light dark; background: Canvas; color: CanvasText; font: 16px/1.5 system-ui, sans-serif; }
            body { margin: 0 auto; max-width: 60rem; padding: 1rem; }
            nav ul { columns: 12rem; list-style: none; padding: 0; }
            article { border-top: 1px solid color-mix(in srgb, currentColor 25%, transparent); padding: 0.5rem 0 1rem; }
            h3 { font: 600 1rem/1.4 ui-monospace, monospace; margin: 0.5rem 0 0; overflow-wrap: anywhere; }
            table { border-collapse: collapse; width: 100%; }
            th, td { border-bottom: 1px solid color-mix(in srgb, currentColor 15%, transparent); padding: 0.2rem 0.5rem 0.2rem 0; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
            pre { overflow-x: auto; padding: 0.5rem; background: color-mix(in srgb, currentColor 8%, transparent); }
            p { overflow-wrap: anywhere; }
            .meta { opacity: 0.75; }
            """;

    private ReferencePage() {}

    /**
     * The page.
     *
     * @param address where the lines that call routes reach the server
     */
    static String of(Routes routes, String address) {
        Map<String, List<Route>> byNoun = new LinkedHashMap<>();
        routes.all()
                .forEach(route -> byNoun.computeIfAbsent(route.noun(), noun -> new ArrayList<>())
                        .add(route));
        StringBuilder page = new StringBuilder("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">")
                .append("<meta name=\"viewport\" content=\"width=device-width\"><title>Stoa API</title>")
                .append("<link rel=\"stylesheet\" href=\"/docs/api.css\"></head><body>\n<h1>Stoa API</h1>\n")
                .append(
                        "<p>The same as <a href=\"/openapi.json\">OpenAPI</a>. Scopes: any token, r read, w write, k ask,")
                .append(" o operate, a admin; +A also for the token of an agent.</p>\n<nav><ul>");
        byNoun.keySet()
                .forEach(noun -> page.append("<li><a href=\"#")
                        .append(escaped(noun))
                        .append("\">")
                        .append(escaped(noun))
                        .append("</a></li>"));
        page.append("</ul></nav>\n");
        byNoun.forEach((noun, of) -> {
            page.append("<section id=\"")
                    .append(escaped(noun))
                    .append("\"><h2>")
                    .append(escaped(noun))
                    .append("</h2>\n");
            of.forEach(route -> route(page, route, address));
            page.append("</section>\n");
        });
        return page.append("</body></html>\n").toString();
    }

    private static void route(StringBuilder page, Route route, String address) {
        page.append("<article><h3>")
                .append(route.method())
                .append(' ')
                .append(escaped(OpenApi.address(route)))
                .append("</h3>\n<p>")
                .append(escaped(route.summary()))
                .append(" <span class=\"meta\">Scope ")
                .append(escaped(route.scope().letter()))
                .append(", repeated: ")
                .append(route.repeat().text())
                .append("</span></p>\n");
        fields(page, "Query", route.query());
        fields(page, "Body", route.body());
        page.append("<pre tabindex=\"0\">")
                .append(escaped(curl(route, address)))
                .append("</pre></article>\n");
    }

    private static void fields(StringBuilder page, String title, Shape shape) {
        if (shape.isEmpty()) {
            return;
        }
        page.append("<table><thead><tr><th>")
                .append(title)
                .append("</th><th>Value</th><th>Meaning</th></tr></thead><tbody>\n");
        for (Field field : shape.fields()) {
            page.append("<tr><td><code>")
                    .append(escaped(field.name()))
                    .append("</code>")
                    .append(field.required() ? " *" : "")
                    .append("</td><td>")
                    .append(escaped(field.allowed()))
                    .append("</td><td>")
                    .append(escaped(field.about()))
                    .append("</td></tr>\n");
        }
        page.append("</tbody></table>\n");
    }

    private static String curl(Route route, String server) {
        String address = OpenApi.address(route);
        String path = address.substring(0, address.length() - route.path().length())
                + route.example().path();
        String body = route.example().body();
        // Without -g what stands in braces would be a list of addresses.
        return "curl -sg"
                + (route.method().equals("GET") ? "" : " -X " + route.method())
                + (body == null ? "" : " -H 'Content-Type: application/json' -d " + quoted(body))
                + " "
                + quoted(server + path);
    }

    /** A text as one word of a shell. */
    static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
