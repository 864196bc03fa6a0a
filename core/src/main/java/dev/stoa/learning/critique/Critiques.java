package dev.stoa.learning.critique;

import dev.stoa.base.Added;
import dev.stoa.base.Bounds;
import dev.stoa.base.Needs;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.base.Simulated;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Bulk;
import dev.stoa.storage.CommitSignal;
import dev.stoa.storage.Scope;
import dev.stoa.storage.Tx;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The critiques of debates, each counted once however often it is reported. Thread-safe. Hazard: what is deleted after
 * ninety days is forgotten as a key too; who adds it again then counts it again.
 */
public final class Critiques {
    /** How long critiques and debates are kept, and patterns without a new case stay in sight. */
    public static final Duration KEPT = Duration.ofDays(90);

    /** What a critique writes beside its row: the counters of its author. A resolution teaches patterns of all authors. */
    private static final Scope.Kind GIVEN = new Scope.Kind("critique", "critiques", "agent_reputation");

    private final Archive archive;
    private final InstantSource clock;
    private final Principal caller;

    private Critiques(Archive archive, InstantSource clock, Principal caller) {
        this.archive = archive;
        this.clock = clock;
        this.caller = caller;
    }

    /** The critiques in an archive of {@link CritiqueArchive#SCHEMA}. */
    public static Critiques over(Archive archive, InstantSource clock) {
        return new Critiques(archive, clock, Principal.local());
    }

    /** The same for another principal, who may do what its rights allow. */
    public Critiques as(Principal other) {
        return new Critiques(archive, clock, other);
    }

    /** A place from which no later critique, pattern or reputation is missed, if it is taken before reading. */
    @Needs(Right.READ)
    public CommitSignal.Watch watch() {
        Rights.check(caller);
        return archive.commits().watch();
    }

    /** Adds a critique; one of the same key and content is already there and answered. */
    @Needs(value = Right.WRITE, agents = false)
    public Added<Critique> add(CritiqueDraft draft) {
        Rights.check(caller);
        Instant now = now();
        return archive.write(GIVEN.of("key " + draft.key(), draft.agent()), tx -> add(tx, draft, now));
    }

    /** Adds many in one transaction, each refused by itself, or all or none of them. */
    @Needs(value = Right.WRITE, agents = false)
    public List<Bulk.Result<Added<Critique>>> addAll(List<CritiqueDraft> drafts, boolean allOrNone) {
        Rights.check(caller);
        Instant now = now();
        return Bulk.write(archive, drafts, allOrNone, (tx, draft) -> add(tx, draft, now));
    }

    private static Added<Critique> add(Tx tx, CritiqueDraft draft, Instant now) {
        boolean created = CritiqueTable.add(tx, draft, false, now);
        return Added.of(CritiqueTable.find(tx, draft.key()).orElseThrow(), created);
    }

    /** Closes a critique, from which patterns and its author's reputation learn; once. */
    @Needs(value = Right.WRITE, agents = false)
    public Resolved resolve(CritiqueResolution resolution) {
        Rights.check(caller);
        Instant now = now();
        return archive.write(tx -> resolve(tx, resolution, now));
    }

    /** Resolves many in one transaction, each refused by itself, or all or none of them. */
    @Needs(value = Right.WRITE, agents = false)
    public List<Bulk.Result<Resolved>> resolveAll(List<CritiqueResolution> resolutions, boolean allOrNone) {
        Rights.check(caller);
        Instant now = now();
        return Bulk.write(archive, resolutions, allOrNone, (tx, resolution) -> resolve(tx, resolution, now));
    }

    private static Resolved resolve(Tx tx, CritiqueResolution resolution, Instant now) {
        boolean applied = CritiqueTable.resolve(tx, resolution, now);
        return new Resolved(CritiqueTable.find(tx, resolution.key()).orElseThrow(), applied);
    }

    /** Records all of a debate in one transaction; what is known already changes nothing but the debate row. */
    @Needs(value = Right.WRITE, agents = false)
    public void recordDebate(DebateTrace trace) {
        Rights.check(caller);
        Instant now = now();
        String debate = trace.debate().id();
        archive.write(tx -> {
            CritiqueTable.putDebate(tx, trace.debate(), now);
            boolean simulated = trace.debate().simulated();
            trace.critiques().forEach(draft -> CritiqueTable.add(tx, draft, simulated, now));
            trace.resolutions().forEach(resolution -> CritiqueTable.resolve(tx, resolution, now));
            if (!simulated) {
                trace.proposals()
                        .forEach((agent, accepted) -> CritiqueTable.addProposal(tx, debate, agent, accepted, now));
            }
            return null;
        });
    }

    @Needs(Right.READ)
    public Optional<Critique> find(String key) {
        Rights.check(caller);
        return archive.one(
                "SELECT " + CritiqueTable.COLUMNS + " FROM critiques WHERE critique_key = ?",
                CritiqueTable::critique,
                Bounds.id("critique_key", key));
    }

    /** The critiques of a debate, or all of real ones, the newest first. */
    @Needs(Right.READ)
    public Page<Critique> list(@Nullable String debateId, Page.Request page) {
        Rights.check(caller);
        return list(debateId, Simulated.EXCLUDE, page);
    }

    /** The same of what is real, of what is simulated, or of both; the critiques of a named debate always count. */
    @Needs(Right.READ)
    public Page<Critique> list(@Nullable String debateId, Simulated simulated, Page.Request page) {
        Rights.check(caller);
        long before = page.after(Long.MAX_VALUE);
        String sql = "SELECT " + CritiqueTable.COLUMNS + " FROM critiques WHERE id < ?"
                + (debateId == null ? simulated.and("simulated") : " AND debate_id = ?") + " ORDER BY id DESC LIMIT ?";
        List<Critique> rows = debateId == null
                ? archive.list(sql, CritiqueTable::critique, before, page.limit() + 1)
                : archive.list(
                        sql, CritiqueTable::critique, before, Bounds.id("debate_id", debateId), page.limit() + 1);
        return page.of(rows, Critique::id);
    }

    /**
     * Archives patterns that had no case for ninety days and deletes critiques, debates and proposals older than that;
     * the counters keep what they taught.
     */
    @Needs(Right.OPERATE)
    public CleanedCritiques cleanup(boolean dryRun) {
        Rights.check(caller);
        Instant now = now();
        CritiqueCleanup cleanup = new CritiqueCleanup(archive, now.minus(KEPT), now);
        return dryRun ? cleanup.rehearse() : cleanup.run();
    }

    /**
     * Makes the critiques, proposals and reputation of one agent those of another name, as when it is renamed or merged;
     * a second time nothing is left to do. Answers how many rows there were, with {@code dryRun} how many there are.
     */
    @Needs(Right.OPERATE)
    public Map<String, Long> follow(String from, String to, boolean dryRun) {
        Rights.check(caller);
        return dryRun
                ? archive.rehearse(tx -> new CritiqueMerge(tx, from, to).run())
                : archive.write(tx -> new CritiqueMerge(tx, from, to).run());
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }
}
