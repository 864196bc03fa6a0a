package dev.stoa.storage;

import dev.stoa.base.StoaException;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * What an examination of one archive found. Immutable.
 *
 * @param version the version it has, empty if it does not exist or cannot be read
 * @param bytes its size without the write-ahead log
 * @param walBytes the size of its write-ahead log, 0 on PostgreSQL
 * @param growth how many rows came each day; null if it cannot be read, is not of the latest version or does not grow
 */
public record Checkup(
        ArchiveSchema schema,
        String location,
        OptionalInt version,
        long bytes,
        long walBytes,
        @Nullable Growth growth,
        List<Finding> findings) {
    public Checkup {
        findings = List.copyOf(findings);
    }

    /** Whether something is broken, as opposed to merely worth knowing. */
    public boolean damaged() {
        return findings.stream().anyMatch(Finding::damage);
    }

    /** Whether a part of it could not be looked at, so that nothing is known about that part. */
    public boolean unexamined() {
        return findings.stream().anyMatch(finding -> finding.kind() == Kind.UNEXAMINED);
    }

    /** What a finding means. */
    public enum Kind {
        /** Worth knowing. */
        NOTICE,
        /** Something is broken. */
        DAMAGE,
        /** Something could not be looked at: the disk is full, the server restarts, a right is missing. */
        UNEXAMINED
    }

    /**
     * One thing that was found.
     *
     * @param check the check that found it: file, version, integrity, foreign_keys, schema, text_index, invariant, size,
     *     standby, transaction, or the name of a notice that the archive declares
     */
    public record Finding(String check, Kind kind, String message) {
        public static Finding damage(String check, String message) {
            return new Finding(check, Kind.DAMAGE, message);
        }

        public static Finding notice(String check, String message) {
            return new Finding(check, Kind.NOTICE, message);
        }

        /**
         * What an error says about the archive: damage, or that it could not be examined. A restore replaces all
         * archives, so only a conclusion over all of them may advise it.
         */
        public static Finding of(String check, String before, StoaException e) {
            String hint =
                    e.hint().filter(advice -> !advice.startsWith("restore")).orElse("");
            return new Finding(
                    check,
                    Fault.meansDamage(e) ? Kind.DAMAGE : Kind.UNEXAMINED,
                    before + e.getMessage() + (hint.isEmpty() ? "" : "; " + hint));
        }

        public boolean damage() {
            return kind == Kind.DAMAGE;
        }
    }
}
