package dev.stoa.learning.evidence;

import dev.stoa.base.Added;
import dev.stoa.base.Bounds;
import dev.stoa.base.ConflictException;
import dev.stoa.base.Needs;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.base.Trust;
import dev.stoa.base.UnavailableException;
import dev.stoa.learning.evidence.EvidenceWriter.Written;
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
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;

/**
 * Evidence: each text once, linked to every debate that used it, found by its words, by its meaning and by what stands
 * around it. Safe from any thread. All text in it came from outside and is untrusted until its trust is set.
 */
public final class EvidenceStore {
    /** For how many days evidence is kept that no debate has seen. */
    public static final int KEPT_DAYS = 90;

    private static final VectorColumn.Layout VECTORS =
            new VectorColumn.Layout("evidence", "COALESCE(title || ' ', '') || snippet", "embedding");
    /** What a new text writes: it is there once, whatever its id, and is linked under that. */
    private static final Scope.Kind TEXT =
            new Scope.Kind("evidence", "evidence", "evidence_sources", "debate_evidence", "evidence_fts", "text_sizes");

    private static final List<Numbered.Wanted> NUMBERS = List.of(new Numbered.Wanted(EvidenceWriter.SEQUENCE, 1));

    private static final int LONGEST_REASON = 500;
    private static final int MOST_USED = 10_000;

    private final Archive archive;
    private final InstantSource clock;
    private final Ids ids;
    private final VectorColumn vectors;
    private final Principal caller;

    private EvidenceStore(Archive archive, InstantSource clock, Ids ids, VectorColumn vectors, Principal caller) {
        this.archive = archive;
        this.clock = clock;
        this.ids = ids;
        this.vectors = vectors;
        this.caller = caller;
    }

    /** The evidence of an archive, embedded on the executor after it is written. */
    public static EvidenceStore over(
            Archive archive, InstantSource clock, Ids ids, Embedder embedder, Executor embedding) {
        return new EvidenceStore(
                archive, clock, ids, VectorColumn.over(archive, embedder, embedding, VECTORS), Principal.local());
    }

    /** The same store, used on behalf of another. */
    public EvidenceStore as(Principal other) {
        return new EvidenceStore(archive, clock, ids, vectors, other);
    }

    /** A place from which no later evidence or document is missed, if it is taken before reading. */
    @Needs(Right.READ)
    public CommitSignal.Watch watch() {
        Rights.check(caller);
        return archive.commits().watch();
    }

    /**
     * Adds a text, or finds it: a text that is known keeps its id, reliability and trust, and gets the source, the link
     * and what it lacks of title and url.
     */
    @Needs(Right.WRITE)
    public Added<Evidence> add(EvidenceDraft draft) {
        Rights.check(caller);
        Instant now = now();
        Written written = (draft.place() == null ? addBeside(draft, now) : Optional.<Written>empty())
                .orElseGet(() -> archive.write(tx -> writer(tx, now).add(draft)));
        embedLater(List.of(written));
        return written.added();
    }

    /** Adds a new text while others are added, where the database can do that; empty if it is there. */
    private Optional<Written> addBeside(EvidenceDraft draft, Instant now) {
        if (!archive.isConcurrent()) {
            return Optional.empty();
        }
        String hash = Tokenizer.contentHash(draft.snippet());
        Scope scope = draft.id() == null ? TEXT.of(hash) : TEXT.of(hash, "id " + draft.id());
        return Numbered.write(
                archive,
                scope,
                NUMBERS,
                (tx, first) -> new EvidenceWriter(tx, caller, ids, now, first.getFirst()).addNew(draft));
    }

    /** Adds many in one transaction; one that is refused is left out, or if {@code allOrNone} leaves all out. */
    @Needs(Right.WRITE)
    public List<Bulk.Result<Added<Evidence>>> addAll(List<EvidenceDraft> drafts, boolean allOrNone) {
        Rights.check(caller);
        Instant now = now();
        List<Bulk.Result<Written>> results = Bulk.write(
                archive, drafts, allOrNone, (tx, draft) -> writer(tx, now).add(draft));
        boolean kept = !allOrNone || results.stream().noneMatch(Bulk.Result.Refused.class::isInstance);
        List<Written> done = new ArrayList<>();
        List<Bulk.Result<Added<Evidence>>> told = new ArrayList<>();
        for (Bulk.Result<Written> result : results) {
            switch (result) {
                case Bulk.Result.Done<Written> written -> {
                    done.add(written.value());
                    told.add(new Bulk.Result.Done<>(written.value().added()));
                }
                case Bulk.Result.Refused<Written> refused -> told.add(new Bulk.Result.Refused<>(refused.error()));
            }
        }
        embedLater(kept ? done : List.of());
        return told;
    }

    /**
     * Adds a document, or makes the one with its id what it now is: passages whose text stays keep their evidence with
     * its id and links; a text that is no more goes with its passage, unless it stands elsewhere or a debate has seen
     * it.
     */
    @Needs(Right.WRITE)
    public DocumentAdded addDocument(DocumentDraft draft) {
        Rights.check(caller);
        Instant now = now();
        DocumentWriter.Written written = archive.write(tx -> documents(tx, now).put(draft));
        vectors.written(written.unembedded());
        return written.added();
    }

