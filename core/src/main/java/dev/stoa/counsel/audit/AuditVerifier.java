package dev.stoa.counsel.audit;

import dev.stoa.base.InvalidException;
import dev.stoa.base.StoaException;
import dev.stoa.counsel.audit.VerifyReport.Caution;
import dev.stoa.counsel.audit.VerifyReport.Fault;
import dev.stoa.counsel.audit.VerifyReport.Problem;
import dev.stoa.counsel.audit.VerifyReport.Warning;
import dev.stoa.json.Json;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Verifies a log in one pass. Not thread-safe; one is made for each verification. Its memory does not grow with the
 * log, only with the number of checkpoints and of rows whose details were erased.
 *
 * <p>Rows prove that they are linked, the head that none is missing at the end, and checkpoints that what they signed is
 * still what stands there. It goes on after a problem, so that the report names every place.
 */
public final class AuditVerifier {
    /** The types of events whose details cannot be erased. */
    static final Set<String> KEPT = Set.of("init", "erasure", "restore", "import", "key_rotate");

    /** After how many rows it is told how far a verification has come. */
    private static final int STEP = 1_000;

    private final AuditSource source;
    private final VerifyProgress progress;
    private final List<Problem> problems = new ArrayList<>();
    private final List<Warning> warnings = new ArrayList<>();
    private final RowHasher hasher = new RowHasher();
    private final Frontier frontier = Frontier.empty();
    private final Map<Long, String> removed = new TreeMap<>();
    private final List<Restoration> restores = new ArrayList<>();
    private final List<SignedNote> signed = new ArrayList<>();
    private final List<Mismatch> mismatched = new ArrayList<>();
    private final Map<Long, Long> abandoned = new TreeMap<>();
    private final Optional<AuditHead> head;
    private @Nullable String hashAtHead;
    private @Nullable String frontierAtHead;
    private int checked;
    private int compared;
    private long largest;
    private long erased;
    private long last;
    private long rows;
    private @Nullable String previous = RowHasher.FIRST;
    private boolean whole = true;
    private double time = Double.NEGATIVE_INFINITY;
    private long wentBack;
    private long firstWentBack;

    /**
     * A checkpoint that signed other rows than there are.
     *
     * @param vouched the size of the largest checkpoint before it that holds
     */
    private record Mismatch(SignedNote note, long vouched) {}

    private AuditVerifier(AuditSource source, VerifyProgress progress) {
        this.source = source;
        this.progress = progress;
        this.head = source.head();
    }

    /**
     * Verifies a log against checkpoints.
     *
     * @param keys the keys that may have signed them
     */
    public static VerifyReport verify(AuditSource source, List<Checkpoint> checkpoints, List<VerifierKey> keys) {
        return verify(source, checkpoints, keys, VerifyProgress.NONE);
    }

    /** The same, told how far it has come. */
    static VerifyReport verify(
            AuditSource source, List<Checkpoint> checkpoints, List<VerifierKey> keys, VerifyProgress progress) {
        AuditVerifier verifier = new AuditVerifier(source, progress);
        verifier.read(checkpoints, keys);
        verifier.tell();
        source.rows(row -> {
            verifier.row(row);
            verifier.rows++;
            if (verifier.rows % STEP == 0) {
                verifier.tell();
            }
        });
        verifier.end();
        verifier.tell();
        return new VerifyReport(
                verifier.last,
                verifier.previous == null ? "" : verifier.previous,
                verifier.whole ? HexFormat.of().formatHex(verifier.frontier.root()) : null,
                verifier.problems,
                verifier.warnings,
                verifier.checked,
                verifier.largest,
                verifier.erased);
    }

    private void tell() {
        progress.read(rows, head.map(AuditHead::size).orElse(0L));
    }

    /** Verifies a log by the key that it names itself, and warns of that. */
    public static VerifyReport byOwnKey(AuditSource source, List<Checkpoint> checkpoints) {
        return byOwnKey(source, checkpoints, VerifyProgress.NONE);
    }

    /** The same, told how far it has come. */
    static VerifyReport byOwnKey(AuditSource source, List<Checkpoint> checkpoints, VerifyProgress progress) {
        List<VerifierKey> keys;
        try {
            keys = List.of(VerifierKey.parse(source.claimedKey()));
        } catch (InvalidException e) {
            keys = List.of();
        }
        return verify(source, checkpoints, keys, progress).with(localKey("the key that the log itself names"));
    }

