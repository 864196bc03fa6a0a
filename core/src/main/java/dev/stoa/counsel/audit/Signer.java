package dev.stoa.counsel.audit;

import dev.stoa.base.StoaException;
import dev.stoa.base.Trace;
import dev.stoa.json.Json;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Signs checkpoints. Thread-safe.
 *
 * <p>It does not sign what the head says but what the rows are: it starts from the frontier of the last checkpoint that
 * it signed, adds the rows after it one by one, and signs only if that leads to the head and through every checkpoint
 * that is known. So each checkpoint extends the one before, and a log that was rewritten gets no signature.
 */
final class Signer {
    private static final Logger LOG = LoggerFactory.getLogger(Signer.class);
    private static final int LOOKED_AT = 64;
    private static final String REFUSED = "checkpoint_refused";

    private final Archive archive;
    private final InstantSource clock;
    private final AuditLog log;
    private final AuditPlaces places;

    Signer(Archive archive, InstantSource clock, AuditLog log, AuditPlaces places) {
        this.archive = archive;
        this.clock = clock;
        this.log = log;
        this.places = places;
    }

    /** What came of it. */
    sealed interface Outcome {
        /** There is a checkpoint for the log as it is. */
        record Signed(SignedCheckpoint checkpoint) implements Outcome {}

        /** The log is not what was signed before. */
        record Refused(String why) implements Outcome {}

        /** This process has no key. */
        record Keyless() implements Outcome {}

        /** The key that this process has is not the one with which the log began. */
        record Foreign() implements Outcome {}
    }

    /** The log up to the head, as its rows are. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Extent(
            String origin,
            long size,
            byte[] root,
            String frontier,
            @Nullable String refusal,
            long from) {}

    /** The events by which this process has just given up larger checkpoints, which no signature covers yet. */
    record Restored(long first, long last) {
        static final Restored NOTHING = new Restored(0, -1);

        boolean holds(long seq) {
            return first <= seq && seq <= last;
        }
    }

    /** Signs the log as it is now. */
    Outcome sign() {
        return sign(Restored.NOTHING);
    }

    /** Signs the log as it is now, after a restore. */
    Outcome sign(Restored restored) {
        Optional<AuditKey> key = AuditKey.read(places.key());
        if (key.isEmpty()) {
            return new Outcome.Keyless();
        }
        List<Checkpoint> known = new ArrayList<>(new CheckpointFile(places.checkpoints()).last());
        if (places.anchor() != null) {
            known.addAll(new CheckpointFile(places.anchor()).last());
        }
        Optional<Extent> extended = archive.read(
                tx -> named(tx, key.get()) ? Optional.of(extend(tx, key.get(), known, restored)) : Optional.empty());
        if (extended.isEmpty()) {
            // Earlier checkpoints would look forged beside one by another key.
            LOG.warn("no checkpoint of the audit log is signed: the key in {} is of another log", places.key());
            return new Outcome.Foreign();
        }
        Extent extent = extended.get();
        if (extent.refusal() != null) {
            refuse(extent);
            return new Outcome.Refused(extent.refusal());
        }
        String note = SignedNote.sign(key.get(), extent.origin(), extent.size(), extent.root());
        keep(extent, note);
        return new Outcome.Signed(new SignedCheckpoint(
                extent.size(),
                HexFormat.of().formatHex(extent.root()),
                note,
                key.get().verifier(extent.origin()).toString()));
    }

    /** Whether the log names this key in its first entry, or none. */
    private static boolean named(Tx tx, AuditKey key) {
        String claimed = AuditSource.database(tx).claimedKey();
        return claimed.isEmpty()
                || claimed.equals(key.verifier(AuditLog.origin(tx)).toString());
    }

    /** On the disk first: what the table alone holds could be rewritten together with the rows. */
    private void keep(Extent extent, String note) {
        List<Checkpoint> one = List.of(new Checkpoint(note, "this process"));
        new CheckpointFile(places.checkpoints()).append(one);
        Instant now = now();
        archive.write(tx -> tx.update("""
                INSERT INTO audit_checkpoints (size, created_at, frontier, note) VALUES (?, ?, ?, ?)
                ON CONFLICT (size) DO NOTHING""", extent.size(), now, extent.frontier(), note));
        if (places.anchor() != null) {
            new CheckpointFile(places.anchor()).append(one);
        }
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }

    /** Puts the refusal on record, once for each checkpoint that cannot be continued. */
    private void refuse(Extent extent) {
        LOG.warn("no checkpoint of the audit log is signed: {}", extent.refusal());
        try {
            archive.write(tx -> log.append(
                    tx,
                    AuditEvent.of(
                                    REFUSED,
                                    Trace.NONE,
                                    Json.object("reason", extent.refusal(), "checkpoint", extent.from()))
                            .once(REFUSED + ":" + extent.from()),
                    now()));
        } catch (StoaException e) {
            LOG.warn("the refusal cannot be recorded either: {}", e.getMessage());
        }
    }

