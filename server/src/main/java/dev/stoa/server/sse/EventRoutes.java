package dev.stoa.server.sse;

import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.debate.DebateEvents;
import dev.stoa.debate.session.DebateEvent;
import dev.stoa.evolution.base.EventKind;
import dev.stoa.json.Json;
import dev.stoa.server.backend.Backend;
import dev.stoa.server.http.Answer;
import dev.stoa.server.http.Call;
import dev.stoa.server.http.Example;
import dev.stoa.server.http.Field;
import dev.stoa.server.http.Refusal;
import dev.stoa.server.http.Route;
import dev.stoa.server.http.Scope;
import dev.stoa.society.base.FeedKind;
import dev.stoa.society.feed.FeedEvent;
import dev.stoa.society.feed.FeedQuery;
import dev.stoa.society.feed.FeedReader;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The routes whose answers are streams of events. */
public final class EventRoutes {
    private static final Field LAST = Field.whole(
            "last_event_id",
            0,
            Long.MAX_VALUE,
            "The last event that is known, where no header Last-Event-ID can be sent.");
    private static final Field AFTER =
            Field.whole("after", 0, Long.MAX_VALUE, "Begin after this event (default: with what happens from now on)");

    /** How many changes a list of the last ones looks at. */
    private static final int LOOKED = 500;

    /** What each stream may say beside the events of its source. */
    private static final List<String> ALWAYS = List.of("reset", "bye");

    private static final List<String> DEBATE = named(DebateEvent.KINDS, "end");
    private static final List<String> FEED =
            named(Arrays.stream(FeedKind.values()).map(FeedKind::text).toList(), "hello");
    private static final List<String> RUN = named(FEED, "output", "end");
    private static final List<String> EVOLUTION =
            named(Arrays.stream(EventKind.values()).map(EventKind::text).toList(), "end");
    /** Types of entries are not listed: each wing has its own. */
    private static final List<String> AUDIT = named(List.of(), "hello");

    private final Backend backend;
    private final Streams streams;
    private final Hubs hubs;

    /**
     * The routes over the stores of a server.
     *
     * @param self on whose behalf the server looks how far things have come
     */
    public EventRoutes(Backend backend, Streams streams, Principal self) {
        this.backend = backend;
        this.streams = streams;
        this.hubs = new Hubs(backend, streams, self);
    }

    /** All of them. */
    public List<Route> routes() {
        return List.of(
                Route.get(
                                "debates/{id}/events",
                                "debate events",
                                "Follow a debate, or list its events if JSON is accepted.",
                                Scope.READ_AGENT)
                        .paged(
                                LAST,
                                Field.whole("after", 0, Long.MAX_VALUE, "Begin after this event (default: 0)"),
                                Field.word(
                                        "kind",
                                        DebateEvent.KINDS,
                                        "In a list: only events of this kind; a page looks at 5,000 events, and may be"
                                                + " empty before the last (default: all)"),
                                Field.flag("newest", "Whether to list only the last ones (default: false)"))
                        .events(DEBATE)
                        .errors("gone")
                        .handle(Example.get("debates/{debate}/events"), this::debate),
                Route.get(
                                "society/events",
                                "society events",
                                "Follow what changes in the society, or list the last changes if JSON is accepted.",
                                Scope.READ_AGENT)
                        .query(
                                LAST,
                                AFTER,
                                Field.texts("kinds", 32, "Only changes of these kinds (default: all)"),
                                Field.whole("limit", 1, LOOKED, "In a list: maximum number of items (default: 50)"))
                        .events(FEED)
                        .handle(Example.get("society/events"), this::society),
                Route.get("channels/{id}/events", "channel events", "Follow a channel.", Scope.READ_AGENT)
                        .query(LAST, AFTER)
                        .events(FEED)
                        .handle(Example.get("channels/{channel}/events"), this::channel),
                Route.get("runs/{id}/events", "run events", "Follow a run and what it writes.", Scope.READ_AGENT)
                        .query(LAST, AFTER)
                        .events(RUN)
                        .handle(Example.get("runs/{run}/events"), this::run),
                Route.get("evolutions/{id}/events", "evolve events", "Follow an evolution run.", Scope.READ_AGENT)
                        .query(LAST)
                        .events(EVOLUTION)
                        .handle(Example.get("evolutions/{evolution}/events"), this::evolution),
                Route.get("audit/events", "audit events", "Follow the audit log.", Scope.READ)
                        .query(LAST, AFTER)
                        .events(AUDIT)
                        .handle(Example.get("audit/events"), this::audit));
    }

