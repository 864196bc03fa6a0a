package dev.stoa.counsel.audit;

import dev.stoa.storage.Tx;
import java.time.Instant;

/** The audit log. Thread-safe. */
public final class AuditLog {
    /**
     * Appends an event as the last step of a unit of work, so that both are there or neither is.
     *
     * @return the number of its row
     */
    public long append(Tx tx, AuditEvent event, Instant now) {
        return 0;
    }
}
