package dev.stoa.storage;

import dev.stoa.StoaException;
import java.util.List;

/** Runs the queries that an archive's schema declares to return no row. Stateless. */
final class Invariants {
    private static final int SHOWN = 5;

    private Invariants() {}

    static void check(ArchiveSchema schema, Tx tx, List<Checkup.Finding> findings) {
        for (ArchiveSchema.Invariant invariant : schema.invariants()) {
            String sql = "SELECT * FROM (" + invariant.sql(tx.dialect()) + ") AS violations LIMIT " + SHOWN;
            try {
                for (String row : tx.list(sql, row -> String.valueOf(row.textOrNull(1)))) {
                    findings.add(Checkup.Finding.damage(
                            "invariant", invariant.id() + ": " + invariant.violation() + " (" + row + ")"));
                }
            } catch (StoaException e) {
                findings.add(Checkup.Finding.damage(
                        "invariant", invariant.id() + " could not be checked: " + e.getMessage()));
                return;
            }
        }
    }
}