    /** That checkpoints were verified by a key from the place where the log is. */
    static Warning localKey(String which) {
        return new Warning(
                Caution.LOCAL_KEY,
                "checkpoints were verified by " + which
                        + "; one that was kept elsewhere would also show that the key was not replaced");
    }

    /** Sorts the checkpoints by size; those that are none of this log are problems at once. */
    private void read(List<Checkpoint> checkpoints, List<VerifierKey> keys) {
        Set<String> seen = new HashSet<>();
        String origin = source.origin();
        for (Checkpoint checkpoint : checkpoints) {
            if (!seen.add(checkpoint.note())) {
                continue;
            }
            SignedNote note = SignedNote.parse(checkpoint.note());
            String why = note == null
                    ? "is not a signed note"
                    : !note.origin().equals(origin)
                            ? "is of the log " + note.origin() + ", and this one is " + origin
                            : keys.stream().noneMatch(note::signedBy)
                                    ? "of size " + note.size() + " is not signed by the key of the log"
                                    : null;
            if (note == null || why != null) {
                problem(Fault.BAD_CHECKPOINT, null, "a checkpoint in " + checkpoint.from() + " " + why);
            } else {
                signed.add(note);
            }
        }
        signed.sort(Comparator.comparingLong(SignedNote::size));
        checked = signed.size();
        compare();
    }

    private void row(AuditRow row) {
        Long seq = row.seq();
        if (seq == null) {
            problem(Fault.EDITED, last + 1, "a row after row " + last + " has no number");
            whole = false;
            return;
        }
        if (seq <= last) {
            problem(Fault.DUPLICATE, seq, "row " + seq + " occurs again");
            return;
        }
        if (seq > last + 1) {
            problem(
                    Fault.MISSING,
                    last + 1,
                    seq == last + 2
                            ? "row " + (last + 1) + " is missing"
                            : "rows " + (last + 1) + " to " + (seq - 1) + " are missing");
            whole = false;
            previous = null;
        }
        last = seq;
        byte[] hash = hasher.hash(row);
        String stored = row.text(AuditColumn.CURR_HASH);
        boolean same = hash != null && HexFormat.of().formatHex(hash).equals(stored);
        if (previous != null && !previous.equals(row.text(AuditColumn.PREV_HASH))) {
            problem(Fault.RELINKED, seq, "row " + seq + " does not continue row " + (seq - 1));
        } else if (!same) {
            problem(
                    Fault.EDITED,
                    seq,
                    "row " + seq + " does not have the hash that it says"
                            + (hash == null ? ", and a value in it is of the wrong type" : ""));
        } else {
            details(seq, row);
        }
        dated(seq, row);
        previous = stored;
        grow(same && hash != null ? hash : bytes(stored));
        if (head.isPresent() && head.get().size() == seq) {
            hashAtHead = stored;
            frontierAtHead = whole ? frontier.digits() : null;
        }
        compare();
    }

    private void grow(byte @Nullable [] leaf) {
        if (leaf == null) {
            whole = false;
        } else if (whole) {
            frontier.add(leaf);
        }
    }

