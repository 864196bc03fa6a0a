package dev.stoa.evolution;

import dev.stoa.base.Principal;
import dev.stoa.base.Singletons;
import dev.stoa.evolution.base.EvolutionContext;
import dev.stoa.evolution.episode.Episode;
import dev.stoa.evolution.episode.EpisodeDraft;
import dev.stoa.evolution.episode.Epoch;
import dev.stoa.evolution.episode.LogEntry;
import dev.stoa.evolution.episode.Participant;
import dev.stoa.evolution.episode.TerminationReason;
import dev.stoa.evolution.profile.ActorDraft;
import dev.stoa.evolution.profile.Archetype;
import dev.stoa.evolution.profile.Profile;
import dev.stoa.evolution.profile.ProfileDraft;
import dev.stoa.evolution.profile.ProfileOrigin;
import dev.stoa.evolution.run.AcceptanceLimits;
import dev.stoa.evolution.run.Deployed;
import dev.stoa.evolution.run.EvolutionRuns;
import dev.stoa.evolution.run.Generation;
import dev.stoa.evolution.run.Run;
import dev.stoa.evolution.run.RunDraft;
import dev.stoa.evolution.run.RunKind;
import dev.stoa.json.Json;
import dev.stoa.search.vector.Embedder;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Ids;
import dev.stoa.storage.StorageSettings;
import dev.stoa.testing.Place;
import dev.stoa.testing.TestClock;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import org.jspecify.annotations.Nullable;

/** An evolution archive on one backend, with a clock that stands until it is moved. Not thread-safe. */
public final class Laboratory implements AutoCloseable {
    public static final Principal ME = Principal.local();
    public static final String OWNER = "here:7";

    private final Place place;
    private final TestClock clock = TestClock.at("2026-01-01T00:00:00Z");
    private final Ids ids;
    private final Archive archive;
    private final Evolution evolution;
    private final Set<Long> living = new ConcurrentSkipListSet<>();
    private final EvolutionRuns runs;

    private Laboratory(Place place, long cap) {
        this.place = place;
        // Other ids on the other database, so that rows can go from one to the other.
        this.ids = Ids.of(clock, new SplittableRandom(place.dialect() == Dialect.SQLITE ? 7 : 8));
        this.archive = place.open(EvolutionArchive.SCHEMA, StorageSettings.defaults(), clock);
        this.evolution = new Evolution(new Singletons(), () -> archive, clock, ids, () -> Embedder.hashing(64), cap);
        this.runs = EvolutionRuns.over(new EvolutionContext(archive, clock, ids), "here", living::contains);
    }

    public static Laboratory on(Dialect dialect, Path directory) {
        return on(dialect, directory, 10_000);
    }

    public static Laboratory on(Dialect dialect, Path directory, long cap) {
        return new Laboratory(Place.on(dialect, directory, EvolutionArchive.SCHEMA), cap);
    }

    /** The same archive in another process; this one is closed. */
    public Laboratory reopened() {
        return reopened(10_000);
    }

    /** The same archive in another process, whose settings have this cap; this one is closed. */
    public Laboratory reopened(long cap) {
        place.closeArchives();
        return new Laboratory(place, cap);
    }

    /** The data directory or the database, for another process. */
    public String where() {
        return place.where();
    }

    public TestClock clock() {
        return clock;
    }

    public Archive archive() {
        return archive;
    }

    public Evolution stores() {
        return evolution;
    }

    /** Runs of the host {@code here}, whose processes live as {@link #living} says. */
    public EvolutionRuns runs() {
        return runs;
    }

    public Set<Long> living() {
        return living;
    }

    public static Map<String, @Nullable Object> scenario(Object... evolutionKeysAndValues) {
        return Json.object("name", "split", "evolution", Json.object(evolutionKeysAndValues));
    }

    public static ActorDraft actor(String id) {
        return new ActorDraft(
                id,
                Archetype.PRIMARY_ACTOR,
                "You are " + id + ".",
                "open = 0.95\nfloor = 0.4",
                "aggressive",
                Json.object("brain", "policy:concession", "open", 0.95, "floor", 0.4));
    }

    public static RunDraft draft(int epochSize, Object... evolutionKeysAndValues) {
        return new RunDraft(
                "split",
                RunKind.NEGOTIATION,
                scenario(evolutionKeysAndValues),
                Json.object(),
                42,
                List.of(actor("left"), actor("right")),
                epochSize,
                new AcceptanceLimits(true, 3, 10, .05),
                OWNER);
    }

    public Run run(int epochSize, Object... evolutionKeysAndValues) {
        return runs.create(ME, draft(epochSize, evolutionKeysAndValues));
    }

    public RunState state(Run run) {
        return evolution.steps().state(ME, run.id());
    }