    /**
     * Links evidence to a debate; the first round, the greatest relevance and the use in a consensus stay.
     *
     * @return whether the link is new
     */
    @Needs(Right.WRITE)
    public boolean link(String id, DebateLink link) {
        Rights.check(caller);
        return switch (linkAll(List.of(new DebateLink.Of(id, link)), true).getFirst()) {
            case Bulk.Result.Refused<Boolean> refused -> throw refused.error();
            case Bulk.Result.Done<Boolean> done -> done.value();
        };
    }

    /** Links many in one transaction; each result says whether the link is new. */
    @Needs(Right.WRITE)
    public List<Bulk.Result<Boolean>> linkAll(List<DebateLink.Of> links, boolean allOrNone) {
        Rights.check(caller);
        Instant now = now();
        return Bulk.write(archive, links, allOrNone, (tx, link) -> {
            EvidenceWriter writer = writer(tx, now);
            if (!writer.exists(link.evidenceId())) {
                throw EvidenceRows.missing(link.evidenceId());
            }
            boolean known = tx.number(
                            "SELECT count(*) FROM debate_evidence WHERE debate_id = ? AND evidence_id = ?",
                            link.link().debateId(),
                            link.evidenceId())
                    > 0;
            writer.link(link.evidenceId(), link.link());
            return !known;
        });
    }

    /**
     * Marks evidence as what the consensus of a debate rests on, and returns how much of it there is: what was
     * forgotten meanwhile is left out.
     */
    @Needs(Right.WRITE)
    public int markUsed(String debateId, List<String> evidenceIds) {
        Rights.check(caller);
        Bounds.size("evidence ids", evidenceIds, 0, MOST_USED);
        DebateLink link = new DebateLink(debateId, null, null, true);
        Instant now = now();
        return archive.write(tx -> {
            EvidenceWriter writer = writer(tx, now);
            int marked = 0;
            for (String id : evidenceIds) {
                if (writer.exists(id)) {
                    writer.link(id, link);
                    marked++;
                }
            }
            return marked;
        });
    }

    /** Sets the trust of a text; a principal cannot give more trust than its own. */
    @Needs(value = Right.WRITE, agents = false)
    public Evidence setTrust(String id, Trust trust, String reason) {
        Rights.check(caller);
        Bounds.text("reason", reason, 1, LONGEST_REASON);
        if (trust.compareTo(caller.trust()) > 0) {
            throw new ConflictException(
                    "trust_bound",
                    caller.name() + " can give trust " + caller.trust().text() + " at most, not " + trust.text(),
                    "ask a principal with more trust");
        }
        Instant now = now();
        return archive.write(tx -> {
            int changed = tx.update(
                    "UPDATE evidence SET trust = ?, trust_reason = ?, updated_at = ? WHERE id = ?",
                    trust.level(),
                    reason,
                    now,
                    id);
            if (changed == 0) {
                throw EvidenceRows.missing(id);
            }
            return EvidenceRows.get(tx, id);
        });
    }

    /** Deletes a text with its sources, links, places and index rows; one that a consensus rests on only by force. */
    @Needs(value = Right.WRITE, agents = false)
    public void forget(String id, boolean force) {
        Rights.check(caller);
        Instant now = now();
        long seq = archive.erase(tx -> forget(tx, id, force, now));
        vectors.deleted(seq);
    }

    /** Checks that {@link #forget} would do it, and changes nothing. */
    @Needs(value = Right.WRITE, agents = false)
    public void rehearseForget(String id, boolean force) {
        Rights.check(caller);
        Instant now = now();
        archive.rehearse(tx -> forget(tx, id, force, now));
    }

    private long forget(Tx tx, String id, boolean force, Instant now) {
        Evidence evidence = EvidenceRows.get(tx, id);
        evidence.debates().stream()
                .filter(Evidence.Use::usedInConsensus)
                .findFirst()
                .filter(use -> !force)
                .ifPresent(use -> {
                    throw new ConflictException(
                            "precondition",
                            "the consensus of debate " + use.debateId() + " rests on evidence " + id,
                            "keep it, or forget it with force");
                });
        new PassageWriter(tx, now).erase(id);
        return evidence.seq();
    }

    /** Deletes a document and the texts that stand nowhere else and that no debate has seen; returns how many went. */
    @Needs(value = Right.WRITE, agents = false)
    public int forgetDocument(String id, boolean dryRun) {
        Rights.check(caller);
        Instant now = now();
        BiFunction<Tx, String, List<Long>> removal = (tx, document) -> {
            DocumentWriter.get(tx, document);
            return documents(tx, now).remove(document);
        };
        List<Long> gone =
                dryRun ? archive.rehearse(tx -> removal.apply(tx, id)) : archive.erase(tx -> removal.apply(tx, id));
        if (!dryRun) {
            gone.forEach(vectors::deleted);
        }
        return gone.size();
    }

