package dev.stoa.server.mcp;

import dev.stoa.Stoa;
import dev.stoa.base.Excerpt;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.StoaException;
import dev.stoa.counsel.conversation.MessageRequest;
import dev.stoa.debate.SessionFilter;
import dev.stoa.debate.session.DebateSession;
import dev.stoa.json.Json;
import dev.stoa.server.backend.Backend;
import dev.stoa.server.backend.Commits;
import dev.stoa.society.base.DomainPattern;
import dev.stoa.society.channel.Channel;
import dev.stoa.society.channel.Channels;
import dev.stoa.society.channel.Message;
import dev.stoa.society.knowledge.DomainTree;
import dev.stoa.society.knowledge.Fact;
import dev.stoa.society.knowledge.FactFilter;
import dev.stoa.society.message.Messages;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Debates, memories, outcomes, channels, notes, knowledge and conversations by their URIs. Thread-safe. */
final class StoaResources implements ResourceTable {
    private static final String ROOT = "stoa://";
    private static final String JSON = "application/json";
    private static final String MARKDOWN = "text/markdown";
    private static final String RECEIPT = "/receipt";
    private static final int NEWEST = 20;
    private static final int MESSAGES = 50;
    private static final int COMPLETED = 100;
    private static final int SHOWN = 80;

    private final Backend backend;

    StoaResources(Backend backend) {
        this.backend = backend;
    }

    private Stoa stoa() {
        return backend.stoa();
    }

    @Override
    public List<Map<String, @Nullable Object>> list(Principal by) {
        List<Map<String, @Nullable Object>> all = new ArrayList<>();
        debates(by, NEWEST)
                .forEach(session -> all.add(Json.object(
                        "uri",
                        ROOT + "debate/" + session.id(),
                        "name",
                        "debate " + session.id(),
                        "description",
                        shortened(session.row().topic()),
                        "mimeType",
                        JSON)));
        stoa().society()
                .channels()
                .list(by, Channels.Shown.ACTIVE)
                .forEach(channel -> all.add(Json.object(
                        "uri",
                        ROOT + "channel/" + encoded(channel.name()),
                        "name",
                        "#" + channel.name(),
                        "description",
                        "The last messages of the channel.",
                        "mimeType",
                        JSON)));
        return all;
    }

    private List<DebateSession> debates(Principal by, int most) {
        return stoa().debate()
                .sessions()
                .as(by)
                .list(SessionFilter.all(), Page.Request.first(most))
                .items();
    }