    private static List<String> named(List<String> kinds, String... others) {
        return Stream.of(kinds.stream(), Stream.of(others), ALWAYS.stream())
                .flatMap(names -> names)
                .distinct()
                .toList();
    }

    private Answer debate(Call call) {
        String id = backend.stoa().debate().sessions().as(call.by()).idOf(call.path("id"));
        DebateEvents events = backend.stoa().debate().events();
        if (call.accepts("application/json") && !call.accepts("text/event-stream")) {
            Page.Request page = call.page();
            long after = Math.max(
                    call.query().whole("after", 0),
                    call.query().flag("newest", false) ? count(events.as(call.by()), id) - page.limit() : 0);
            String kind = call.query().textOrNull("kind");
            Page<DebateEvent> found = kind == null
                    ? page.of(events.as(call.by()).after(id, page.after(after), page.limit() + 1), DebateEvent::seq)
                    : events.as(call.by()).ofKind(id, kind, after, page);
            return call.list(found.map(DebateEvent::document));
        }
        return streams.open(call, new Streams.Opening(new DebateSource(events, id), hubs.debate(), id, false));
    }

    private static long count(DebateEvents events, String id) {
        DebateEvents.Head head = events.heads(List.of(id)).get(id);
        return head == null ? 0 : head.events();
    }

    private Answer society(Call call) {
        FeedQuery query = FeedQuery.after(0).of(kinds(call.query().texts("kinds")));
        return call.accepts("application/json") && !call.accepts("text/event-stream")
                ? lately(call, query)
                : feed(call, query);
    }

    /** The last changes, oldest first, among a bounded number of the newest. */
    private Answer lately(Call call, FeedQuery query) {
        FeedReader feed = backend.stoa().society().feed();
        long from = Math.max(call.query().whole("after", 0), feed.extent().newest() - LOOKED);
        List<FeedEvent> events = feed.read(
                        call.by(), query.from(Math.max(0, from)).limit(LOOKED))
                .events();
        int most = (int) call.query().whole("limit", Page.Request.DEFAULT_LIMIT);
        return call.list(new Page<>(
                events.subList(Math.max(0, events.size() - most), events.size()).stream()
                        .map(EventRoutes::document)
                        .toList(),
                null));
    }

    private static Map<String, @Nullable Object> document(FeedEvent event) {
        return Json.object(
                "seq", event.seq(),
                "at", event.at(),
                "kind", event.kind().text(),
                "gone", event.gone(),
                "data", event.document());
    }

    private static Set<FeedKind> kinds(List<String> words) {
        Set<FeedKind> kinds = EnumSet.noneOf(FeedKind.class);
        for (String word : words) {
            kinds.add(Arrays.stream(FeedKind.values())
                    .filter(kind -> kind.text().equals(word))
                    .findFirst()
                    .orElseThrow(() -> Refusal.field(
                            "kinds",
                            "has an unknown kind",
                            "use those that the stream shows, such as " + FeedKind.MESSAGE_POSTED.text())));
        }
        return kinds;
    }

    private Answer channel(Call call) {
        String id = backend.stoa()
                .society()
                .channels()
                .get(call.by(), call.path("id"))
                .id();
        return feed(call, FeedQuery.after(0).in(id));
    }

    private Answer feed(Call call, FeedQuery query) {
        return streams.open(
                call,
                new Streams.Opening(
                        new FeedSource(backend.stoa().society().feed(), query), hubs.society(), Hubs.FEED, true));
    }

    private Answer run(Call call) {
        String id =
                backend.stoa().society().runs().get(call.by(), call.path("id")).id();
        return streams.open(
                call,
                new Streams.Opening(new RunSource(backend.stoa().society(), id), hubs.society(), Hubs.OUTPUT, true));
    }

    private Answer evolution(Call call) {
        String id = backend.stoa()
                .evolution()
                .runs()
                .get(call.by(), call.path("id"))
                .id();
        return streams.open(
                call,
                new Streams.Opening(new EvolutionSource(backend.stoa().evolution(), id), hubs.evolution(), id, false));
    }

    private Answer audit(Call call) {
        var audit = backend.stoa().counsel().audit();
        return streams.open(call, new Streams.Opening(new AuditSource(audit), hubs.counsel(), Hubs.LOG, true));
    }
}
