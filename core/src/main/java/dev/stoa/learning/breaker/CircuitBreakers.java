package dev.stoa.learning.breaker;

import dev.stoa.base.ConflictException;
import dev.stoa.base.InvalidException;
import dev.stoa.base.Needs;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.base.VerificationException;
import dev.stoa.learning.breaker.Breaker.LastFailure;
import dev.stoa.learning.breaker.Breaker.Phase;
import dev.stoa.learning.breaker.BreakerState.Probe;
import dev.stoa.learning.breaker.Permit.Granted;
import dev.stoa.storage.Archive;
import dev.stoa.storage.CommitSignal;
import dev.stoa.storage.Ids;
import dev.stoa.storage.Row;
import dev.stoa.storage.Scope;
import dev.stoa.storage.Tx;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * The circuit breakers of all providers, agreed on by every process that shares the archive. Thread-safe.
 *
 * <p>A closed breaker costs no access to the archive as long as it was read within the last second: its counts live in
 * this process. Every change of phase, and every probe of a half-open breaker, is one write. Hazard: what is granted
 * must be reported or cancelled; a probe that never is counts as failed when its time is over.
 */
public final class CircuitBreakers {
    private static final int MOST_NAMES = 1_000;
    private static final int LONGEST_NAME = 400;
    private static final int LONGEST_TTL_SECONDS = 86_405;
    private static final Duration IDLE = Duration.ofDays(3);

    private static final Scope.Kind BREAKER = new Scope.Kind("breaker", "circuit_breakers");

    private final Archive archive;
    private final InstantSource clock;
    private final Ids ids;
    private final Function<String, BreakerSettings> settings;
    private final Map<String, Tally> tallies;
    private final Principal caller;

    private CircuitBreakers(
            Archive archive,
            InstantSource clock,
            Ids ids,
            Function<String, BreakerSettings> settings,
            Map<String, Tally> tallies,
            Principal caller) {
        this.archive = archive;
        this.clock = clock;
        this.ids = ids;
        this.settings = settings;
        this.tallies = tallies;
        this.caller = caller;
    }

    /** Breakers in an archive of {@link BreakerArchive#SCHEMA}; the function gives the settings of each name. */
    public static CircuitBreakers over(
            Archive archive, InstantSource clock, Ids ids, Function<String, BreakerSettings> settings) {
        return new CircuitBreakers(archive, clock, ids, settings, new ConcurrentHashMap<>(), Principal.local());
    }

    /** The same for another principal, who may do what its rights allow. */
    public CircuitBreakers as(Principal other) {
        return new CircuitBreakers(archive, clock, ids, settings, tallies, other);
    }

    /** A place from which no later change of a breaker is missed, if it is taken before reading. */
    @Needs(Right.READ)
    public CommitSignal.Watch watch() {
        Rights.check(caller);
        return archive.commits().watch();
    }

    /**
     * Requests a permit to call a provider.
     *
     * @param name {@code provider:model}, 1 to 400 characters
     * @param ttl after which a probe that has not reported counts as failed, 1 to 86,405 seconds
     */
    @Needs(Right.ASK)
    public Permit acquire(String name, Duration ttl) {
        Rights.check(caller);
        check(name, ttl);
        Tally tally = tally(name);
        long closed = tally.closedGeneration(clock.millis());
        if (closed >= 0) {
            return new Granted(name, closed, "");
        }
        Instant now = now();
        BreakerSettings rules = settings.apply(name);
        BreakerState known = stored(name).orElse(BreakerState.NEW);
        BreakerState present = known.at(now, rules.cooldown());
        if (present.equals(known) && (present.phase() == Phase.CLOSED || present.refuses(now))) {
            tally.seen(present, now.toEpochMilli());
            return answer(name, present, now, "");
        }
        return write(name, (tx, before) -> {
            BreakerState state = before.at(now, rules.cooldown());
            String probe = "";
            if (state.phase() != Phase.CLOSED && !state.refuses(now)) {
                probe = ids.next();
                state = state.withProbe(new Probe(probe, now.plus(ttl)));
            }
            if (!state.equals(before)) {
                store(tx, name, state, now);
            }
            tally.seen(state, now.toEpochMilli());
            return answer(name, state, now, probe);
        });
    }

