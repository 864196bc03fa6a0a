package dev.stoa.server.sse;

import dev.stoa.base.Principal;
import dev.stoa.debate.DebateEvents;
import dev.stoa.evolution.base.RunEvents;
import dev.stoa.learning.Learning;
import dev.stoa.server.backend.Backend;
import dev.stoa.society.feed.FeedReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The hubs of the archives that are followed. Thread-safe. */
final class Hubs {
    static final String FEED = "feed";
    static final String OUTPUT = "output";
    static final String LOG = "log";
    /** Whatever is committed. */
    static final String ANY = "*";

    private final Backend backend;
    private final Streams streams;
    private final Principal self;

    /**
     * The hubs over the stores of a server.
     *
     * @param self on whose behalf the server looks how far things have come
     */
    Hubs(Backend backend, Streams streams, Principal self) {
        this.backend = backend;
        this.streams = streams;
        this.self = self;
    }

    Hub debate() {
        DebateEvents events = backend.stoa().debate().events();
        return streams.hub(
                "debate", () -> new Hub("debate", events.as(self)::watch, keys -> debateHeads(events.as(self), keys)));
    }

    private static Map<String, Long> debateHeads(DebateEvents events, Set<String> keys) {
        Map<String, Long> heads = new HashMap<>();
        for (List<String> some : portions(keys, DebateEvents.MOST_HEADS)) {
            events.heads(some).forEach((id, head) -> heads.put(id, head.events()));
        }
        return heads;
    }

    private static List<List<String>> portions(Set<String> keys, int most) {
        List<String> all = List.copyOf(keys);
        List<List<String>> portions = new ArrayList<>();
        for (int i = 0; i < all.size(); i += most) {
            portions.add(all.subList(i, Math.min(all.size(), i + most)));
        }
        return portions;
    }

    Hub society() {
        FeedReader feed = backend.stoa().society().feed();
        // What executions write has no number in the feed: each commit may have brought some.
        return streams.hub(
                "society",
                () -> new Hub(
                        "society",
                        feed::watch,
                        keys -> Map.of(FEED, feed.extent().newest(), OUTPUT, Long.MAX_VALUE)));
    }

    Hub evolution() {
        RunEvents events = backend.stoa().evolution().events();
        return streams.hub(
                "evolution",
                () -> new Hub("evolution", () -> events.watch(self), keys -> {
                    Map<String, Long> heads = new HashMap<>();
                    keys.forEach(key -> heads.put(key, 0L));
                    portions(keys, RunEvents.MOST_HEADS).forEach(some -> heads.putAll(events.heads(self, some)));
                    return heads;
                }));
    }

    Hub counsel() {
        var audit = backend.stoa().counsel().audit();
        return streams.hub(
                "counsel", () -> new Hub("counsel", () -> audit.watch(self), keys -> Map.of(LOG, audit.newest(self))));
    }

    /** The hub of an archive of which nothing is counted: each commit may have changed what is shown. */
    Hub learning(String archive) {
        Learning learning = backend.stoa().learning();
        return streams.hub(
                archive,
                () -> new Hub(
                        archive,
                        switch (archive) {
                            case "continuum" -> learning.memories().as(self)::watch;
                            case "consensus" -> learning.consensus().as(self)::watch;
                            case "rating" -> learning.ratings().as(self)::watch;
                            case "critique" -> learning.critiques().as(self)::watch;
                            case "evidence" -> learning.evidence().as(self)::watch;
                            case "breaker" -> learning.breakers().as(self)::watch;
                            default -> throw new IllegalArgumentException("no archive of what was learned: " + archive);
                        },
                        keys -> Map.of()));
    }
}