    private static byte @Nullable [] bytes(@Nullable String digits) {
        try {
            return digits == null || digits.length() != 2 * Merkle.BYTES
                    ? null
                    : HexFormat.of().parseHex(digits);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private void dated(long seq, AuditRow row) {
        if (row.get(AuditColumn.CREATED_AT) instanceof Double at) {
            if (at < time) {
                firstWentBack = wentBack == 0 ? seq : firstWentBack;
                wentBack++;
            }
            time = at;
        }
    }

    private void details(long seq, AuditRow row) {
        String type = String.valueOf(row.text(AuditColumn.EVENT_TYPE));
        if (!row.has(AuditColumn.DETAILS)) {
            removed.put(seq, type);
        } else if (!hasher.match(row)) {
            problem(Fault.DETAILS_EDITED, seq, "the details of row " + seq + " are not those that it was written with");
        } else if (type.equals("erasure") || type.equals("restore")) {
            consider(seq, type, String.valueOf(row.text(AuditColumn.DETAILS)));
        }
    }

    /** Reads what an event says about other rows. */
    private void consider(long seq, String type, String details) {
        if (type.equals(Restoration.TYPE)) {
            Restoration restore = Restoration.of(seq, details);
            if (restore != null) {
                restores.add(restore);
            }
            return;
        }
        Map<String, @Nullable Object> said;
        try {
            said = Json.parseObject(details);
        } catch (StoaException e) {
            return;
        }
        if (said.get("seqs") instanceof List<?> seqs) {
            for (Object each : seqs) {
                if (each instanceof Long number && removed.containsKey(number) && !KEPT.contains(removed.get(number))) {
                    removed.remove(number);
                    erased++;
                }
            }
        }
    }

    /** Compares the checkpoints whose size the log has just reached. */
    private void compare() {
        byte[] root = null;
        for (; compared < signed.size() && signed.get(compared).size() <= last; compared++) {
            SignedNote note = signed.get(compared);
            if (!whole || note.size() < last) {
                // Rows before it are missing, and the report says so.
                continue;
            }
            root = root == null ? frontier.root() : root;
            if (Arrays.equals(root, note.root())) {
                largest = note.size();
            } else {
                mismatched.add(new Mismatch(note, largest));
            }
        }
    }

    private void end() {
        removed.forEach((seq, type) -> problem(
                Fault.DETAILS_REMOVED,
                seq,
                "the details of row " + seq + " were removed and no later erasure names it"));
        mismatched.forEach(other -> {
            if (!abandoned(other.note())) {
                problem(
                        Fault.REBUILT,
                        other.vouched() + 1,
                        "the first " + other.note().size() + " rows are not those that a checkpoint signed");
            }
        });
        for (; compared < signed.size(); compared++) {
            SignedNote note = signed.get(compared);
            if (!abandoned(note)) {
                problem(
                        Fault.ROLLED_BACK,
                        last + 1,
                        "a checkpoint signed " + note.size() + " rows, and the log has " + last);
            }
        }
        checkHead();
        long strays = source.strays();
        if (strays > 0) {
            problem(Fault.EXTRA, null, strays + (strays == 1 ? " row has" : " rows have") + " no place in the order");
        }
        warn();
    }

    /** Whether a checkpoint is of rows that a restore gave up, and a signature covers the event that says so. */
    private boolean abandoned(SignedNote note) {
        Optional<Restoration> by = restores.stream()
                .filter(restore -> restore.seq() <= largest && restore.gaveUp(note))
                .findFirst();
        by.ifPresent(restore -> abandoned.merge(restore.seq(), 1L, Long::sum));
        return by.isPresent();
    }

    private void checkHead() {
        if (head.isEmpty()) {
            if (last > 0) {
                problem(Fault.HEAD_MISMATCH, null, "the log has no head");
            }
            return;
        }
        AuditHead said = head.get();
        if (said.size() > last) {
            problem(Fault.TRUNCATED, last + 1, "the head says " + said.size() + " rows, and there are " + last);
            return;
        }
        if (said.size() < last) {
            problem(Fault.EXTRA, said.size() + 1, "the head says " + said.size() + " rows, and there are " + last);
        }
        if (!said.hash().equals(hashAtHead)) {
            problem(Fault.HEAD_MISMATCH, null, "the hash in the head is not that of row " + said.size());
        } else if (said.frontier() != null && whole && !said.frontier().equals(frontierAtHead)) {
            problem(Fault.HEAD_MISMATCH, null, "the frontier in the head is not that of the rows");
        }
    }

    private void warn() {
        abandoned.forEach((restore, checkpoints) -> warnings.add(new Warning(
                Caution.ABANDONED,
                checkpoints + (checkpoints == 1 ? " checkpoint is" : " checkpoints are")
                        + " of the log that the restore in row " + restore + " gave up")));
        if (largest == 0) {
            warnings.add(new Warning(
                    Caution.NO_CHECKPOINT, "no signed checkpoint vouches for the log; make one and keep it elsewhere"));
        } else if (largest < last) {
            warnings.add(new Warning(
                    Caution.UNCOVERED,
                    (largest + 1 == last ? "row " + last : "rows " + (largest + 1) + " to " + last)
                            + " came after the last checkpoint, which without the key could be rewritten unseen"));
        }
        List<String> guards = source.missingGuards();
        if (!guards.isEmpty()) {
            warnings.add(new Warning(
                    Caution.GUARD_MISSING,
                    "the database lacks the guards " + String.join(", ", guards) + " against accidental changes"));
        }
        if (wentBack > 0) {
            warnings.add(new Warning(
                    Caution.TIME_WENT_BACK,
                    wentBack + (wentBack == 1 ? " row is" : " rows are") + " dated before the one before, first row "
                            + firstWentBack));
        }
    }

    private void problem(Fault fault, @Nullable Long seq, String message) {
        if (problems.size() < VerifyReport.MOST) {
            problems.add(new Problem(fault, seq, message));
        }
    }
}