    private static Permit answer(String name, BreakerState state, Instant now, String probe) {
        return probe.isEmpty() && state.refuses(now)
                ? new Permit.Refused(name, state.retryTime())
                : new Granted(name, state.generation(), probe);
    }

    /** Records how the call ended. A second report, or one from before the last change of phase, changes nothing. */
    @Needs(Right.ASK)
    public void report(Granted permit, CallResult result) {
        Rights.check(caller);
        if (!permit.use()) {
            return;
        }
        String name = permit.name();
        BreakerSettings rules = settings.apply(name);
        boolean success = result instanceof CallResult.Success;
        if (!permit.isProbe() && !tally(name).trips(permit.generation(), success, rules)) {
            return;
        }
        Instant now = now();
        change(name, now, state -> {
            BreakerState present = state.at(now, rules.cooldown());
            boolean counts = permit.isProbe()
                    ? present.hasProbe(permit.generation(), permit.probe())
                    : present.phase() == Phase.CLOSED && present.generation() == permit.generation();
            if (!counts) {
                return present;
            }
            return result instanceof CallResult.Failure failure
                    ? present.open(now, rules.cooldown(), lastFailure(now, failure))
                    : present.probeSucceeded(permit.probe());
        });
    }

    /** Gives a permit back for a call that was not made or was cancelled; it counts neither way. */
    @Needs(Right.ASK)
    public void cancel(Granted permit) {
        Rights.check(caller);
        if (permit.use() && permit.isProbe()) {
            Instant now = now();
            Duration cooldown = settings.apply(permit.name()).cooldown();
            change(permit.name(), now, state -> state.at(now, cooldown).withoutProbe(permit.probe()));
        }
    }

