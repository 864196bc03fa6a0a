package dev.stoa.server.console.live;

import dev.stoa.server.console.view.Links;
import dev.stoa.server.http.Answer;
import dev.stoa.server.http.Call;
import dev.stoa.server.http.Example;
import dev.stoa.server.http.Field;
import dev.stoa.server.http.Inside;
import dev.stoa.server.http.Refusal;
import dev.stoa.server.http.Route;
import dev.stoa.server.http.Scope;
import dev.stoa.server.sse.HintStreams;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The stream of a page: that something which it shows has changed, but not what. Thread-safe. A topic is what the API
 * lets the caller read, so what is out of sight is refused as there.
 */
public final class Hints {
    private static final int MOST = 8;

    /** What is read to see whether a topic may be followed, by its kind; then the field with its full id. */
    private static final Map<String, Sight> ONE = Map.of(
            "debate", new Sight("debates/", "id"),
            "channel", new Sight("channels/", "channel_id"),
            "run", new Sight("runs/", "session_id"),
            "evolution", new Sight("evolutions/", "run_id"));

    private static final Map<String, String> ALL = Map.ofEntries(
            Map.entry("debate", "debates?limit=1"),
            Map.entry("evolution", "evolutions?limit=1"),
            Map.entry("society", "channels"),
            Map.entry("audit", "audit?limit=1"),
            Map.entry("counsel", "projects?limit=1"),
            Map.entry("continuum", "memories?limit=1"),
            Map.entry("consensus", "consensus?limit=1"),
            Map.entry("rating", "ratings?limit=1"),
            Map.entry("critique", "critiques?limit=1"),
            Map.entry("evidence", "evidence?limit=1"),
            Map.entry("breaker", "breakers"));

    /** As many archives as a stream can follow: those in which most is written. */
    private static final String ARCHIVES = "debate society counsel evolution continuum consensus rating evidence";

    /** What pages follow, by their paths; the page of a thing follows what that of the list does if it has no line. */
    private static final Map<String, String> FOLLOWED = Map.ofEntries(
            Map.entry("", "debate society breaker"),
            Map.entry("debates", "debate"),
            Map.entry("debates/{id}", ""),
            Map.entry("debates/stats", "debate"),
            Map.entry("lessons", "debate"),
            Map.entry("evolve", "evolution"),
            Map.entry("evolve/{id}", "evolution:{id}"),
            Map.entry("episodes", "evolution"),
            Map.entry("created-agents", "evolution"),
            Map.entry("memory", "continuum"),
            Map.entry("memory/newest", "continuum"),
            Map.entry("memory/transitions", "continuum"),
            Map.entry("memory/recall", "continuum"),
            Map.entry("memory/graph", "continuum"),
            Map.entry("consensus", "consensus"),
            Map.entry("dissents", "consensus"),
            Map.entry("proofs", "consensus"),
            Map.entry("ratings", "rating"),
            Map.entry("ratings/matrix", "rating"),
            Map.entry("critiques", "critique"),
            Map.entry("patterns", "critique"),
            Map.entry("reputation", "critique"),
            Map.entry("evidence", "evidence"),
            Map.entry("documents", "evidence"),
            Map.entry("breakers", "breaker"),
            Map.entry("ask", "counsel"),
            Map.entry("conversations", "counsel"),
            Map.entry("conversations/{id}", "audit"),
            Map.entry("corrections", "counsel"),
            Map.entry("projects", "counsel"),
            Map.entry("specialists", "counsel"),
            Map.entry("tokens", "counsel"),
            Map.entry("keys", "counsel"),
            Map.entry("audit", "audit"),
            Map.entry("audit/{id}", ""),
            Map.entry("agents", "society"),
            Map.entry("agents/{id}", "society rating"),
            Map.entry("channels", "society"),
            Map.entry("notes", "society"),
            Map.entry("tasks", "society"),
            Map.entry("runs", "society"),
            Map.entry("runs/{id}", "run:{id}"),
            Map.entry("inbox", "society"),
            Map.entry("context", "society"),
            Map.entry("knowledge", "society"),
            Map.entry("ops", "debate counsel breaker"),
            Map.entry("ops/jobs", "debate counsel breaker"),
            Map.entry("ops/archives", ARCHIVES),
            Map.entry("ops/doctor", ARCHIVES),
            Map.entry("ops/backups", ARCHIVES));

    private final Inside inside;
    private final HintStreams streams;

    private record Sight(String address, String id) {}

    public Hints(Inside inside, HintStreams streams) {
        this.inside = inside;
        this.streams = streams;
    }

    public Route route() {
        return Route.get("events", "page events", "Follow what a page shows.", Scope.READ_AGENT)
                .query(Field.texts("topic", 1, MOST, "What the page shows: KIND or KIND:ID.")
                        .must())
                .mark(Route.Mark.ROOT, Route.Mark.PAGE)
                .events(List.of("hello", "changed", "reset", "bye"))
                .handle(Example.get("events?topic=debate"), this::follow);
    }

    /**
     * Marks of how far all is that a page follows, to be taken before the page reads anything.
     *
     * @param path the path of the page, in which {@code {id}} is one segment
     */
    public String marks(Call call, String path) {
        if (call.header("HX-Request") != null) {
            // A part that is fetched alone takes the place of one on a page that has its marks.
            return "";
        }
        List<HintStreams.Topic> topics = new ArrayList<>();
        for (String name : followed(path).split(" ", -1)) {
            int colon = name.indexOf(':');
            if (!name.isEmpty()) {
                topics.add(
                        colon < 0
                                ? new HintStreams.Topic(name, name, "")
                                : new HintStreams.Topic(name, name.substring(0, colon), Links.id(call.path("id"))));
            }
        }
        return streams.marks(call.by(), topics);
    }

    private static String followed(String path) {
        String near = path;
        while (!FOLLOWED.containsKey(near) && near.indexOf('{') > 0) {
            near = near.substring(0, near.lastIndexOf('/'));
        }
        return FOLLOWED.getOrDefault(near, "");
    }

    private Answer follow(Call call) throws Exception {
        List<HintStreams.Topic> topics = new ArrayList<>();
        for (String name : call.query().texts("topic").stream().distinct().toList()) {
            topics.add(topic(call, name));
        }
        return streams.open(call, topics);
    }

    private HintStreams.Topic topic(Call call, String name) throws Exception {
        int colon = name.indexOf(':');
        String kind = colon < 0 ? name : name.substring(0, colon);
        String address = ALL.get(kind);
        Sight sight = ONE.get(kind);
        if (colon < 0 && address != null) {
            inside.get(call, address);
            return new HintStreams.Topic(name, kind, "");
        }
        if (colon > 0 && colon + 1 < name.length() && sight != null) {
            Object seen = inside.get(call, sight.address() + Links.encoded(name.substring(colon + 1)))
                    .read();
            if (seen instanceof Map<?, ?> fields && fields.get(sight.id()) instanceof String id) {
                return new HintStreams.Topic(name, kind, id);
            }
        }
        throw Refusal.field("topic", "names nothing that can be followed", "follow what the pages follow");
    }
}
