package dev.stoa.engine.upkeep;

import dev.stoa.Stoa;
import dev.stoa.StoaConfig;
import dev.stoa.base.Principal;
import dev.stoa.base.StoaException;
import dev.stoa.counsel.audit.AuditEvent;
import dev.stoa.json.Json;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts acts of all wings on record in the audit log. Thread-safe.
 *
 * <p>An act in another archive than the log cannot share its transaction, so it has two entries: one before it, without
 * which it is not done, and one after it with what came of it. An entry that began and has no end is a process that died
 * in between, and an examination says so.
 */
public final class AuditTrail {
    private static final Logger LOG = LoggerFactory.getLogger(AuditTrail.class);

    private final Consumer<Consumer<Stoa>> opener;
    private final Principal caller;

    private AuditTrail(Consumer<Consumer<Stoa>> opener, Principal caller) {
        this.opener = opener;
        this.caller = caller;
    }

    /** The log of a place that is open, for acts of this principal. */
    public static AuditTrail of(Stoa stoa, Principal by) {
        return new AuditTrail(write -> write.accept(stoa), by);
    }

    /** The log of a place that is opened for each entry, so that an act may replace its archives. */
    public static AuditTrail at(StoaConfig config, InstantSource clock, Principal by) {
        return new AuditTrail(
                write -> {
                    try (Stoa stoa = Stoa.open(config, clock, Runnable::run)) {
                        write.accept(stoa);
                    }
                },
                by);
    }

    /** Records something that has happened. */
    public void record(String type, Map<String, ? extends @Nullable Object> details) {
        write(AuditEvent.of(type, caller.trace(), by(details)));
    }

    /** Does something between two entries. */
    public <T extends @Nullable Object> T around(
            String type, Map<String, ? extends @Nullable Object> details, Supplier<T> act) {
        return around(type, details, act, result -> Map.of());
    }

    /**
     * Does something between two entries.
     *
     * @param outcome what the second says about the result
     */
    public <T extends @Nullable Object> T around(
            String type,
            Map<String, ? extends @Nullable Object> details,
            Supplier<T> act,
            Function<? super T, ? extends Map<String, ? extends @Nullable Object>> outcome) {
        String id = UUID.randomUUID().toString();
        AuditEvent event = AuditEvent.of(type, caller.trace(), by(details));
        write(event.with(Map.of("phase", "begin")).once("begin:" + id));
        T result;
        try {
            result = act.get();
        } catch (RuntimeException e) {
            end(event.with(Json.object("phase", "end", "ok", false, "error", code(e)))
                    .once("end:" + id));
            throw e;
        }
        end(event.with(Map.of("phase", "end", "ok", true))
                .with(outcome.apply(result))
                .once("end:" + id));
        return result;
    }

    private Map<String, @Nullable Object> by(Map<String, ? extends @Nullable Object> details) {
        Map<String, @Nullable Object> all = new LinkedHashMap<>(details);
        all.putIfAbsent("by", caller.shown());
        return all;
    }

    /** The kind of an error; its message may hold text of others. */
    private static String code(RuntimeException e) {
        return e instanceof StoaException known ? known.code() : "internal";
    }

    private void write(AuditEvent event) {
        opener.accept(stoa -> stoa.counsel().audit().record(caller, event));
    }

    /** The act is done, so that a failure here must not look like one of the act. */
    private void end(AuditEvent event) {
        try {
            write(event);
        } catch (RuntimeException e) {
            LOG.warn("the end of {} could not be recorded in the audit log: {}", event.type(), e.getMessage());
        }
    }
}
