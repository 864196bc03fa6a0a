package dev.stoa.server.backend;

import dev.stoa.Stoa;
import dev.stoa.base.Principal;
import dev.stoa.base.TextEnum;
import dev.stoa.base.UnavailableException;
import dev.stoa.engine.upkeep.ArchiveCare;
import dev.stoa.engine.upkeep.UpkeepListener;
import dev.stoa.json.Json;
import dev.stoa.storage.Ids;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Examinations and verifications that go on after the request that began them. Thread-safe. Of each kind at most one
 * runs: who asks for another joins it. The latest is kept until the server stops, and stored nowhere.
 */
public final class Checks {
    private static final InstantSource CLOCK = InstantSource.system();

    private final Map<Kind, Places> places;
    private final Finder finder;
    private final Ids ids = Ids.system();
    private final Map<Kind, Run> latest = new EnumMap<>(Kind.class);

    Checks(Places verifications, Places examinations, Finder finder) {
        this.places = Map.of(Kind.AUDIT, verifications, Kind.DOCTOR, examinations);
        this.finder = finder;
    }

    /** Checks of the archives of a Stoa. */
    static Checks of(Stoa stoa, Places verifications, Places examinations) {
        return new Checks(verifications, examinations, (by, run) -> found(stoa, by, run));
    }

    /** What makes the report of a check. */
    @FunctionalInterface
    interface Finder {
        Map<String, @Nullable Object> found(Principal by, Run run);
    }

    /** What is checked. */
    public enum Kind implements TextEnum {
        /** All data of all archives. */
        DOCTOR,
        /** The audit log. */
        AUDIT;

        /** The kind of a word. */
        public static Optional<Kind> of(String word) {
            return Arrays.stream(values())
                    .filter(kind -> kind.text().equals(word))
                    .findFirst();
        }
    }

    /**
     * Begins a check, or joins the one that runs.
     *
     * @throws UnavailableException with the code {@code busy} if one runs that a request waits for
     */
    public Run start(Principal by, Kind kind) {
        synchronized (latest) {
            Run known = latest.get(kind);
            if (known != null && known.state() == CheckRun.State.RUNNING) {
                return known;
            }
            try (Places.Place place = place(kind).take()) {
                Run run = new Run(kind, ids.next(), CLOCK.instant());
                // A platform thread: the library of a database may hold the carrier of a virtual one.
                place.start(
                        Thread.ofPlatform()
                                .daemon()
                                .name("stoa-check-" + kind.text())
                                .factory(),
                        () -> run.find(() -> finder.found(by, run)),
                        run::tell);
                latest.put(kind, run);
                return run;
            }
        }
    }

    /** The latest check of a kind; one without an id if there was none since the server began. */
    public Run latest(Kind kind) {
        synchronized (latest) {
            Run known = latest.get(kind);
            return known == null ? new Run(kind, null, null) : known;
        }
    }

    private Places place(Kind kind) {
        Places place = places.get(kind);
        if (place == null) {
            throw new IllegalStateException("there is no place for " + kind);
        }
        return place;
    }

    private static Map<String, @Nullable Object> found(Stoa stoa, Principal by, Run run) {
        return switch (run.kind) {
            case AUDIT ->
                stoa.counsel()
                        .audit()
                        .verify(by, List.of(), List.of(), (rows, all) -> run.came("rows", rows, all))
                        .document();
            case DOCTOR ->
                ArchiveCare.of(stoa.config(), CLOCK)
                        .as(by)
                        .examine(true, false, run)
                        .document();
        };
    }

    /** How far something has come. */
    private record Step(String name, long done, long all) {}

    /** One check. Thread-safe. */
    public static final class Run extends CheckRun implements UpkeepListener {
        private final Kind kind;
        private volatile Step step;
        private volatile @Nullable Step proved;

        private Run(Kind kind, @Nullable String id, @Nullable Instant begun) {
            super(kind.text(), id, begun);
            this.kind = kind;
            this.step = new Step("", 0, kind == Kind.DOCTOR ? Stoa.ARCHIVES.size() : 0);
        }

        private void came(String name, long done, long all) {
            step = new Step(name, done, all);
            if (Thread.currentThread().isInterrupted()) {
                throw new UnavailableException("interrupted", "the server stops", "try again when it is back");
            }
        }

        @Override
        public void progressed(String archive, long done) {
            came(archive, done, Stoa.ARCHIVES.size());
        }

        @Override
        public void proved(String what, long done, long all) {
            proved = new Step(what, done, all);
            came(step.name(), step.done(), step.all());
        }

        /** The run as people and programs see it. */
        public Map<String, @Nullable Object> document() {
            State now = state();
            Step reached = step;
            Step shown = proved;
            Map<String, @Nullable Object> document = new LinkedHashMap<>();
            document.put("check", kind.text());
            begin(document, now);
            document.put("step", reached.name());
            document.put("done", reached.done());
            document.put("all", reached.all());
            document.put(
                    "per_second",
                    kind == Kind.AUDIT && now != State.NONE
                            ? Math.round(reached.done() / Math.max(seconds(now), 1e-3))
                            : null);
            document.put(
                    "proved",
                    shown == null ? null : Json.object("what", shown.name(), "done", shown.done(), "all", shown.all()));
            end(document);
            return document;
        }
    }
}
