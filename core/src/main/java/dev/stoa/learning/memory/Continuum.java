package dev.stoa.learning.memory;

import dev.stoa.base.Added;
import dev.stoa.base.Bounds;
import dev.stoa.base.Needs;
import dev.stoa.base.Page;
import dev.stoa.base.Precondition;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.base.Simulated;
import dev.stoa.base.StoaException;
import dev.stoa.base.Trust;
import dev.stoa.json.Json;
import dev.stoa.search.text.TextQuery;
import dev.stoa.search.text.Tokenizer;
import dev.stoa.search.vector.Embedder;
import dev.stoa.search.vector.VectorColumn;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Bulk;
import dev.stoa.storage.CommitSignal;
import dev.stoa.storage.Ids;
import dev.stoa.storage.Numbered;
import dev.stoa.storage.Scope;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The continuum: memories in four tiers that outcomes move them through, that fade and never vanish unseen. Thread-safe;
 * every call is one transaction, answered when it is committed.
 *
 * <p>Hazard: the text of a memory is a claim. Code that puts it into a prompt checks its trust and uses
 * {@link Memory#promptData}.
 */
public final class Continuum {
    private static final Logger LOG = LoggerFactory.getLogger(Continuum.class);
    private static final int LONGEST_REASON = 500;
    /** What the outcome of a memory's use changes: nothing that others are numbered or counted by. */
    private static final Scope.Kind MEMORY =
            new Scope.Kind("memory", "continuum_memory", "memory_outcomes", "tier_transitions");

    /** What a new memory writes: its row, under a text that no other live one of its namespace and trust has. */
    private static final Scope.Kind TEXT =
            new Scope.Kind("memory text", "continuum_memory", "memory_sources", "text_sizes");

    private static final List<Numbered.Wanted> NUMBERS = List.of(new Numbered.Wanted(MemoryTx.SEQUENCE, 1));

    private final Archive archive;
    private final InstantSource clock;
    private final VectorColumn vectors;
    private final String model;
    private final MemoryAdding adding;
    private final Parameters parameters;
    private final MemoryCleanup.Room room;
    private final Principal caller;
    private final Precondition expected;

    private Continuum(
            Archive archive,
            InstantSource clock,
            VectorColumn vectors,
            String model,
            MemoryAdding adding,
            Parameters parameters,
            MemoryCleanup.Room room,
            Principal caller,
            Precondition expected) {
        this.archive = archive;
        this.clock = clock;
        this.vectors = vectors;
        this.model = model;
        this.adding = adding;
        this.parameters = parameters;
        this.room = room;
        this.caller = caller;
        this.expected = expected;
    }

    /** The memories in an archive of {@link ContinuumArchive#SCHEMA}, embedded on the executor. */
    public static Continuum over(Archive archive, InstantSource clock, Ids ids, Embedder embedder, Executor executor) {
        return new Continuum(
                archive,
                clock,
                VectorColumn.over(
                        archive,
                        embedder,
                        executor,
                        new VectorColumn.Layout("continuum_memory", "content", "semantic_centroid")),
                embedder.modelId(),
                new MemoryAdding(ids),
                new Parameters(),
                new MemoryCleanup.Room(),
                Principal.local(),
                Precondition.NONE);
    }

    /** The same memories as this caller may see and change them. */
    public Continuum as(Principal other) {
        return new Continuum(archive, clock, vectors, model, adding, parameters, room, other, expected);
    }

    /** A place from which no later memory is missed, if it is taken before reading. */
    @Needs(Right.READ)
    public CommitSignal.Watch watch() {
        Rights.check(caller);
        return archive.commits().watch();
    }

    /** The same memories, each of which is changed by hand only in a version that was expected. */
    public Continuum onlyIf(Precondition precondition) {
        Bounds.given("precondition", precondition);
        return new Continuum(archive, clock, vectors, model, adding, parameters, room, caller, precondition);
    }

    /** Adds a memory, or returns the existing one. */
    @Needs(Right.WRITE)
    public Added<Memory> add(MemoryDraft draft) {
        Rights.check(caller);
        Optional<Added<Memory>> added = draft.id() == null ? addBeside(draft) : Optional.empty();
        return added.orElseGet(() -> write(unit -> adding.add(unit, draft)));
    }

    /** Adds a new memory while others are added, where the database can do that; empty if there is one of its text. */
    private Optional<Added<Memory>> addBeside(MemoryDraft draft) {
        if (!archive.isConcurrent()) {
            return Optional.empty();
        }
        String hash = Tokenizer.contentHash(draft.content());
        return done(Numbered.write(archive, TEXT.of(draft.namespace() + " " + hash), NUMBERS, (tx, first) -> {
            // It goes with the question for the parameters. A memory that is there may be changed by other scopes.
            Supplier<List<Long>> known = MemoryAdding.known(tx, draft.namespace(), hash);
            MemoryTx unit = unit(tx, first.getFirst());
            return new Done<>(known.get().isEmpty() ? Optional.of(adding.addNew(unit, draft)) : Optional.empty(), unit);
        }));
    }

    /** Adds many in one transaction; if {@code allOrNone}, nothing is written when one is refused. */
    @Needs(Right.WRITE)
    public List<Bulk.Result<Added<Memory>>> addAll(List<MemoryDraft> drafts, boolean allOrNone) {
        Rights.check(caller);
        return writeAll(drafts, allOrNone, adding::add);
    }

    /** The memories that answer best, or without a query the strongest. */
    @Needs(Right.READ)
    public List<RecallHit> recall(RecallQuery recall) {
        Rights.check(caller);
        return recollect(recall).items();
    }

    /** A recall with what the asker should know of it. */
    @Needs(Right.READ)
    public RecallResult recollect(RecallQuery recall) {
        Rights.check(caller);
        String query = recall.query();
        TextQuery text = TextQuery.any(query == null ? "" : query);
        Optional<VectorColumn.Query> near = query == null ? Optional.empty() : vectors.query(query);
        boolean byStrength = text.isEmpty() && near.isEmpty();
        return read(unit -> {
            RecallStatement part = new RecallStatement(unit, recall);
            return new RecallResult(
                    query,
                    unit.now,
                    byStrength ? part.strongest() : part.answers(text, near),
                    query == null ? null : note(byStrength));
        });
    }

    private @Nullable String note(boolean byStrength) {
        return byStrength ? RecallStatement.NO_WORDS : vectors.shortfall().orElse(null);
    }

    /** The live memory of an id, else the newest archived one. */
    @Needs(Right.READ)
    public Memory show(String id) {
        Rights.check(caller);
        return read(unit -> MemoryReads.show(unit, id));
    }

    /** The live memories, the last written first. */
    @Needs(Right.READ)
    public Page<Memory> list(@Nullable String namespace, @Nullable MemoryTier tier, Page.Request page) {
        Rights.check(caller);
        return list(namespace, tier, Simulated.EXCLUDE, page);
    }

    /** The same of what is real, of what simulated debates left, or of both; a namespace that is named counts anyway. */
    @Needs(Right.READ)
    public Page<Memory> list(
            @Nullable String namespace, @Nullable MemoryTier tier, Simulated simulated, Page.Request page) {
        Rights.check(caller);
        return read(unit -> MemoryReads.list(unit, namespace, tier, simulated, page));
    }

    /** The live memories that were made from something directly, the last written first, simulated ones too. */
    @Needs(Right.READ)
    public Page<Memory> madeFrom(MemorySource source, Page.Request page) {
        Rights.check(caller);
        return read(unit -> MemoryReads.madeFrom(unit, source, page));
    }

    /** Says how the use of a memory ended; this may move it to another tier. */
    @Needs(Right.WRITE)
    public OutcomeResult outcome(String id, Outcome outcome) {
        Rights.check(caller);
        return done(archive.write(MEMORY.of(id), tx -> run(tx, unit -> MemoryMoves.outcome(unit, id, outcome))));
    }

    /** Says of many memories how their use ended, in one transaction. */
    @Needs(Right.WRITE)
    public List<Bulk.Result<OutcomeResult>> outcomes(List<Outcome.Report> reports, boolean allOrNone) {
        Rights.check(caller);
        return writeAll(
                reports, allOrNone, (unit, report) -> MemoryMoves.outcome(unit, report.memoryId(), report.outcome()));
    }

    /** Moves a memory to the next faster tier. */
    @Needs(value = Right.WRITE, agents = false)
    public Memory promote(String id, String reason) {
        Rights.check(caller);
        checkReason(reason);
        return edit(id, unit -> MemoryMoves.byHand(unit, id, reason, true));
    }

    /** Moves a memory to the next slower tier. */
    @Needs(value = Right.WRITE, agents = false)
    public Memory demote(String id, String reason) {
        Rights.check(caller);
        checkReason(reason);
        return edit(id, unit -> MemoryMoves.byHand(unit, id, reason, false));
    }

    /** Protects a memory from every change and end, in the storage itself. Only a person may. */
    @Needs(Right.OPERATE)
    public Memory redLine(String id, String reason) {
        Rights.check(caller);
        checkReason(reason);
        return edit(id, unit -> MemoryKeeping.redLine(unit, id, reason));
    }

    /** Takes the protection of a memory away. Only a person may. */
    @Needs(Right.OPERATE)
    public Memory lift(String id, String reason) {
        Rights.check(caller);
        checkReason(reason);
        return edit(id, unit -> MemoryKeeping.lift(unit, id, reason));
    }

    /**
     * Archives a memory; a purge leaves nothing of it but the fact, and needs {@link Right#OPERATE}. An agent forgets
     * only what is in its own namespace.
     */
    @Needs(Right.WRITE)
    public ForgetResult forget(String id, @Nullable String reason, boolean purge) {
        Rights.check(caller);
        if (purge) {
            Rights.need(caller, Right.OPERATE, "Continuum.forget with a purge");
        }
        Bounds.textOrNull("reason", reason, 1, LONGEST_REASON);
        Function<MemoryTx, ForgetResult> work =
                MemoryKeeping.onlyIf(expected, id, unit -> MemoryKeeping.forget(unit, id, reason, purge));
        return purge ? done(archive.erase(tx -> run(tx, work))) : write(work);
    }

    /**
     * What {@link #forget} would do.
     *
     * @param generation as which it would be archived; null for a purge
     * @param generations how many archived generations a purge would delete
     * @param outcomes how many outcomes a purge would delete
     */
    public record Forgetting(String id, @Nullable Integer generation, boolean purged, long generations, long outcomes) {
        public Map<String, @Nullable Object> document() {
            return Json.object(
                    "id", id,
                    "generation", generation,
                    "purged", purged,
                    "generations", generations,
                    "outcomes", outcomes,
                    "dry_run", true);
        }
    }

    /** What {@link #forget} would do; refused as that would be, and nothing is done. */
    @Needs(Right.WRITE)
    public Forgetting rehearseForget(String id, @Nullable String reason, boolean purge) {
        Rights.check(caller);
        if (purge) {
            Rights.need(caller, Right.OPERATE, "Continuum.forget with a purge");
        }
        Bounds.textOrNull("reason", reason, 1, LONGEST_REASON);
        return archive.rehearse(tx -> {
            long generations = purge ? MemoryKeeping.generations(tx, id) : 0;
            long outcomes = purge ? MemoryKeeping.outcomes(tx, id) : 0;
            ForgetResult forgotten = MemoryKeeping.onlyIf(
                            expected, id, unit -> MemoryKeeping.forget(unit, id, reason, purge))
                    .apply(unit(tx));
            return new Forgetting(id, forgotten.generation(), purge, generations, outcomes);
        });
    }

    /** Brings an archived generation back to life, the newest if none is named. */
    @Needs(value = Right.WRITE, agents = false)
    public Memory restore(String id, OptionalInt generation) {
        Rights.check(caller);
        return edit(
                id,
                unit -> MemoryKeeping.restore(
                        unit, id, generation.isPresent() ? (Integer) generation.getAsInt() : null));
    }

    /** Gives a memory another trust; what was made from it follows it down. */
    @Needs(value = Right.WRITE, agents = false)
    public Memory setTrust(String id, Trust level, String reason) {
        Rights.check(caller);
        checkReason(reason);
        return edit(id, unit -> {
            MemoryRow row = unit.live(id);
            MemoryTrust.set(unit, row, level, reason);
            return unit.memory(row);
        });
    }

    /** Takes over the trust of a source in another archive; what was made from it follows it down. Idempotent. */
    @Needs(value = Right.WRITE, agents = false)
    public void sourceTrustChanged(String kind, String id, Trust level) {
        Rights.check(caller);
        MemorySource source = new MemorySource(kind, id, level);
        if (kind.equals(MemorySource.MEMORY)) {
            throw Bounds.invalid("source memory " + id + " is of this archive", "set its trust instead");
        }
        write(unit -> {
            MemoryTrust.sourceChanged(unit, source.kind(), source.id(), level);
            return source;
        });
    }

    /** Embeds what waits for it, moves, cleans up and tunes. */
    @Needs(Right.OPERATE)
    public ConsolidationResult consolidate() {
        Rights.check(caller);
        return consolidate(false);
    }

    /** Does, or only reckons, all that keeps the memories in order. */
    @Needs(Right.OPERATE)
    public ConsolidationResult consolidate(boolean dryRun) {
        Rights.check(caller);
        if (dryRun) {
            int pending = Math.toIntExact(vectors.pending());
            return archive.rehearse(tx -> {
                MemoryTx unit = unit(tx);
                Swept swept = MemoryMoves.sweep(unit);
                CleanupResult cleaned = MemoryCleanup.rehearse(unit);
                boolean tuned = MemoryTuning.tune(unit, TuneRequest.byRule()).changed();
                return new ConsolidationResult(pending, swept.promoted(), swept.demoted(), cleaned, tuned);
            });
        }
        int embedded = vectors.embedPending();
        Swept swept = sweep();
        CleanupResult cleaned = cleanup(false);
        boolean tuned = tune(TuneRequest.byRule()).changed();
        return new ConsolidationResult(embedded, swept.promoted(), swept.demoted(), cleaned, tuned);
    }

    /** Embeds what any process has left without a vector, and returns the number of rows. */
    @Needs(Right.OPERATE)
    public int embedPending() {
        Rights.check(caller);
        return vectors.embedPending();
    }

    /** What a sweep over the tiers moved. */
    public record Swept(int promoted, int demoted) {}

    /** Moves what cooldowns or changed thresholds have left in the wrong tier. */
    @Needs(Right.OPERATE)
    public Swept sweep() {
        Rights.check(caller);
        return write(MemoryMoves::sweep);
    }

    /** Archives what has expired and what the tiers have no room for. */
    @Needs(Right.OPERATE)
    public CleanupResult cleanup(boolean dryRun) {
        Rights.check(caller);
        if (dryRun) {
            return archive.rehearse(tx -> MemoryCleanup.rehearse(unit(tx)));
        }
        CleanupResult done = new CleanupResult(0, 0, 0, false);
        int expired;
        do {
            expired = write(MemoryCleanup::expire);
            done = done.plus(new CleanupResult(expired, 0, 0, false));
        } while (expired == MemoryCleanup.BATCH);
        CleanupResult part;
        do {
            part = write(MemoryCleanup::shrink);
            done = done.plus(part);
        } while (part.total() > 0);
        return done;
    }

    /** Removes for good generations older than 365 days and outcomes older than 90. */
    @Needs(Right.OPERATE)
    public PruneResult prune(boolean dryRun) {
        Rights.check(caller);
        if (dryRun) {
            PruneResult would = archive.rehearse(tx -> MemoryCleanup.prune(unit(tx)));
            return new PruneResult(would.generations(), would.outcomes(), true);
        }
        PruneResult pruned = write(MemoryCleanup::prune);
        archive.cleanFiles(pruned.generations() + pruned.outcomes());
        return pruned;
    }

    /** Changes the parameters, for every process at once. */
    @Needs(Right.OPERATE)
    public Tuning tune(TuneRequest request) {
        Rights.check(caller);
        return request.dryRun()
                ? archive.rehearse(tx -> MemoryTuning.tune(unit(tx), request))
                : write(unit -> MemoryTuning.tune(unit, request));
    }

    @Needs(Right.READ)
    public ContinuumStats stats() {
        Rights.check(caller);
        return stats(Simulated.EXCLUDE);
    }

    /** The same of what is real, of what simulated debates left, or of both. */
    @Needs(Right.READ)
    public ContinuumStats stats(Simulated simulated) {
        Rights.check(caller);
        return stats(simulated, null);
    }

    /** The same of one namespace. */
    @Needs(Right.READ)
    public ContinuumStats stats(Simulated simulated, @Nullable String namespace) {
        Rights.check(caller);
        long pending = vectors.pending();
        return archive.read(tx -> {
            Parameters.InForce inForce = parameters.inForce(tx);
            return MemoryReads.stats(
                    new MemoryTx(tx, now(), inForce.values(), caller, model, null),
                    inForce,
                    pending,
                    simulated,
                    namespace);
        });
    }

    /** The moves of a memory, or of all, the last first. */
    @Needs(Right.READ)
    public Page<Transition> transitions(@Nullable String id, Page.Request page) {
        return transitions(id, null, null, page);
    }

    /** The same of those from one tier, to one tier, or both. */
    @Needs(Right.READ)
    public Page<Transition> transitions(
            @Nullable String id, @Nullable MemoryTier from, @Nullable MemoryTier to, Page.Request page) {
        Rights.check(caller);
        return read(unit -> MemoryReads.transitions(unit, id, from, to, page));
    }

    /** What happened to a memory, the last first: outcomes, moves between tiers, and what was archived of it. */
    @Needs(Right.READ)
    public List<Memory.Happened> history(String id, int limit) {
        Rights.check(caller);
        int most = new Page.Request(limit, null).limit();
        return read(unit -> MemoryReads.history(unit, id, most));
    }

    /**
     * Makes the own memories of one agent those of another name, as when it is renamed; a second time nothing is left to
     * do. Answers how many there were, with {@code dryRun} how many there are.
     */
    @Needs(Right.OPERATE)
    public long follow(String from, String to, boolean dryRun) {
        Rights.check(caller);
        return dryRun
                ? archive.rehearse(tx -> NamespaceMove.run(unit(tx), from, to))
                : write(unit -> NamespaceMove.run(unit, from, to));
    }

    private static void checkReason(String reason) {
        Bounds.text("reason", reason, 1, LONGEST_REASON);
    }

    private record Done<T>(T value, MemoryTx unit) {}

    private <T> T read(Function<MemoryTx, T> work) {
        return archive.read(tx -> work.apply(unit(tx)));
    }

    private <T> T write(Function<MemoryTx, T> work) {
        return done(archive.write(tx -> run(tx, work)));
    }

    /** A change of one memory by hand. */
    private <T> T edit(String id, Function<MemoryTx, T> work) {
        return write(MemoryKeeping.onlyIf(expected, id, work));
    }

    private <T> Done<T> run(Tx tx, Function<MemoryTx, T> work) {
        MemoryTx unit = unit(tx);
        return new Done<>(work.apply(unit), unit);
    }

    private <T> T done(Done<T> done) {
        after(List.of(done.unit()));
        return done.value();
    }

    private <I, T> List<Bulk.Result<T>> writeAll(List<I> items, boolean allOrNone, BiFunction<MemoryTx, I, T> work) {
        List<Bulk.Result<Done<T>>> all = Bulk.write(archive, items, allOrNone, (tx, item) -> {
            MemoryTx unit = unit(tx);
            return new Done<>(work.apply(unit, item), unit);
        });
        List<Bulk.Result<T>> results = new ArrayList<>();
        List<MemoryTx> units = new ArrayList<>();
        boolean refused = false;
        for (Bulk.Result<Done<T>> result : all) {
            switch (result) {
                case Bulk.Result.Done<Done<T>> done -> {
                    results.add(new Bulk.Result.Done<>(done.value().value()));
                    units.add(done.value().unit());
                }
                case Bulk.Result.Refused<Done<T>> no -> {
                    results.add(new Bulk.Result.Refused<>(no.error()));
                    refused = true;
                }
            }
        }
        if (!(refused && allOrNone)) {
            after(units);
        }
        return results;
    }

    /** What follows a commit and may fail without the operation having failed. */
    private void after(List<MemoryTx> units) {
        int upkeep = 0;
        List<Long> written = new ArrayList<>();
        for (MemoryTx unit : units) {
            unit.removed.forEach(vectors::deleted);
            written.addAll(unit.written);
            upkeep += unit.upkeep;
        }
        vectors.written(written);
        try {
            for (int i = 0; i < upkeep; i++) {
                write(MemoryCleanup::expire);
                write(room::shrink);
            }
        } catch (StoaException e) {
            LOG.warn("the cleanup that is due was not done: {}", e.getMessage());
        }
    }

    private MemoryTx unit(Tx tx) {
        return unit(tx, null);
    }

    private MemoryTx unit(Tx tx, @Nullable Long reserved) {
        return new MemoryTx(tx, now(), parameters.of(tx), caller, model, reserved);
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }
}