    private static String shortened(String text) {
        String line = text.replaceAll("\\s+", " ").strip();
        return Excerpt.within(line, SHOWN);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    @Override
    public List<Map<String, @Nullable Object>> templates() {
        return List.of(
                template("debate/{id}", "debate", "A debate: its seats, options and outcome.", JSON),
                template("debate/{id}/receipt", "receipt", "The receipt of a debate.", MARKDOWN),
                template("memory/{id}", "memory", "A memory.", JSON),
                template("consensus/{id}", "consensus", "The outcome of a debate with its dissents.", JSON),
                template("channel/{name}", "channel", "The last 50 messages of a channel.", JSON),
                template("note/{id}", "note", "A note that the caller may read.", JSON),
                template("knowledge/{+domain}", "knowledge", "What is known in a domain and below it.", JSON),
                template("conversation/{id}", "conversation", "A conversation and its newest messages.", JSON));
    }

    private static Map<String, @Nullable Object> template(String path, String name, String about, String type) {
        return Json.object("uriTemplate", ROOT + path, "name", name, "description", about, "mimeType", type);
    }

    @Override
    public @Nullable Map<String, @Nullable Object> read(Principal by, String uri) {
        Place place = Place.of(uri);
        if (place == null) {
            return null;
        }
        if (place.noun().equals("debate") && place.rest().endsWith(RECEIPT)) {
            String id = place.rest().substring(0, place.rest().length() - RECEIPT.length());
            return contents(
                    uri, MARKDOWN, stoa().debate().receipts().as(by).of(id).markdown());
        }
        Object document = switch (place.noun()) {
            case "debate" -> stoa().debate().sessions().as(by).get(place.rest()).document();
            case "memory" ->
                stoa().learning().memories().as(by).show(place.rest()).document();
            case "consensus" ->
                stoa().learning().consensus().as(by).show(place.rest()).document();
            case "channel" -> channel(by, place.rest());
            case "note" -> stoa().society().notes().show(by, place.rest()).document();
            case "knowledge" -> knowledge(by, place.rest());
            case "conversation" -> conversation(by, place.rest());
            default -> null;
        };
        return document == null ? null : contents(uri, JSON, Json.pretty(document));
    }

    private static Map<String, @Nullable Object> contents(String uri, String type, String text) {
        return Json.object("uri", uri, "mimeType", type, "text", text);
    }

    private Map<String, @Nullable Object> channel(Principal by, String name) {
        Channel channel = stoa().society().channels().get(by, name);
        Map<String, @Nullable Object> document = new LinkedHashMap<>(channel.document());
        document.put(
                "messages",
                stoa().society().messages().history(by, channel.id(), Messages.Range.newest(MESSAGES)).items().stream()
                        .map(Message::document)
                        .toList());
        return document;
    }

    private Map<String, @Nullable Object> knowledge(Principal by, String domain) {
        return Json.object(
                "domain",
                domain,
                "items",
                stoa()
                        .society()
                        .knowledge()
                        .query(by, DomainPattern.of(domain).andBelow(), FactFilter.live())
                        .items()
                        .stream()
                        .map(Fact::document)
                        .toList());
    }

    private Map<String, @Nullable Object> conversation(Principal by, String id) {
        Map<String, @Nullable Object> document =
                new LinkedHashMap<>(stoa().counsel().conversations().get(by, id).document());
        document.put(
                "messages",
                stoa().counsel().messages().page(by, id, MessageRequest.newest(MESSAGES)).items().stream()
                        .map(dev.stoa.counsel.conversation.Message::document)
                        .toList());
        return document;
    }

    @Override
    public @Nullable String version(Principal by, String uri) {
        Place place = Place.of(uri);
        if (place == null || place.rest().endsWith(RECEIPT)) {
            return null;
        }
        return switch (place.noun()) {
            case "debate" -> {
                DebateSession session = stoa().debate().sessions().as(by).get(place.rest());
                yield session.status().text() + " " + session.row().eventCount();
            }
            case "channel" -> {
                Channel channel = stoa().society().channels().get(by, place.rest());
                yield channel.lastSeq() + " " + channel.topic() + " " + channel.archivedAt();
            }
            default -> null;
        };
    }

    /** What a URI names. */
    private record Place(String noun, String rest) {
        static @Nullable Place of(String uri) {
            if (!uri.startsWith(ROOT)) {
                return null;
            }
            String path = uri.substring(ROOT.length());
            int slash = path.indexOf('/');
            if (slash < 1 || slash == path.length() - 1) {
                return null;
            }
            try {
                // A plus is a plus here, as in every path.
                String rest = URLDecoder.decode(path.substring(slash + 1).replace("+", "%2B"), StandardCharsets.UTF_8);
                return new Place(path.substring(0, slash), rest);
            } catch (IllegalArgumentException e) {
                return null;
            }
        }
    }

    @Override
    public Commits commits() {
        return Commits.of(backend.stoa());
    }

    @Override
    public List<String> complete(Principal by, String template, String parameter, String prefix) {
        return switch (template) {
            case ROOT + "debate/{id}", ROOT + "debate/{id}/receipt" ->
                begun(debates(by, COMPLETED), DebateSession::id, prefix);
            case ROOT + "consensus/{id}" ->
                begun(debates(by, COMPLETED), session -> session.row().debateId(), prefix);
            case ROOT + "channel/{name}" -> channels(by, prefix);
            case ROOT + "knowledge/{+domain}" -> domains(by, prefix);
            default -> List.of();
        };
    }

    /** The names of channels that begin with a text. */
    List<String> channels(Principal by, String prefix) {
        return begun(stoa().society().channels().list(by, Channels.Shown.ACTIVE), Channel::name, prefix);
    }

    private List<String> domains(Principal by, String prefix) {
        if (!by.rights().contains(Right.READ)) {
            return List.of();
        }
        try {
            List<String> paths = new ArrayList<>();
            gather(stoa().society().knowledge().tree(by, DomainPattern.all()), paths);
            return begun(paths, path -> path, prefix);
        } catch (StoaException e) {
            return List.of();
        }
    }

    private static void gather(DomainTree tree, List<String> paths) {
        if (!tree.path().isEmpty()) {
            paths.add(tree.path());
        }
        tree.children().forEach(child -> gather(child, paths));
    }

    static <T> List<String> begun(List<T> things, Function<T, String> name, String prefix) {
        return things.stream().map(name).filter(each -> each.startsWith(prefix)).toList();
    }
}
