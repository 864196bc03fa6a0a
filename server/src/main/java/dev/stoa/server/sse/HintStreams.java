package dev.stoa.server.sse;

import dev.stoa.Stoa;
import dev.stoa.base.ForbiddenException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Principal;
import dev.stoa.json.Json;
import dev.stoa.server.backend.Backend;
import dev.stoa.server.http.Answer;
import dev.stoa.server.http.Call;
import dev.stoa.server.http.Refusal;
import dev.stoa.society.feed.FeedQuery;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Streams that say of several things at once that they have changed, and nothing else of them. Thread-safe. What the
 * caller may not see gives no hint: each hint comes of what the caller itself would read.
 */
public final class HintStreams {
    private static final Logger LOG = LoggerFactory.getLogger(HintStreams.class);
    private static final int MOST_PORTIONS = 8;

    /** Archives whose things every reader may see, but agents of memories only some: each commit is told. */
    private static final Set<String> WHOLE = Set.of(
            "debate", "evolution", "counsel", "continuum", "consensus", "rating", "critique", "evidence", "breaker");

    private final Backend backend;
    private final Streams streams;
    private final Hubs hubs;
    private final Marks marks = new Marks();

    /**
     * Hints over the stores of a server.
     *
     * @param self on whose behalf the server looks how far things have come
     */
    public HintStreams(Backend backend, Streams streams, Principal self) {
        this.backend = backend;
        this.streams = streams;
        this.hubs = new Hubs(backend, streams, self);
    }

    /**
     * Something to be told of.
     *
     * @param name as the client calls it
     * @param kind what kind of thing it is
     * @param id its full id; empty for all of a kind
     */
    public record Topic(String name, String kind, String id) {}

    /**
     * Marks of how far topics are, for a page that follows them. They are to be taken before the page reads anything: if
     * the stream then begins with the same mark, the page shows all that there is. A topic that cannot be read, or not by
     * the caller, has none.
     */
    public String marks(Principal by, List<Topic> topics) {
        Set<String> all = new LinkedHashSet<>();
        for (Topic topic : topics) {
            try {
                all.add(watched(by, topic, followed(topic).hub()).mark());
            } catch (RuntimeException e) {
                // The page itself says what is wrong.
                LOG.debug("no mark of {}", topic.name(), e);
            }
        }
        return String.join(" ", all);
    }

    /** The answer that streams hints of all topics, which the caller was found to see. */
    public Answer open(Call call, List<Topic> topics) {
        List<Streams.Followed> followed = new ArrayList<>();
        List<Watched> watched = new ArrayList<>();
        for (Topic topic : topics) {
            Streams.Followed by = followed(topic);
            followed.add(by);
            watched.add(watched(call.by(), topic, by.hub()));
        }
        return streams.follow(call, new Streams.Opening(new Hinting(watched), followed, true, true), hello(watched));
    }

    /** A topic from how far it is now. */
    private Watched watched(Principal by, Topic topic, Hub hub) {
        Source source = source(by, topic, hub);
        long position = source.newest(by);
        String what = switch (source) {
            // All that follow the feed are as far as it is.
            case FeedSource feed -> "feed";
            case RunHints run -> "run " + run.state();
            default -> topic.kind() + " " + topic.id();
        };
        return new Watched(topic.name(), source, position, marks.of(what, position));
    }

    /** How far everything is: what was shown before that is shown again, and a page that is as far asks for nothing. */
    private static Event hello(List<Watched> watched) {
        return Event.plain(
                "hello",
                Json.object(
                        "topics",
                        watched.stream()
                                .map(topic ->
                                        Json.object("topic", topic.name, "seq", topic.told(), "mark", topic.mark()))
                                .toList()));
    }

    private Streams.Followed followed(Topic topic) {
        return switch (topic.kind()) {
            case "debate" -> new Streams.Followed(hubs.debate(), topic.id().isEmpty() ? Hubs.ANY : topic.id());
            case "evolution" ->
                new Streams.Followed(hubs.evolution(), topic.id().isEmpty() ? Hubs.ANY : topic.id());
            case "society", "channel" -> new Streams.Followed(hubs.society(), Hubs.FEED);
            case "run" -> new Streams.Followed(hubs.society(), Hubs.OUTPUT);
            case "audit" -> new Streams.Followed(hubs.counsel(), Hubs.LOG);
            case "counsel" -> new Streams.Followed(hubs.counsel(), Hubs.ANY);
            case "continuum", "consensus", "rating", "critique", "evidence", "breaker" ->
                new Streams.Followed(hubs.learning(topic.kind()), Hubs.ANY);
            default -> throw Refusal.field("topic", "names an unknown kind", "follow what the pages follow");
        };
    }