    private Extent extend(Tx tx, AuditKey key, List<Checkpoint> elsewhere, Restored restored) {
        String origin = AuditLog.origin(tx);
        VerifierKey verifier = key.verifier(origin);
        AuditHead head = AuditHead.read(tx).orElse(new AuditHead(0, RowHasher.FIRST, ""));
        Set<String> claimed = new LinkedHashSet<>();
        Frontier frontier = Frontier.empty();
        String previous = RowHasher.FIRST;
        for (Stored stored : stored(tx)) {
            claimed.add(stored.note());
            Frontier edge = stored.size() <= head.size() ? stored.edge(verifier) : null;
            if (edge != null) {
                frontier = edge;
                previous = tx.one("SELECT curr_hash FROM audit_log WHERE seq = ?", row -> row.text(1), stored.size())
                        .orElse("");
                break;
            }
        }
        long from = frontier.size();
        elsewhere.forEach(checkpoint -> claimed.add(checkpoint.note()));
        // Signatures are checked last, because they cost most; what is smaller is covered by the one to start from.
        List<SignedNote> known = claimed.stream()
                .map(SignedNote::parse)
                .filter(Objects::nonNull)
                .filter(note -> note.size() >= from && note.signedBy(verifier))
                .sorted(Comparator.comparingLong(SignedNote::size))
                .toList();
        Walk walk = new Walk(frontier, previous, known);
        walk.run(tx, head);
        String refusal = walk.refusal != null ? walk.refusal : walk.contradiction(tx, restored);
        long latest = known.isEmpty() ? from : known.getLast().size();
        return new Extent(
                origin, head.size(), frontier.root(), frontier.digits(), refusal, refusal == null ? from : latest);
    }

    /** A checkpoint in the table. */
    private record Stored(long size, String frontier, String note) {
        /** The frontier it holds; null unless that leads to the root which was signed. */
        @Nullable
        Frontier edge(VerifierKey verifier) {
            Frontier edge = Frontier.parse(size, frontier);
            SignedNote signed = SignedNote.parse(note);
            return edge != null
                            && signed != null
                            && signed.size() == size
                            && Arrays.equals(edge.root(), signed.root())
                            && signed.signedBy(verifier)
                    ? edge
                    : null;
        }
    }

    private static List<Stored> stored(Tx tx) {
        return tx.list(
                "SELECT size, frontier, note FROM audit_checkpoints ORDER BY size DESC LIMIT " + LOOKED_AT,
                row -> new Stored(row.number(1), row.text(2), row.text(3)));
    }

    /** The way from a frontier to the head. */
    private static final class Walk {
        private final Frontier frontier;
        private final List<SignedNote> known;
        private final List<SignedNote> contradicted = new ArrayList<>();
        private final RowHasher hasher = new RowHasher();
        private @Nullable String previous;
        private @Nullable String refusal;
        private long matched;
        private int at;

        Walk(Frontier frontier, String previous, List<SignedNote> known) {
            this.frontier = frontier;
            this.previous = previous;
            this.known = known;
            this.matched = frontier.size();
        }

        void run(Tx tx, AuditHead head) {
            compare();
            DatabaseSource.rows(tx, frontier.size(), head.size(), this::step);
            for (; at < known.size(); at++) {
                contradicted.add(known.get(at));
            }
            if (refusal == null
                    && (frontier.size() != head.size()
                            || !head.hash().equals(previous)
                            || !frontier.digits().equals(head.frontier()))) {
                refusal =
                        "the head says " + head.size() + " rows, and the rows after the last checkpoint lead elsewhere";
            }
        }

        private void step(AuditRow row) {
            if (refusal != null) {
                return;
            }
            byte[] hash = hasher.hash(row);
            Long seq = row.seq();
            if (seq == null || seq != frontier.size() + 1) {
                refusal = "row " + (frontier.size() + 1) + " is missing";
            } else if (!String.valueOf(previous).equals(row.text(AuditColumn.PREV_HASH))) {
                refusal = "row " + seq + " does not continue the row before it";
            } else if (hash == null || !HexFormat.of().formatHex(hash).equals(row.text(AuditColumn.CURR_HASH))) {
                refusal = "row " + seq + " was changed";
            } else {
                frontier.add(hash);
                previous = row.text(AuditColumn.CURR_HASH);
                compare();
            }
        }

        private void compare() {
            for (; at < known.size() && known.get(at).size() <= frontier.size(); at++) {
                if (Arrays.equals(known.get(at).root(), frontier.root())) {
                    matched = frontier.size();
                } else {
                    contradicted.add(known.get(at));
                }
            }
        }

        /** Why a checkpoint that is known forbids to sign; null if none does. */
        @Nullable
        String contradiction(Tx tx, Restored restored) {
            if (contradicted.isEmpty()) {
                return null;
            }
            List<Restoration> restores = Restoration.all(tx);
            for (SignedNote note : contradicted) {
                boolean given = restores.stream()
                        .anyMatch(each -> (each.seq() <= matched || restored.holds(each.seq())) && each.gaveUp(note));
                if (!given) {
                    return note.size() > frontier.size()
                            ? "a checkpoint signed " + note.size() + " rows, and the log has " + frontier.size()
                            : "a checkpoint signed other rows up to row " + note.size();
                }
            }
            return null;
        }
    }
}
