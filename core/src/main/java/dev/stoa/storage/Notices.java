package dev.stoa.storage;

import dev.stoa.base.StoaException;
import java.util.List;

/** Collects the notices that an archive's schema declares. Stateless. */
public final class Notices {
    private static final int SHOWN = 10;

    private Notices() {}

    public static void tell(ArchiveSchema schema, Tx tx, List<Checkup.Finding> findings) {
        for (ArchiveSchema.Notice notice : schema.notices()) {
            try {
                notice.watch()
                        .sentences(tx, SHOWN)
                        .forEach(sentence -> findings.add(Checkup.Finding.notice(notice.check(), sentence)));
            } catch (StoaException e) {
                findings.add(Checkup.Finding.of(notice.check(), "it cannot be looked at: ", e));
            }
        }
    }
}
