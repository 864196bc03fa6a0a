package dev.stoa.server.console;

import dev.stoa.json.Json;
import dev.stoa.server.console.view.DebateView;
import dev.stoa.server.console.view.Doc;
import dev.stoa.server.console.view.Here;
import dev.stoa.server.console.view.Links;
import dev.stoa.server.http.Answer;
import dev.stoa.server.http.Call;
import dev.stoa.server.http.Example;
import dev.stoa.server.http.Field;
import dev.stoa.server.http.Front;
import dev.stoa.server.http.Inside;
import dev.stoa.server.http.Refusal;
import dev.stoa.server.http.Route;
import dev.stoa.server.http.Scope;
import gg.jte.output.StringOutput;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What pages give out as files: answers of the API, saved and never shown. Stateless. */
final class Downloads {
    private static final int MOST_TURNS = 500;
    private static final int BUFFER = 1 << 16;
    private static final int LONGEST = 4_096;
    private static final Pattern SIZE = Pattern.compile("[0-9]{1,18}");

    private Downloads() {}

    /** All that pages give out. */
    static List<Route> routes(Inside inside) {
        return List.of(
                text(inside),
                receipt(inside, "receipt", "application/json", "receipt.json"),
                receipt(inside, "receipt.html", "text/html", "receipt.html"),
                receipt(inside, "receipt.md", "text/markdown", "receipt.md"),
                turns(inside),
                topology(inside),
                channel(inside),
                audit(inside),
                pairs(inside),
                proof(inside),
                note(inside));
    }

    /** What pages give out at an address that ends as those of twins do. */
    static List<Route> twins(Inside inside) {
        return List.of(receipt(inside, "receipt", "application/json", "receipt.json"));
    }

    /** A text of an answer of the API that is too long for a page; never as anything but text. */
    private static Route text(Inside inside) {
        return Route.get("text", "page text", "Give a text out as it is.", Scope.READ_AGENT)
                .query(
                        Field.text("of", 1, LONGEST, "The address of the API.").must(),
                        Field.text("field", 1, LONGEST, "The field of its answer.")
                                .must())
                .mark(Route.Mark.ROOT, Route.Mark.PAGE, Route.Mark.EXPORTS)
                .handle(Example.get("text?of=debates%2F{id}&field=topic"), call -> {
                    Answer answer = inside.get(call, call.query().text("of"));
                    @Nullable Object found = answer.document() == null ? null : answer.read();
                    for (String name : call.query().text("field").split("\\.", -1)) {
                        found = inside(found, name);
                    }
                    if (!(found instanceof String text)) {
                        throw Refusal.of(404, "not_found", "there is no such text", "load the page again");
                    }
                    return Screen.headed(
                            Answer.text("text/plain; charset=utf-8", text).with("X-Content-Type-Options", "nosniff"));
                });
    }

    private static @Nullable Object inside(@Nullable Object value, String name) {
        return switch (value) {
            case Map<?, ?> fields -> fields.get(name);
            case List<?> items
            when name.matches("[0-9]{1,4}") && Integer.parseInt(name) < items.size() ->
                items.get(Integer.parseInt(name));
            case null, default -> null;
        };
    }

    private static Route audit(Inside inside) {
        return Route.get("audit/export", "page audit/export", "The whole audit log.", Scope.READ)
                .mark(Route.Mark.ROOT, Route.Mark.PAGE, Route.Mark.EXPORTS)
                .handle(
                        Example.get("audit/export"),
                        call -> inside.get(call, "audit/export")
                                .with("Content-Disposition", "attachment; filename=\"audit.jsonl\""));
    }

    private static Route pairs(Inside inside) {
        String path = "corrections/export";
        return Route.get(path, "page " + path, "Corrections as pairs to train on.", Scope.READ)
                .query(Field.text("min", 0, 32, "Least effective confidence."))
                .mark(Route.Mark.ROOT, Route.Mark.PAGE, Route.Mark.EXPORTS)
                .handle(Example.get(path), call -> {
                    String min = call.query().textOrNull("min");
                    return inside.get(
                                    call,
                                    new Here(path, Map.of())
                                            .with("min", min == null ? "" : min)
                                            .href())
                            .with("Content-Disposition", "attachment; filename=\"corrections.jsonl\"");
                });
    }

    /** The proof that an entry is in the audit log, as text that others can check. */
    private static Route proof(Inside inside) {
        return Route.get("audit/{id}/proof", "page proof", "Prove that an entry is in the log.", Scope.READ)
                .mark(Route.Mark.ROOT, Route.Mark.PAGE, Route.Mark.EXPORTS)
                .handle(
                        Example.get("audit/{id}/proof"),
                        call -> Answer.text(
                                        "text/plain; charset=utf-8",
                                        doc(inside.get(
                                                        call,
                                                        "audit/" + Links.encoded(Links.id(call.path("id"))) + "/proof"))
                                                .raw("proof"))
                                .with("Content-Disposition", "attachment; filename=\"audit.tlog-proof\""));
    }

