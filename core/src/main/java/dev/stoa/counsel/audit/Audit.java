package dev.stoa.counsel.audit;

import dev.stoa.base.Bounds;
import dev.stoa.base.ConflictException;
import dev.stoa.base.Needs;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.base.VerificationException;
import dev.stoa.json.Digest;
import dev.stoa.json.Json;
import dev.stoa.storage.Archive;
import dev.stoa.storage.CommitSignal;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The audit log: what happened, in an order that cannot be changed unnoticed. Thread-safe.
 *
 * <p>Acts of the counsel record themselves in their own transactions; acts of other wings are recorded by
 * {@link #record}. Checkpoints are signed while the process runs and when it closes the log.
 */
public final class Audit {
    private static final Logger LOG = LoggerFactory.getLogger(Audit.class);
    private static final String SELECT = "SELECT " + AuditColumn.NAMES + " FROM audit_log";

    private final Archive archive;
    private final InstantSource clock;
    private final AuditLog log;
    private final AuditPlaces places;
    private final Signer signer;
    private final CheckpointSchedule schedule;

    private Audit(Archive archive, InstantSource clock, AuditLog log, AuditPlaces places) {
        this.archive = archive;
        this.clock = clock;
        this.log = log;
        this.places = places;
        this.signer = new Signer(archive, clock, log, places);
        this.schedule = new CheckpointSchedule(log, signer, clock);
    }

    /**
     * The log in an archive, which begins now if it has not begun.
     *
     * @param closing takes what is to be closed before the archive is, so that what is new gets signed
     */
    public static Audit over(
            Archive archive,
            InstantSource clock,
            AuditLog log,
            AuditPlaces places,
            Consumer<? super AutoCloseable> closing) {
        Audit audit = new Audit(archive, clock, log, places);
        closing.accept(audit.schedule);
        if (archive.one("SELECT size FROM audit_head WHERE id = 1", row -> row.number(1))
                .isEmpty()) {
            archive.write(tx -> {
                // A log that lost its head is for the verification to name, not to be begun a second time.
                if (!AuditLog.hasRows(tx)) {
                    log.begin(tx, audit.now());
                }
                return null;
            });
        }
        return audit;
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }

    /** Records an act in a transaction of its own. What may be done was decided where it was done. */
    @Needs(Right.NOTHING)
    public AuditEntry record(Principal by, AuditEvent event) {
        Rights.check(by);
        Instant now = now();
        return archive.write(tx -> AuditEntry.of(log.put(tx, event, now)));
    }

    /**
     * Records that archives were upgraded, as far as that is not on record: one entry, no matter which process did it.
     *
     * @param present the versions that archives have now, by their names
     * @param claimed the versions from which the caller upgraded some of them
     * @param since when the caller began to
     * @param also what else the entry says
     */
    @Needs(value = Right.OPERATE, agents = false)
    public void upgraded(
            Principal by,
            Map<String, Integer> present,
            Map<String, Integer> claimed,
            Instant since,
            Map<String, ? extends @Nullable Object> also) {
        Rights.check(by);
        // Read first, because there is hardly ever anything to write.
        if (claimed.isEmpty() && KnownVersions.has(archive.read(KnownVersions::of), present)) {
            return;
        }
        Instant now = now();
        archive.write(tx -> {
            Map<String, KnownVersions.Known> known = KnownVersions.of(tx);
            List<Map<String, @Nullable Object>> news = KnownVersions.news(known, present, claimed, since);
            if (!news.isEmpty()) {
                log.put(
                        tx,
                        AuditEvent.of("migrate", by.trace(), Json.object("archives", news))
                                .with(also),
                        now);
            }
            KnownVersions.store(tx, known, present, news, now);
            return news.size();
        });
    }

    /**
     * Entries in the order of the log.
     *
     * @param type the type of event; null for all
     */
    @Needs(value = Right.READ, agents = false)
    public Page<AuditEntry> list(Principal by, @Nullable String type, Page.Request page) {
        Rights.check(by);
        return list(by, type, 0, page);
    }

    /**
     * The entries after one of them.
     *
     * @param type the type of event; null for all
     * @param after the number of that entry, which a cursor goes before
     */
    @Needs(value = Right.READ, agents = false)
    public Page<AuditEntry> list(Principal by, @Nullable String type, long after, Page.Request page) {
        Rights.check(by);
        return page.of(
                archive.list(
                        SELECT + " WHERE seq > ?" + (type == null ? "" : " AND event_type = ?")
                                + " ORDER BY seq LIMIT ?",
                        row -> AuditEntry.of(AuditRow.of(row)),
                        type == null
                                ? Tx.values(page.after(after), page.limit() + 1)
                                : Tx.values(page.after(after), type, page.limit() + 1)),
                AuditEntry::seq);
    }

    /** The entries after the one with this number, in their order; 0 is before the first. */
    @Needs(value = Right.READ, agents = false)
    public List<AuditEntry> after(Principal by, long seq, int most) {
        Rights.check(by);
        return archive.list(
                SELECT + " WHERE seq > ? ORDER BY seq LIMIT ?", row -> AuditEntry.of(AuditRow.of(row)), seq, most);
    }

    /** The number of the newest entry; 0 if there is none. */
    @Needs(value = Right.READ, agents = false)
    public long newest(Principal by) {
        Rights.check(by);
        return archive.read(tx -> AuditHead.read(tx).map(AuditHead::size).orElse(0L));
    }

    /**
     * How long the log is, and how much of it is signed. Immutable.
     *
     * @param signed for how many entries the newest checkpoint vouches; 0 if there is none
     */
    public record Signed(
            long entries, long signed, @Nullable Instant at) {
        public Map<String, @Nullable Object> document() {
            return Json.object("entries", entries, "signed_entries", signed, "signed_at", at);
        }
    }

    /** How long the log is, and how much of it is signed. */
    @Needs(value = Right.READ, agents = false)
    public Signed signed(Principal by) {
        Rights.check(by);
        return archive.read(tx -> {
            long entries = AuditHead.read(tx).map(AuditHead::size).orElse(0L);
            return tx.one(
                            "SELECT size, created_at FROM audit_checkpoints ORDER BY size DESC LIMIT 1",
                            row -> new Signed(entries, row.number(1), row.instant(2)))
                    .orElseGet(() -> new Signed(entries, 0, null));
        });
    }

    /** A place from which no later entry is missed, if it is taken before reading. */
    @Needs(value = Right.READ, agents = false)
    public CommitSignal.Watch watch(Principal by) {
        Rights.check(by);
        return archive.commits().watch();
    }

    /** The newest entries, the oldest of them first. */
    @Needs(value = Right.READ, agents = false)
    public List<AuditEntry> tail(Principal by, @Nullable String type, int limit) {
        Rights.check(by);
        int most = new Page.Request(limit, null).limit();
        return archive.list(
                        SELECT + " WHERE seq >= 1" + (type == null ? "" : " AND event_type = ?")
                                + " ORDER BY seq DESC LIMIT ?",
                        row -> AuditEntry.of(AuditRow.of(row)),
                        type == null ? Tx.values(most) : Tx.values(type, most))
                .reversed();
    }

    /** One entry. */
    @Needs(value = Right.READ, agents = false)
    public AuditEntry show(Principal by, long seq) {
        Rights.check(by);
        return archive.read(tx -> find(tx, seq).orElseThrow(() -> unknown(tx, seq)));
    }

    private static Optional<AuditEntry> find(Tx tx, long seq) {
        return tx.one(SELECT + " WHERE seq = ?", row -> AuditEntry.of(AuditRow.of(row)), seq);
    }

    private static NotFoundException unknown(Tx tx, long seq) {
        long size = AuditHead.read(tx).map(AuditHead::size).orElse(0L);
        return new NotFoundException(
                "not_found", "the audit log has no entry " + seq + "; it has " + size, "give one from 1 to " + size);
    }

    /** The checkpoints of table, file and anchor. */
    @Needs(value = Right.READ, agents = false)
    public List<Checkpoint> checkpoints(Principal by) {
        Rights.check(by);
        return archive.read(this::checkpoints);
    }

    /** One page of the texts of the same, each once. */
    @Needs(value = Right.READ, agents = false)
    public Page<String> checkpointNotes(Principal by, Page.Request request) {
        Rights.check(by);
        return request.within(
                checkpoints(by).stream().map(Checkpoint::note).distinct().toList(), Digest::sha256);
    }

    /**
     * The texts of the checkpoints of one size, each once. Reads one row; the file and the anchor only if the table has
     * none.
     */
    @Needs(value = Right.READ, agents = false)
    public Page<String> checkpointNotes(Principal by, long size, Page.Request request) {
        Rights.check(by);
        List<String> found = archive.read(tx -> {
            List<String> one = tx.list("SELECT note FROM audit_checkpoints WHERE size = ?", row -> row.text(1), size);
            return one.isEmpty()
                    ? checkpoints(tx).stream()
                            .map(Checkpoint::note)
                            .filter(note -> covers(note, size))
                            .distinct()
                            .toList()
                    : one;
        });
        return request.within(found, Digest::sha256);
    }

    private static boolean covers(String note, long size) {
        SignedNote signed = SignedNote.parse(note);
        return signed != null && signed.size() == size;
    }

    private List<Checkpoint> checkpoints(Tx tx) {
        List<Checkpoint> all = new ArrayList<>(inTable(tx));
        all.addAll(new CheckpointFile(places.checkpoints()).all());
        if (places.anchor() != null) {
            all.addAll(new CheckpointFile(places.anchor()).all());
        }
        return all;
    }

    private static List<Checkpoint> inTable(Tx tx) {
        return tx.list(
                "SELECT size, note FROM audit_checkpoints ORDER BY size",
                row -> new Checkpoint(row.text(2), "table audit_checkpoints row " + row.number(1)));
    }

    /**
     * Verifies the log in one pass.
     *
     * @param more checkpoints that were kept elsewhere
     * @param keys the keys that may have signed; none for the local one, which the report then mentions
     */
    @Needs(value = Right.OPERATE, agents = false)
    public VerifyReport verify(Principal by, List<Checkpoint> more, List<VerifierKey> keys) {
        return verify(by, more, keys, VerifyProgress.NONE);
    }

    /** The same, told how far it has come. */
    @Needs(value = Right.OPERATE, agents = false)
    public VerifyReport verify(Principal by, List<Checkpoint> more, List<VerifierKey> keys, VerifyProgress progress) {
        Rights.check(by);
        return archive.read(tx -> {
            List<Checkpoint> all = new ArrayList<>(checkpoints(tx));
            all.addAll(more);
            AuditSource source = AuditSource.database(tx);
            if (!keys.isEmpty()) {
                return AuditVerifier.verify(source, all, keys, progress);
            }
            Optional<VerifierKey> local = AuditKey.read(places.key()).map(key -> key.verifier(source.origin()));
            if (local.isEmpty()) {
                return AuditVerifier.byOwnKey(source, all, progress);
            }
            // Never by the key that the log names instead: who rebuilds a log names his own.
            boolean named = source.claimedKey().equals(local.get().toString());
            return AuditVerifier.verify(source, all, List.of(local.get()), progress)
                    .with(AuditVerifier.localKey("the key in " + places.key()
                            + (named ? "" : ", which is not the one that the log names in its first entry")));
        });
    }

    /** What invariants of the archive say: the problems of the log in a database alone. */
    public static List<String> violations(Tx tx, int most) {
        return AuditVerifier.byOwnKey(AuditSource.database(tx), inTable(tx)).problems().stream()
                .limit(most)
                .map(problem -> VerifyReport.word(problem.fault()) + ": " + problem.message())
                .toList();
    }

    /** Signs a checkpoint of the log as it is. */
    @Needs(value = Right.OPERATE, agents = false)
    public SignedCheckpoint checkpoint(Principal by) {
        Rights.check(by);
        return switch (signer.sign()) {
            case Signer.Outcome.Signed signed -> {
                schedule.signed();
                yield signed.checkpoint();
            }
            case Signer.Outcome.Refused refused ->
                throw new VerificationException(
                        "checkpoint_refused",
                        "the audit log is not signed: " + refused.why(),
                        "verify the log to see what was changed");
            case Signer.Outcome.Keyless keyless ->
                throw new ConflictException(
                        "key_missing",
                        "the audit log is not signed: there is no key in " + places.key(),
                        "put the key of the log there, or set audit.key_file");
            case Signer.Outcome.Foreign foreign ->
                throw new ConflictException(
                        "key_foreign",
                        "the audit log is not signed: the key in " + places.key()
                                + " is not the one that the log names in its first entry",
                        "put the key of the log there, or set audit.key_file");
        };
    }

    /** Why no checkpoint is signed at present; empty if nothing is wrong. */
    @Needs(Right.NOTHING)
    public Optional<String> refusal(Principal by) {
        Rights.check(by);
        return archive.read(AuditNotices::refusal);
    }

    /** Hands over the log as lines of JSON, with the entry that records it; answers how many rows there are. */
    @Needs(value = Right.READ, agents = false)
    public long export(Principal by, Consumer<String> line) {
        Rights.check(by);
        AuditEvent event = AuditEvent.of("export", by.trace(), Json.object("what", "audit", "by", by.shown()));
        Instant now = now();
        try {
            archive.write(tx -> log.append(tx, event, now));
        } catch (VerificationException e) {
            // A log without a head takes no entry, and must be handed over all the same to find out why.
            LOG.warn("the export of the audit log is not recorded in it: {}", e.getMessage());
        }
        return archive.read(tx -> AuditExport.write(tx, vkey(tx), line));
    }

    private String vkey(Tx tx) {
        AuditSource source = AuditSource.database(tx);
        return AuditKey.read(places.key())
                .map(key -> key.verifier(source.origin()).toString())
                .orElseGet(source::claimedKey);
    }

    /** The proof that an entry is in the log, against the newest checkpoint. */
    @Needs(value = Right.READ, agents = false)
    public String proof(Principal by, long seq) {
        Rights.check(by);
        return archive.read(tx -> {
            AuditRow row = tx.one(SELECT + " WHERE seq = ?", AuditRow::of, seq).orElseThrow(() -> unknown(tx, seq));
            SignedNote newest = newest(tx);
            if (seq > newest.size()) {
                throw new ConflictException(
                        "uncovered",
                        "entry " + seq + " came after the newest checkpoint, which covers " + newest.size(),
                        "sign a checkpoint first");
            }
            RowHasher hasher = new RowHasher();
            byte[] preimage = hasher.preimage(row);
            byte[] hash = hasher.hash(row);
            List<byte[]> path = MerkleProofs.inclusion(new StoredLeaves(tx), seq - 1, newest.size());
            if (preimage == null
                    || hash == null
                    || !MerkleProofs.includes(hash, seq - 1, newest.size(), path, newest.root())) {
                throw new VerificationException(
                        "verification_failed",
                        "entry " + seq + " is not what the checkpoint of " + newest.size() + " rows signed",
                        "verify the log to see what was changed");
            }
            return TlogProof.write(preimage, seq - 1, path, newest.note());
        });
    }

    private SignedNote newest(Tx tx) {
        VerifierKey key = VerifierKey.parse(vkey(tx));
        return inTable(tx).reversed().stream()
                .map(each -> SignedNote.parse(each.note()))
                .filter(Objects::nonNull)
                .filter(note -> note.signedBy(key))
                .findFirst()
                .orElseThrow(() -> new ConflictException(
                        "no_checkpoint", "the audit log has no signed checkpoint", "sign one first"));
    }

    /** The hashes, in base64, that prove that the log of a size continues the log of a smaller one. */
    @Needs(value = Right.READ, agents = false)
    public List<String> consistency(Principal by, long from, long size) {
        Rights.check(by);
        return archive.read(tx -> {
            long rows = AuditHead.read(tx).map(AuditHead::size).orElse(0L);
            Bounds.whole("size", size, 1, Math.max(1, rows));
            Bounds.whole("from", from, 1, size);
            return MerkleProofs.consistency(new StoredLeaves(tx), from, size).stream()
                    .map(Base64.getEncoder()::encodeToString)
                    .toList();
        });
    }

    /**
     * Erases the details of entries for good; the entries stay, and the log still verifies.
     *
     * @return the entry that records it
     */
    @Needs(value = Right.ADMIN, agents = false)
    public AuditEntry erase(Principal by, List<Long> seqs) {
        Rights.check(by);
        Instant now = now();
        return archive.erase(
                tx -> find(tx, log.erase(tx, by.trace(), seqs, null, now)).orElseThrow());
    }

    /** What the log is now, for a restore that is about to replace it. */
    @Needs(value = Right.OPERATE, agents = false)
    public LogState state(Principal by) {
        Rights.check(by);
        return archive.read(tx -> LogState.of(tx, checkpoints(tx)));
    }

    /**
     * Records that a backup was restored in place of a log, keeps the checkpoints of that log, and signs at once. Where
     * that log had more checkpoints than one entry can name, further entries name the rest.
     *
     * @param before the log that was given up
     * @return the entry that records it
     */
    @Needs(value = Right.OPERATE, agents = false)
    public AuditEntry restored(Principal by, LogState before, AuditEvent event) {
        Rights.check(by);
        new CheckpointFile(places.checkpoints()).complete(before.checkpoints());
        Instant now = now();
        List<Long> seqs = archive.write(tx -> {
            List<Long> written = new ArrayList<>();
            long kept = AuditHead.read(tx).map(AuditHead::size).orElse(0L);
            for (List<String> portion : Restoration.portions(before.checkpoints(), kept)) {
                AuditEvent part = written.isEmpty() ? event : AuditEvent.of(event.type(), event.trace(), Map.of());
                written.add(log.append(
                        tx, part.with(before.abandoned()).with(Map.of(Restoration.CHECKPOINTS, portion)), now));
            }
            return written;
        });
        // Without a key nothing is signed, and a refusal is on record: the restore has happened in either case.
        if (signer.sign(new Signer.Restored(seqs.getFirst(), seqs.getLast())) instanceof Signer.Outcome.Signed) {
            schedule.signed();
        }
        return show(by, seqs.getFirst());
    }
}