    private Source source(Principal by, Topic topic, Hub hub) {
        Stoa stoa = backend.stoa();
        if (topic.kind().equals("continuum") && by.agent() != null) {
            return new MemorySource(stoa.learning().memories());
        }
        if (topic.id().isEmpty() && WHOLE.contains(topic.kind())) {
            // Before its count is read: a commit that is not in the count yet is counted later, and told then.
            hub.watch();
            return new Commits(hub);
        }
        return switch (topic.kind()) {
            case "debate" -> new DebateSource(stoa.debate().events(), topic.id());
            case "evolution" -> new EvolutionSource(stoa.evolution(), topic.id());
            case "channel" ->
                new FeedSource(stoa.society().feed(), FeedQuery.after(0).in(topic.id()));
            case "run" -> new RunHints(stoa.society(), topic.id());
            case "audit" -> new AuditSource(stoa.counsel().audit());
            default -> new FeedSource(stoa.society().feed(), FeedQuery.after(0));
        };
    }

    /** All commits of an archive whose things every reader may see. */
    private record Commits(Hub hub) implements Source {
        @Override
        public long newest(Principal by) {
            return hub.commits();
        }

        @Override
        public boolean isOver(Principal by, long position) {
            return false;
        }

        @Override
        public Batch after(Principal by, long position) {
            long now = hub.commits();
            return new Batch(
                    null,
                    now == position ? List.of() : List.of(Event.plain("commit", Json.object())),
                    now,
                    false,
                    null);
        }
    }

    /** A topic, how far it was at first, and how far it was told. Used by one thread at a time. */
    private static final class Watched {
        private final String name;
        private final Source source;
        private final String mark;
        private long position;

        Watched(String name, Source source, long position, String mark) {
            this.name = name;
            this.source = source;
            this.position = position;
            this.mark = mark;
        }

        String mark() {
            return mark;
        }

        /** How far it is, of what has a count of its own; 0 where the count is also of what the caller may not see. */
        long told() {
            return source instanceof DebateSource || source instanceof EvolutionSource ? position : 0;
        }

        /** Adds a hint if something has come that the principal may see. */
        void look(Principal by, List<Event> hints) {
            long newest = 0;
            boolean changed = false;
            boolean more = true;
            for (int i = 0; more && i < MOST_PORTIONS; i++) {
                Source.Batch batch = source.after(by, position);
                changed |= batch.reset() != null || !batch.events().isEmpty();
                for (Event event : batch.events()) {
                    newest = Math.max(newest, event.id());
                    Runnable sent = event.sent();
                    if (sent != null) {
                        sent.run();
                    }
                }
                position = batch.next();
                more = batch.more();
            }
            if (changed) {
                hints.add(hint(name, newest));
            }
        }
    }

    private static Event hint(String topic, long seq) {
        return Event.plain("changed", Json.object("topic", topic, "seq", seq));
    }

    /** The hints of all topics. For one stream, used by one thread at a time. */
    private record Hinting(List<Watched> topics) implements Source {
        Hinting(List<Watched> topics) {
            this.topics = new ArrayList<>(topics);
        }

        @Override
        public long newest(Principal by) {
            return Event.NONE;
        }

        @Override
        public boolean isOver(Principal by, long position) {
            return false;
        }

        @Override
        public Batch after(Principal by, long position) {
            List<Event> hints = new ArrayList<>();
            for (Iterator<Watched> each = topics.iterator(); each.hasNext(); ) {
                Watched topic = each.next();
                try {
                    topic.look(by, hints);
                } catch (NotFoundException | ForbiddenException e) {
                    // Gone, or out of sight by now: the page that shows it is told once, and then never again.
                    hints.add(hint(topic.name, 0));
                    each.remove();
                }
            }
            return new Batch(null, hints, Event.NONE, false, null);
        }
    }
}
