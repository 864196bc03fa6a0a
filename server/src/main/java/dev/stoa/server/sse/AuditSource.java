package dev.stoa.server.sse;

import dev.stoa.base.Principal;
import dev.stoa.counsel.audit.Audit;
import dev.stoa.counsel.audit.AuditEntry;
import java.util.List;

/** The entries of the audit log, which never ends and forgets nothing. */
record AuditSource(Audit audit) implements Source {
    @Override
    public long newest(Principal by) {
        return audit.newest(by);
    }

    @Override
    public boolean isOver(Principal by, long position) {
        return false;
    }

    @Override
    public Batch after(Principal by, long position) {
        List<AuditEntry> found = audit.after(by, position, PORTION);
        long newest = found.isEmpty() ? audit.newest(by) : position;
        // A position that was never reached is that of a log which a restored backup has replaced.
        Long reset = position > newest ? newest : null;
        long from = reset == null ? position : reset;
        return new Batch(
                reset,
                found.stream()
                        .map(entry -> Event.of(entry.seq(), entry.type(), entry.document()))
                        .toList(),
                found.isEmpty() ? from : found.getLast().seq(),
                found.size() == PORTION,
                null);
    }
}
