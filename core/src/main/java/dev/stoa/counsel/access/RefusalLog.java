package dev.stoa.counsel.access;

import dev.stoa.base.Bounds;
import dev.stoa.base.Needs;
import dev.stoa.base.Right;
import dev.stoa.base.Trace;
import dev.stoa.counsel.audit.AuditEvent;
import dev.stoa.counsel.base.CounselContext;
import dev.stoa.json.Json;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Puts refused calls on the audit log without letting a flood of them fill it: of each client and reason ten a minute
 * singly, the rest of that minute as one row with their number. Thread-safe. The number is written when the minute is
 * over and something is recorded, {@link #flush} is called, or the log is closed.
 */
public final class RefusalLog implements AutoCloseable {
    /** Why calls are refused, as the type of their event. */
    public enum Kind {
        AUTH_FAILURE("auth_failure"),
        RATE_LIMITED("rate_limited");

        private final String event;

        Kind(String event) {
            this.event = event;
        }
    }

    private static final int SINGLY = 10;
    private static final int MOST_SOURCES = 10_000;
    private static final Source OTHERS = new Source(Kind.AUTH_FAILURE, "others", "any");

    private final CounselContext context;
    private final Map<Source, Long> counts = new LinkedHashMap<>();
    private Instant minute = Instant.EPOCH;

    private RefusalLog(CounselContext context) {
        this.context = context;
    }

    /** The refusals of a counsel archive. */
    public static RefusalLog over(CounselContext context) {
        return new RefusalLog(context);
    }

    private record Source(Kind kind, String client, String reason) {
        AuditEvent single(Trace trace) {
            return AuditEvent.of(kind.event, trace, Json.object("client", client, "reason", reason));
        }

        AuditEvent rest(long count) {
            return AuditEvent.of(
                    kind.event, Trace.NONE, Json.object("client", client, "reason", reason, "count", count));
        }
    }

    /**
     * Records a refused call.
     *
     * @param client the address it came from
     * @param reason why, in few fixed words: {@code unauthorized}, {@code forbidden}
     */
    @Needs(Right.NOTHING)
    public void refused(Kind kind, String client, String reason, Trace trace) {
        Source source =
                new Source(Bounds.given("kind", kind), Bounds.given("client", client), Bounds.given("reason", reason));
        Instant now = context.now();
        List<AuditEvent> due;
        synchronized (this) {
            due = over(now);
            // An attacker with many addresses must not fill the memory either.
            Source counted = counts.size() < MOST_SOURCES || counts.containsKey(source) ? source : OTHERS;
            if (counts.merge(counted, 1L, Long::sum) <= SINGLY) {
                due.add(source.single(trace));
            }
        }
        write(due, now);
    }

    /** Writes the numbers of a minute that is over. */
    @Needs(Right.NOTHING)
    public void flush() {
        Instant now = context.now();
        List<AuditEvent> due;
        synchronized (this) {
            due = over(now);
        }
        write(due, now);
    }

    /** Writes the numbers of the minute that is not over. */
    @Override
    @Needs(Right.NOTHING)
    public void close() {
        List<AuditEvent> due;
        synchronized (this) {
            due = counted();
        }
        write(due, context.now());
    }

    private List<AuditEvent> over(Instant now) {
        Instant current = now.truncatedTo(ChronoUnit.MINUTES);
        if (current.equals(minute)) {
            return new ArrayList<>();
        }
        minute = current;
        return counted();
    }

    private List<AuditEvent> counted() {
        List<AuditEvent> due = new ArrayList<>();
        counts.forEach((source, count) -> {
            if (count > SINGLY) {
                due.add(source.rest(count - SINGLY));
            }
        });
        counts.clear();
        return due;
    }

    private void write(List<AuditEvent> due, Instant now) {
        if (!due.isEmpty()) {
            context.archive().write(tx -> {
                due.forEach(event -> context.audit().append(tx, event, now));
                return due.size();
            });
        }
    }
}