    /**
     * Deletes what was not updated for {@code days} days, is linked to no debate and is less reliable than 0.8; a
     * document is deleted as a whole or kept. Returns the number of texts.
     */
    @Needs(Right.OPERATE)
    public int cleanup(int days, boolean dryRun) {
        Rights.check(caller);
        Bounds.whole("days", days, 1, 36_500);
        Instant now = now();
        EvidenceCleanup cleanup = new EvidenceCleanup(now.minus(Duration.ofDays(days)), now);
        if (dryRun) {
            return archive.rehearse(tx -> {
                int all = 0;
                for (List<Long> some = cleanup.some(tx); !some.isEmpty(); some = cleanup.some(tx)) {
                    all += some.size();
                }
                return all;
            });
        }
        int all = 0;
        List<Long> gone;
        do {
            gone = archive.write(cleanup::some);
            gone.forEach(vectors::deleted);
            all += gone.size();
        } while (!gone.isEmpty());
        archive.cleanFiles(all);
        return all;
    }

    @Needs(Right.READ)
    public Optional<Evidence> find(String id) {
        Rights.check(caller);
        return archive.read(tx -> EvidenceRows.find(tx, id));
    }

    /** The evidence of an id, which must exist. */
    @Needs(Right.READ)
    public Evidence show(String id) {
        Rights.check(caller);
        return archive.read(tx -> EvidenceRows.get(tx, id));
    }

    /** Evidence that passes a filter, newest first. */
    @Needs(Right.READ)
    public Page<Evidence> list(EvidenceFilter filter, Page.Request page) {
        Rights.check(caller);
        long below = page.after(Long.MAX_VALUE);
        return page.of(archive.read(tx -> EvidenceRows.page(tx, filter, below, page.limit() + 1)), Evidence::seq);
    }

    /** The document of an id, which must exist. */
    @Needs(Right.READ)
    public Document document(String id) {
        Rights.check(caller);
        return archive.read(tx -> DocumentWriter.get(tx, id));
    }

    /** Documents, newest first. */
    @Needs(Right.READ)
    public Page<Document> documents(Page.Request page) {
        Rights.check(caller);
        long below = page.after(Long.MAX_VALUE);
        return page.of(archive.read(tx -> DocumentWriter.page(tx, below, page.limit() + 1)), Document::seq);
    }

    /** The texts that answer a query best; each once, at its best place. */
    @Needs(Right.READ)
    public List<Found> search(EvidenceQuery query) {
        Rights.check(caller);
        Optional<VectorColumn.Query> meaning = meaning(query);
        return archive.read(tx -> new EvidenceSearch(tx, query, meaning, today()).hits());
    }

    /** The documents that answer a query best, each with its best passages. */
    @Needs(Right.READ)
    public List<FoundDocument> searchDocuments(EvidenceQuery query) {
        Rights.check(caller);
        Optional<VectorColumn.Query> meaning = meaning(query);
        return archive.read(tx -> new EvidenceSearch(tx, query, meaning, today()).documents());
    }

    private Optional<VectorColumn.Query> meaning(EvidenceQuery query) {
        if (query.mode() == EvidenceQuery.Mode.LEXICAL) {
            return Optional.empty();
        }
        Optional<VectorColumn.Query> meaning = vectors.query(query.text());
        if (query.mode() == EvidenceQuery.Mode.SEMANTIC && meaning.isEmpty()) {
            throw new UnavailableException(
                    "no_embedder",
                    vectors.shortfall().orElse("there is no embedder to search by meaning with"),
                    "search by words, or choose one in stoa.toml");
        }
        return meaning;
    }

    /** Embeds what any process has left without a vector, and returns how much it was. */
    @Needs(Right.OPERATE)
    public int embedPending() {
        Rights.check(caller);
        return vectors.embedPending();
    }

    /** How many texts have no vector of the present model. */
    @Needs(Right.READ)
    public long pendingEmbeddings() {
        Rights.check(caller);
        return vectors.pending();
    }

    /**
     * The vectors of the sentences of a text, kept beside it, so that the next reader, in any process, does not
     * embed it again. The sentences are the reader's own cut.
     */
    @Needs(Right.READ)
    public List<float[]> sentenceVectors(String id, List<String> sentences, Embedder embedder) {
        return new SentenceVectors(archive).of(id, sentences, embedder);
    }

    private void embedLater(List<Written> written) {
        vectors.written(written.stream()
                .filter(Written::unembedded)
                .map(one -> one.evidence().seq())
                .toList());
    }

    private EvidenceWriter writer(Tx tx, Instant now) {
        return new EvidenceWriter(tx, caller, ids, now, null);
    }

    private DocumentWriter documents(Tx tx, Instant now) {
        return new DocumentWriter(tx, caller, ids, now);
    }

    private LocalDate today() {
        return LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
    }

    /** As exact as the archive keeps it. */
    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }
}