    public Generation newest(Run run) {
        Generation generation = state(run).generation();
        if (generation == null) {
            throw new IllegalStateException("no generation");
        }
        return generation;
    }

    public static List<Deployed> deployed(RunState state) {
        return state.deployed().stream()
                .map(profile -> new Deployed(String.valueOf(profile.actorId()), profile.id()))
                .toList();
    }

    /** A mutation of a profile. */
    public static ProfileDraft child(Profile parent, String generationId, double open) {
        return new ProfileDraft(
                generationId,
                String.valueOf(parent.actorId()),
                Archetype.PRIMARY_ACTOR,
                String.valueOf(parent.corePrompt()),
                "open = " + open + "\nfloor = 0.4",
                "aggressive",
                Json.object("brain", "policy:concession", "open", open, "floor", 0.4),
                ProfileOrigin.MUTATOR,
                parent.id(),
                Json.object("operator", "local"));
    }

    public static LogEntry turn(int number, String actor, String profile) {
        return new LogEntry(
                number,
                actor,
                profile,
                true,
                1,
                null,
                "thought " + number,
                "said " + number,
                List.of(Json.object("action", "modify", "path", "offer.x", "value", number)),
                true,
                false,
                3,
                number + 1,
                Json.object("tension", 5));
    }

    /** An episode of the two actors of a generation. */
    public static EpisodeDraft episode(
            RunState state, @Nullable Epoch epoch, @Nullable Integer slot, int turns, int... scores) {
        List<Participant> who = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            Profile profile = state.deployed().get(i);
            who.add(new Participant(
                    String.valueOf(profile.actorId()),
                    profile.id(),
                    Archetype.PRIMARY_ACTOR,
                    scores[i],
                    0.5,
                    0,
                    3L * turns));
        }
        List<LogEntry> logs = new ArrayList<>();
        for (int i = 0; i < turns; i++) {
            Participant speaker = who.get(i % 2);
            logs.add(turn(i, speaker.actorId(), String.valueOf(speaker.profileId())));
        }
        Generation generation = state.generation();
        return new EpisodeDraft(
                null,
                generation == null ? "none" : generation.id(),
                epoch == null ? null : epoch.id(),
                slot,
                epoch == null || slot == null ? null : (Long) (Long.MIN_VALUE + slot),
                false,
                TerminationReason.AGREEMENT,
                turns,
                who,
                0.25,
                "rubric",
                "because",
                List.of(Json.object("title", "t")),
                Json.object("variables", Json.object("offer", Json.object("x", 55, "share", 0.125))),
                logs);
    }

    public List<Episode> record(EpisodeDraft... drafts) {
        return evolution.episodes().record(ME, List.of(drafts));
    }

    /** Opens the next generation with the same profiles. */
    public Generation next(Run run) {
        return evolution.generations().open(ME, run.id(), run.fence(), deployed(state(run)));
    }

    /** What a deep examination finds. */
    public List<String> violations() {
        return archive.read(tx -> EvolutionArchive.SCHEMA.invariants().stream()
                .flatMap(invariant ->
                        invariant.finder().violations(tx, 20).stream().map(found -> invariant.id() + " " + found))
                .toList());
    }

    public long count(String table) {
        return archive.read(tx -> tx.number("SELECT count(*) FROM " + table));
    }

    public String value(String sql) {
        return archive.one(sql, row -> String.valueOf(row.textOrNull(1))).orElse("nothing");
    }

    public void sql(String statement) {
        archive.write(tx -> tx.update(statement));
    }

    /** Everything that is stored, to see that nothing was written. */
    public List<String> dump() {
        List<String> tables = List.of(
                "evolution_runs",
                "Generations",
                "AgentProfiles",
                "generation_actors",
                "epochs",
                "slot_failures",
                "episode_facts",
                "episode_participants",
                "Episodes",
                "ActionLogs",
                "episodes_archive",
                "action_logs_archive",
                "trial_verdicts",
                "strategy_memory",
                "strategy_constraints",
                "CreatedAgents",
                "pending_turns",
                "observations",
                "run_events",
                "retention_marks",
                "archive_sequence");
        Set<String> rows = new TreeSet<>();
        archive.read(tx -> {
            for (String table : tables) {
                String whole = tx.dialect().pick("", "t::text");
                if (tx.dialect() == Dialect.SQLITE) {
                    List<String> columns = tx.list(
                            "SELECT name FROM pragma_table_info('" + table + "')", row -> "quote(" + row.text(1) + ")");
                    whole = String.join(" || ',' || ", columns);
                }
                tx.each("SELECT " + whole + " FROM " + table + " t", row -> rows.add(table + " " + row.textOrNull(1)));
            }
            return 0;
        });
        return List.copyOf(rows);
    }

    @Override
    public void close() {
        place.close();
    }
}
