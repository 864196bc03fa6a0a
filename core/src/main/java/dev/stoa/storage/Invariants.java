package dev.stoa.storage;

import dev.stoa.base.StoaException;
import java.util.List;

/** Checks what an archive's schema declares to hold always. Stateless. */
public final class Invariants {
    private static final int SHOWN = 5;

    private Invariants() {}

    public static void check(ArchiveSchema schema, Tx tx, List<Checkup.Finding> findings) {
        check(schema, tx, findings, ExaminationListener.NONE);
    }

    /** The same; what proves many items tells how far it is. */
    public static void check(
            ArchiveSchema schema, Tx tx, List<Checkup.Finding> findings, ExaminationListener listener) {
        for (ArchiveSchema.Invariant invariant : schema.invariants()) {
            try {
                for (String row : invariant.finder().violations(tx, SHOWN, listener)) {
                    findings.add(Checkup.Finding.damage(
                            "invariant", invariant.id() + ": " + invariant.violation() + " (" + row + ")"));
                }
            } catch (StoaException e) {
                findings.add(Checkup.Finding.of("invariant", invariant.id() + " could not be checked: ", e));
                return;
            }
        }
    }
}