    /** A signed checkpoint of the audit log, as text that others can check, by how many entries it vouches for. */
    private static Route note(Inside inside) {
        return Route.get("audit/checkpoints/{id}", "page checkpoint", "Give out a signed checkpoint.", Scope.READ)
                .mark(Route.Mark.ROOT, Route.Mark.PAGE, Route.Mark.EXPORTS)
                .handle(Example.get("audit/checkpoints/{id}"), call -> {
                    String size = call.path("id");
                    List<Doc> found = SIZE.matcher(size).matches()
                            ? doc(inside.get(call, "audit/checkpoints?size=" + size))
                                    .docs("items")
                            : List.of();
                    if (!found.isEmpty()) {
                        return Answer.text(
                                        "text/plain; charset=utf-8",
                                        found.getFirst().raw("note"))
                                .with("Content-Disposition", "attachment; filename=\"audit-" + size + ".checkpoint\"");
                    }
                    throw Refusal.of(404, "not_found", "there is no such checkpoint", "see the page of the log");
                });
    }

    private static Route channel(Inside inside) {
        return Route.get("channels/{id}/export", "page export", "Give a channel out as a file.", Scope.READ_AGENT)
                .mark(Route.Mark.ROOT, Route.Mark.PAGE, Route.Mark.EXPORTS)
                .handle(
                        Example.get("channels/{id}/export"),
                        call -> inside.get(call, "channels/" + Links.encoded(Links.id(call.path("id"))) + "/export")
                                .with("Content-Disposition", "attachment; filename=\"channel.json\""));
    }

    /** All turns of a debate, one on each line, as the API lists them; a long debate is read in portions. */
    private static Route turns(Inside inside) {
        return Route.get("debates/{id}/turns.jsonl", "page turns", "Give the turns out as a file.", Scope.READ_AGENT)
                .mark(Route.Mark.ROOT, Route.Mark.PAGE, Route.Mark.EXPORTS)
                .handle(Example.get("debates/{id}/turns.jsonl"), call -> {
                    String address =
                            "debates/" + Links.encoded(Links.id(call.path("id"))) + "/turns?limit=" + MOST_TURNS;
                    Doc first = doc(inside.get(call, address));
                    return Answer.stream(Front.LINES, out -> write(inside, call, address, first, out))
                            .with("Content-Disposition", "attachment; filename=\"turns.jsonl\"");
                });
    }

    private static void write(Inside inside, Call call, String address, Doc first, OutputStream raw)
            throws IOException {
        OutputStream out = new BufferedOutputStream(raw, BUFFER);
        Doc portion = first;
        while (true) {
            for (Object turn : portion.list("items")) {
                out.write(Json.write(turn).getBytes(StandardCharsets.UTF_8));
                out.write('\n');
            }
            if (!portion.has("next")) {
                break;
            }
            try {
                portion = doc(inside.get(call, address + "&cursor=" + Links.encoded(portion.raw("next"))));
            } catch (IOException | RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IOException("the turns cannot be read further", e);
            }
        }
        out.flush();
    }

    /** Who read whom in a debate, as a picture. */
    private static Route topology(Inside inside) {
        return Route.get("debates/{id}/topology.svg", "page topology", "Draw who read whom.", Scope.READ_AGENT)
                .mark(Route.Mark.ROOT, Route.Mark.PAGE, Route.Mark.EXPORTS)
                .handle(Example.get("debates/{id}/topology.svg"), call -> {
                    String address = "debates/" + Links.encoded(Links.id(call.path("id")));
                    Doc debate = doc(inside.get(call, address));
                    List<Doc> turns = doc(inside.get(call, address + "/turns?outline=true&limit=" + MOST_TURNS))
                            .docs("items");
                    StringOutput out = new StringOutput();
                    DebateView.topology(debate, turns).svg().writeTo(out);
                    return Answer.text("image/svg+xml", out.toString());
                });
    }

    private static Doc doc(Answer answer) {
        return answer.read() instanceof Map<?, ?> fields ? new Doc(fields) : Doc.EMPTY;
    }

    /** The receipt of a debate as the API gives it in one of its forms, which a browser saves and never shows. */
    private static Route receipt(Inside inside, String name, String type, String file) {
        String path = "debates/{id}/" + name;
        return Route.get(path, "page " + name, "Give a debate out as a file.", Scope.READ_AGENT)
                .mark(Route.Mark.ROOT, Route.Mark.PAGE, Route.Mark.EXPORTS)
                .handle(
                        Example.get(path),
                        call -> inside.call(
                                        call,
                                        "GET",
                                        "debates/" + Links.encoded(Links.id(call.path("id"))) + "/receipt",
                                        Map.of(),
                                        Map.of("Accept", type))
                                .with("Content-Disposition", "attachment; filename=\"" + file + "\""));
    }
}