    /** Closes a breaker by hand. */
    @Needs(Right.OPERATE)
    public Breaker reset(String name) {
        Rights.check(caller);
        checkName(name);
        Instant now = now();
        if (archive.one("SELECT 1 FROM circuit_breakers WHERE name = ?", row -> row.number(1), name)
                .isEmpty()) {
            throw new NotFoundException("not_found", "there is no breaker " + name, "list the breakers");
        }
        archive.write(tx -> {
            BreakerState closed = salvaged(tx, name, now).closed();
            store(tx, name, closed, now);
            tally(name).seen(closed, now.toEpochMilli());
            return null;
        });
        return list().stream()
                .filter(breaker -> breaker.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** The stored state, or where it cannot be read one of a generation above any it can have had. */
    private static BreakerState salvaged(Tx tx, String name, Instant now) {
        try {
            return stored(tx, name);
        } catch (VerificationException e) {
            return new BreakerState(Phase.CLOSED, now.toEpochMilli(), null, null, 0, List.of(), null);
        }
    }

    /** Every breaker that has ever opened and was not purged since, by name, as it is now. */
    @Needs(Right.READ)
    public List<Breaker> list() {
        Rights.check(caller);
        Instant now = now();
        return archive.list("""
                SELECT name, state_json, failure_threshold, cooldown_seconds, updated_at
                FROM circuit_breakers ORDER BY name""", row -> breaker(row, now));
    }

    private static Breaker breaker(Row row, Instant now) {
        String name = row.text(1);
        Duration cooldown = Duration.ofMillis(Math.round(row.real(4) * 1000));
        BreakerState state = BreakerJson.read(name, row.text(2)).at(now, cooldown);
        return new Breaker(
                name,
                state.phase(),
                row.integer(3),
                cooldown,
                state.openedAt(),
                state.retryAt(),
                state.halfOpenSuccesses(),
                state.probes().size(),
                state.lastFailure(),
                row.instant(5));
    }

    /** Deletes closed breakers without a change for three days, and returns their number. */
    @Needs(Right.OPERATE)
    public int purge() {
        Rights.check(caller);
        List<String> purged = archive.write(this::purged);
        tallies.keySet().removeAll(purged);
        return purged.size();
    }

    /** How many breakers {@link #purge} would forget. */
    @Needs(Right.OPERATE)
    public int purgeable() {
        Rights.check(caller);
        return archive.rehearse(this::purged).size();
    }

    private List<String> purged(Tx tx) {
        List<String> idle = tx.list(
                "SELECT name, state_json FROM circuit_breakers WHERE updated_at <= ? ORDER BY name",
                row -> BreakerJson.read(row.text(1), row.text(2)).phase() == Phase.CLOSED ? row.text(1) : "",
                now().minus(IDLE));
        idle.removeIf(String::isEmpty);
        tx.batch("DELETE FROM circuit_breakers WHERE name = ?", idle, name -> Tx.values(name));
        return idle;
    }

    private void change(String name, Instant now, Function<BreakerState, BreakerState> rule) {
        write(name, (tx, before) -> {
            BreakerState after = rule.apply(before);
            if (!after.equals(before)) {
                store(tx, name, after, now);
            }
            tally(name).seen(after, now.toEpochMilli());
            return after;
        });
    }

    /** A change of one breaker. */
    private interface Change<T> {
        T run(Tx tx, BreakerState before);
    }

    /**
     * Changes a breaker beside others, where the database can do that and it is stored: one that is new counts against the
     * most that there may be.
     */
    private <T> T write(String name, Change<T> change) {
        Optional<T> changed = archive.isConcurrent()
                ? archive.write(BREAKER.of(name), tx -> find(tx, name).map(before -> change.run(tx, before)))
                : Optional.empty();
        return changed.orElseGet(() -> archive.write(tx -> change.run(tx, stored(tx, name))));
    }

    private Optional<BreakerState> stored(String name) {
        return archive.one(
                "SELECT state_json FROM circuit_breakers WHERE name = ?",
                row -> BreakerJson.read(name, row.text(1)),
                name);
    }

    private static Optional<BreakerState> find(Tx tx, String name) {
        return tx.one(
                "SELECT state_json FROM circuit_breakers WHERE name = ?",
                row -> BreakerJson.read(name, row.text(1)),
                name);
    }

    private static BreakerState stored(Tx tx, String name) {
        return find(tx, name).orElse(BreakerState.NEW);
    }

    private void store(Tx tx, String name, BreakerState state, Instant now) {
        if (tx.number("SELECT count(*) FROM circuit_breakers WHERE name <> ?", name) >= MOST_NAMES) {
            throw tooMany();
        }
        BreakerSettings rules = settings.apply(name);
        tx.update(
                """
                INSERT INTO circuit_breakers (name, state_json, failure_threshold, cooldown_seconds, updated_at)
                VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (name) DO UPDATE SET state_json = excluded.state_json,
                    failure_threshold = excluded.failure_threshold, cooldown_seconds = excluded.cooldown_seconds,
                    updated_at = excluded.updated_at""",
                name,
                BreakerJson.write(state),
                rules.failureThreshold(),
                rules.cooldown().toMillis() / 1000.0,
                now);
    }

    private Tally tally(String name) {
        Tally known = tallies.get(name);
        if (known != null) {
            return known;
        }
        if (tallies.size() >= MOST_NAMES) {
            throw tooMany();
        }
        return tallies.computeIfAbsent(name, n -> new Tally());
    }

    private static ConflictException tooMany() {
        return new ConflictException(
                "limit", "there are " + MOST_NAMES + " breakers already, which is the most", "use fewer names");
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    private static LastFailure lastFailure(Instant now, CallResult.Failure failure) {
        return new LastFailure(now, failure.kind());
    }

    private static void check(String name, Duration ttl) {
        checkName(name);
        BreakerSettings.within("permit_ttl_seconds", ttl.toSeconds(), 1, LONGEST_TTL_SECONDS);
    }

    private static void checkName(String name) {
        int length = name.codePointCount(0, name.length());
        if (name.isBlank() || length > LONGEST_NAME || name.indexOf(0) >= 0) {
            throw new InvalidException(
                    "invalid",
                    "name of " + length + " characters is not within 1 to " + LONGEST_NAME + ", or is blank",
                    "name a breaker provider:model");
        }
    }
}
