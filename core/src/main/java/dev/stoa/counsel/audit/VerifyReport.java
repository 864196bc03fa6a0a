package dev.stoa.counsel.audit;

import dev.stoa.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a verification of the log found. Immutable.
 *
 * @param size how many rows there are
 * @param headHash the hash of the last row
 * @param root the root of the tree over all rows, as digits; null if rows are missing
 * @param problems what is wrong, at most {@value #MOST}
 * @param warnings what is worth knowing
 * @param checked how many checkpoints were compared
 * @param largest the size of the largest checkpoint that holds, 0 if none does
 * @param erased how many rows had their details erased by the program
 */
public record VerifyReport(
        long size,
        String headHash,
        @Nullable String root,
        List<Problem> problems,
        List<Warning> warnings,
        int checked,
        long largest,
        long erased) {
    /** How many problems are named. */
    public static final int MOST = 100;

    public VerifyReport {
        problems = List.copyOf(problems);
        warnings = List.copyOf(warnings);
    }

    /** What can be wrong. */
    public enum Fault {
        /** A row is gone. */
        MISSING,
        /** A number occurs twice. */
        DUPLICATE,
        /** A row does not continue the one before it. */
        RELINKED,
        /** A row was changed. */
        EDITED,
        /** The details of a row were changed. */
        DETAILS_EDITED,
        /** The details of a row were removed without an event that says so. */
        DETAILS_REMOVED,
        /** The head says more rows than there are. */
        TRUNCATED,
        /** There are rows beyond the head. */
        EXTRA,
        /** The head does not say what the rows are. */
        HEAD_MISMATCH,
        /** A checkpoint is larger than the log. */
        ROLLED_BACK,
        /** The rows that a checkpoint signed were others. */
        REBUILT,
        /** A checkpoint is not one of this log. */
        BAD_CHECKPOINT
    }

    /**
     * One thing that is wrong.
     *
     * @param seq the first row that it is about; null if it is about none
     */
    public record Problem(Fault fault, @Nullable Long seq, String message) {}

    /** What is worth knowing though nothing is wrong. */
    public enum Caution {
        /** No checkpoint holds: the whole log could have been written today. */
        NO_CHECKPOINT,
        /** There are rows after the last checkpoint. */
        UNCOVERED,
        /** A guard against accidents is missing. */
        GUARD_MISSING,
        /** A row is dated before the one before it. */
        TIME_WENT_BACK,
        /** The key came from where the log came from. */
        LOCAL_KEY,
        /** A checkpoint is of a log that a restore gave up. */
        ABANDONED
    }

    /** One thing that is worth knowing. */
    public record Warning(Caution caution, String message) {}

    /** Whether nothing is wrong. */
    public boolean ok() {
        return problems.isEmpty();
    }

    /** The first row that something is wrong with; null if there is none. */
    public @Nullable Long firstBadSeq() {
        return problems.stream()
                .map(Problem::seq)
                .filter(Objects::nonNull)
                .min(Long::compare)
                .orElse(null);
    }

    /** The same report with one more warning. */
    VerifyReport with(Warning more) {
        List<Warning> all = new ArrayList<>(warnings);
        all.add(more);
        return new VerifyReport(size, headHash, root, problems, all, checked, largest, erased);
    }

    /** Its JSON. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "ok",
                ok(),
                "size",
                size,
                "head_hash",
                headHash,
                "root",
                root,
                "first_bad_seq",
                firstBadSeq(),
                "problems",
                problems.stream()
                        .map(each ->
                                Json.object("class", word(each.fault()), "seq", each.seq(), "message", each.message()))
                        .toList(),
                "warnings",
                warnings.stream()
                        .map(each -> Json.object("class", word(each.caution()), "message", each.message()))
                        .toList(),
                "checkpoints",
                Json.object("checked", checked, "largest", largest),
                "erased",
                erased);
    }

    /** The name of a class in JSON and in messages. */
    public static String word(Enum<?> name) {
        return name.name().toLowerCase(Locale.ROOT);
    }
}
