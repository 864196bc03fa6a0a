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
import dev.stoa.storage.Archive;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The audit log: what happened, in an order that cannot be changed unnoticed. Thread-safe.
 *
 * <p>Acts of the counsel record themselves in their own transactions; acts of other wings are recorded by
 * {@link #record}. Checkpoints are signed while the process runs and when it closes the log.
 */
public final class Audit {
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
        return archive.write(tx -> find(tx, log.append(tx, event, now)).orElseThrow());
    }

    /**
     * Entries in the order of the log.
     *
     * @param type the type of event; null for all
     */
    @Needs(value = Right.READ, agents = false)
    public Page<AuditEntry> list(Principal by, @Nullable String type, Page.Request page) {
        Rights.check(by);
        return page.of(
                archive.list(
                        SELECT + " WHERE seq > ?" + (type == null ? "" : " AND event_type = ?")
                                + " ORDER BY seq LIMIT ?",
                        row -> AuditEntry.of(AuditRow.of(row)),
                        type == null
                                ? Tx.values(page.after(0), page.limit() + 1)
                                : Tx.values(page.after(0), type, page.limit() + 1)),
                AuditEntry::seq);
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
        Rights.check(by);
        return archive.read(tx -> {
            List<Checkpoint> all = new ArrayList<>(checkpoints(tx));
            all.addAll(more);
            AuditSource source = AuditSource.database(tx);
            if (!keys.isEmpty()) {
                return AuditVerifier.verify(source, all, keys);
            }
            Optional<AuditKey> local = AuditKey.read(places.key());
            return local.isPresent()
                    ? AuditVerifier.verify(source, all, List.of(local.get().verifier(source.origin())))
                            .with(AuditVerifier.localKey("the key in " + places.key()))
                    : AuditVerifier.byOwnKey(source, all);
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
        return sign(0);
    }

    private SignedCheckpoint sign(long restore) {
        return switch (signer.sign(restore)) {
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
        };
    }

    /** Why no checkpoint is signed at present; empty if nothing is wrong. */
    @Needs(Right.NOTHING)
    public Optional<String> refusal(Principal by) {
        Rights.check(by);
        return archive.read(AuditNotices::refusal);
    }

    /** Hands over the log as lines of JSON; answers how many rows there are. */
    @Needs(value = Right.READ, agents = false)
    public long export(Principal by, Consumer<String> line) {
        Rights.check(by);
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
     * Records that a backup was restored in place of a log, keeps the checkpoints of that log, and signs at once.
     *
     * @param before the log that was given up
     * @return the entry that records it
     */
    @Needs(value = Right.OPERATE, agents = false)
    public AuditEntry restored(Principal by, LogState before, AuditEvent event) {
        Rights.check(by);
        new CheckpointFile(places.checkpoints()).complete(before.checkpoints());
        AuditEntry entry = record(by, event.with(before.abandoned()));
        // Without a key nothing is signed, and a refusal is on record: the restore has happened in either case.
        if (signer.sign(entry.seq()) instanceof Signer.Outcome.Signed) {
            schedule.signed();
        }
        return entry;
    }
}
