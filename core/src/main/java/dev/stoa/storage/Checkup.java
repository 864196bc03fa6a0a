package dev.stoa.storage;

import java.util.List;
import java.util.OptionalInt;

/**
 * What an examination of one archive found. Immutable.
 *
 * @param version the version it has, empty if it does not exist or cannot be read
 * @param bytes its size without the write-ahead log
 * @param walBytes the size of its write-ahead log, 0 on PostgreSQL
 */
public record Checkup(
        ArchiveSchema schema, String location, OptionalInt version, long bytes, long walBytes, List<Finding> findings) {
    public Checkup {
        findings = List.copyOf(findings);
    }

    /** Whether something is broken, as opposed to merely worth knowing. */
    public boolean damaged() {
        return findings.stream().anyMatch(Finding::damage);
    }

    /**
     * One thing that was found.
     *
     * @param check the check that found it: file, version, integrity, foreign_keys, schema, text_index, invariant, size,
     *     or the name of a notice that the archive declares
     * @param damage whether it means damage; otherwise it is only worth knowing
     */
    public record Finding(String check, boolean damage, String message) {
        public static Finding damage(String check, String message) {
            return new Finding(check, true, message);
        }

        public static Finding notice(String check, String message) {
            return new Finding(check, false, message);
        }
    }
}
