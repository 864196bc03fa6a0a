package dev.stoa.learning.consensus;

import dev.stoa.base.Added;
import dev.stoa.base.Bounds;
import dev.stoa.base.Needs;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.base.Simulated;
import dev.stoa.search.vector.Embedder;
import dev.stoa.search.vector.VectorColumn;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Bulk;
import dev.stoa.storage.CommitSignal;
import dev.stoa.storage.Numbered;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of every debate with its dissent, found again by topic however many came after. Thread-safe.
 *
 * <p>An outcome is kept under the id of its debate: a second record of the same outcome changes nothing. Nothing here
 * is deleted; what is archived can be restored. Hazard: conclusions are text of agents, so they enter a prompt only as
 * {@link Consensus#prompt} gives them.
 */
public final class ConsensusMemory {
    private static final int LONGEST_REASON = 500;
    private static final int PORTION = 500;

    private final Archive archive;
    private final InstantSource clock;
    private final Embedder embedder;
    private final VectorColumn vectors;
    private final Principal caller;

    private ConsensusMemory(
            Archive archive, InstantSource clock, Embedder embedder, VectorColumn vectors, Principal caller) {
        this.archive = archive;
        this.clock = clock;
        this.embedder = embedder;
        this.vectors = vectors;
        this.caller = caller;
    }

    /** The memory in an archive of {@link ConsensusArchive#SCHEMA}; topics are embedded on the executor. */
    public static ConsensusMemory over(Archive archive, InstantSource clock, Embedder embedder, Executor executor) {
        VectorColumn vectors = VectorColumn.over(
                archive, embedder, executor, new VectorColumn.Layout("consensus", "topic", "embedding"));
        return new ConsensusMemory(archive, clock, embedder, vectors, Principal.local());
    }

    /** The same memory on behalf of another principal. */
    public ConsensusMemory as(Principal other) {
        return new ConsensusMemory(archive, clock, embedder, vectors, other);
    }

    /** A place from which no later consensus, dissent or proof is missed, if it is taken before reading. */
    @Needs(Right.READ)
    public CommitSignal.Watch watch() {
        Rights.check(caller);
        return archive.commits().watch();
    }

    /**
     * Stores the outcome of a debate of any strength. The same outcome again changes nothing, a different one is
     * refused.
     */
    @Needs(Right.WRITE)
    public Added<Consensus> record(ConsensusDraft draft) {
        Rights.check(caller);
        Instant now = now();
        // Where it takes its numbers itself it has the archive for itself.
        Added<Consensus> added = archive.isConcurrent()
                ? Numbered.write(
                        archive,
                        ConsensusWriter.scope(draft),
                        ConsensusWriter.Numbers.wanted(draft),
                        (tx, first) -> ConsensusWriter.record(
                                tx, draft, caller.trust(), now, ConsensusWriter.Numbers.of(first)))
                : archive.write(tx -> ConsensusWriter.record(tx, draft, caller.trust(), now, null));
        embed(List.of(added));
        return added;
    }

    /** Keeps many outcomes in one transaction; one that is refused costs the others nothing unless all or none go. */
    @Needs(Right.WRITE)
    public List<Bulk.Result<Added<Consensus>>> recordAll(List<ConsensusDraft> drafts, boolean allOrNone) {
        Rights.check(caller);
        Instant now = now();
        List<Bulk.Result<Added<Consensus>>> results = Bulk.write(
                archive,
                drafts,
                allOrNone,
                (tx, draft) -> ConsensusWriter.record(tx, draft, caller.trust(), now, null));
        List<Added<Consensus>> added = new ArrayList<>();
        for (Bulk.Result<Added<Consensus>> result : results) {
            if (result instanceof Bulk.Result.Done<Added<Consensus>> done) {
                added.add(done.value());
            }
        }
        embed(added);
        return results;
    }

    private void embed(List<Added<Consensus>> added) {
        vectors.written(added.stream()
                .filter(Added::created)
                .map(row -> row.value().seq())
                .toList());
    }

    /** The consensus of a debate; the refusal says if it is archived. */
    @Needs(Right.READ)
    public Consensus show(String id) {
        Rights.check(caller);
        Bounds.id("id", id);
        return archive.read(tx -> ConsensusRows.get(tx, id));
    }

    /** Those that are archived, by id. */
    @Needs(Right.READ)
    public Page<ArchivedConsensus> archived(Page.Request page) {
        Rights.check(caller);
        return archive.read(tx -> ConsensusVault.list(tx, page));
    }

    /** All real ones or those of a domain, the latest first. */
    @Needs(Right.READ)
    public Page<Consensus> list(@Nullable String domain, Page.Request page) {
        Rights.check(caller);
        return list(domain, Simulated.EXCLUDE, page);
    }

    /** The same of what is real, of what is simulated, or of both. */
    @Needs(Right.READ)
    public Page<Consensus> list(@Nullable String domain, Simulated simulated, Page.Request page) {
        Rights.check(caller);
        String only = domain == null ? null : Bounds.label("domain", domain);
        return archive.read(tx -> ConsensusRows.list(tx, only, simulated, page));
    }

    /** What was concluded on topics like this one, the most similar first. */
    @Needs(Right.READ)
    public List<Similar> find(TopicQuery query) {
        Rights.check(caller);
        Optional<VectorColumn.Query> near = vectors.query(query.topic());
        return archive.read(tx -> new TopicSearch(tx, query, near, embedder.modelId()).run());
    }

    /** What a new debate on a topic should know of earlier ones; what chance had a seat in is not of them. */
    @Needs(Right.READ)
    public Brief brief(String topic, @Nullable String domain) {
        Rights.check(caller);
        return Brief.of(find(TopicQuery.of(topic).within(domain).limit(Brief.MOST_HITS)));
    }

    /** The same as if these debates had not been held. */
    @Needs(Right.READ)
    public Brief brief(String topic, @Nullable String domain, Set<String> except) {
        Rights.check(caller);
        return except.isEmpty()
                ? brief(topic, domain)
                : Brief.of(find(TopicQuery.of(topic).within(domain).limit(TopicQuery.MOST)).stream()
                        .filter(hit -> !except.contains(hit.consensus().id()))
                        .limit(Brief.MOST_HITS)
                        .toList());
    }

    /** Dissents, the latest first; those on a topic all on one page, in the order in which they should be heard. */
    @Needs(Right.READ)
    public Page<Dissent> dissents(DissentQuery query, Page.Request page) {
        Rights.check(caller);
        if (query.topic() == null) {
            return archive.read(tx -> ConsensusRows.dissents(tx, query, page));
        }
        List<Dissent> dissents =
                find(TopicQuery.of(query.topic()).limit(TopicQuery.MOST).simulated(query.simulated())).stream()
                        .flatMap(hit -> hit.consensus().dissents().stream())
                        .filter(query::takes)
                        .sorted(Dissent.WEIGHTIEST_FIRST)
                        .limit(page.limit())
                        .toList();
        return new Page<>(dissents, null);
    }

    /** Adds a dissent to a debate that is over; the same again changes nothing. */
    @Needs(Right.WRITE)
    public Added<Dissent> addDissent(String debate, DissentDraft draft) {
        Rights.check(caller);
        Bounds.id("debate_id", debate);
        Instant now = now();
        return archive.write(tx -> ConsensusWriter.addDissent(tx, debate, draft, now));
    }

    /**
     * Answers a dissent in the name of a person or agent. The same answer again changes nothing, a different one is
     * refused.
     */
    @Needs(Right.WRITE)
    public Dissent rebut(String dissent, String text, String by) {
        Rights.check(caller);
        Bounds.id("id", dissent);
        Bounds.text("rebuttal", text, 1, DissentDraft.LONGEST);
        String name = Bounds.name("rebutted_by", by);
        return archive.write(tx -> ConsensusWriter.rebut(tx, dissent, text, name));
    }

    /** Answers a dissent in the caller's name. */
    @Needs(Right.WRITE)
    public Dissent rebut(String dissent, String text) {
        Rights.check(caller);
        return rebut(dissent, text, caller.name());
    }

    /** Lets a later consensus replace an earlier one, which it returns. */
    @Needs(value = Right.WRITE, agents = false)
    public Consensus supersede(String older, String newer) {
        Rights.check(caller);
        Bounds.id("old", older);
        Bounds.id("new", newer);
        return archive.write(tx -> {
            Supersession.supersede(tx, older, newer);
            return ConsensusRows.get(tx, older);
        });
    }

    /** Takes a consensus with its dissents and proofs out of use, until it is restored, and returns it as it was. */
    @Needs(Right.OPERATE)
    public Consensus archive(String id, @Nullable String reason) {
        Rights.check(caller);
        return archive(List.of(id), reason).getFirst();
    }

    /** Takes all of these out of use, or none if one of them is not there. */
    @Needs(Right.OPERATE)
    public List<Consensus> archive(List<String> ids, @Nullable String reason) {
        Rights.check(caller);
        ids.forEach(id -> Bounds.id("id", id));
        String why = Bounds.textOrNull("reason", reason, 1, LONGEST_REASON);
        Instant now = now();
        List<Consensus> left = archive.write(tx ->
                ids.stream().map(id -> ConsensusVault.archive(tx, id, why, now)).toList());
        left.forEach(consensus -> vectors.deleted(consensus.seq()));
        return left;
    }

    /** Archives all that are older and returns their number. */
    @Needs(Right.OPERATE)
    public int archiveBefore(Instant time, @Nullable String reason) {
        Rights.check(caller);
        int archived = 0;
        while (true) {
            List<String> ids = archive.list(
                    "SELECT id FROM consensus WHERE timestamp < ? ORDER BY seq LIMIT ?",
                    row -> row.text(1),
                    time,
                    PORTION);
            if (ids.isEmpty()) {
                return archived;
            }
            archived += archive(ids, reason).size();
        }
    }

    /** Brings an archived consensus back with its dissents and proofs. */
    @Needs(Right.OPERATE)
    public Consensus restore(String id) {
        Rights.check(caller);
        Bounds.id("id", id);
        Consensus restored = archive.write(tx -> ConsensusVault.restore(tx, id));
        vectors.written(List.of(restored.seq()));
        return restored;
    }

    /** Embeds the topics that any process has left without a vector, and returns their number. */
    @Needs(Right.OPERATE)
    public int embedPending() {
        Rights.check(caller);
        return vectors.embedPending();
    }

    /** How many topics have no vector of the present model. */
    @Needs(Right.READ)
    public long pendingEmbeddings() {
        Rights.check(caller);
        return vectors.pending();
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }
}
