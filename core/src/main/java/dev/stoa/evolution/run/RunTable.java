package dev.stoa.evolution.run;

import dev.stoa.base.Bounds;
import dev.stoa.base.ConflictException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.TextEnum;
import dev.stoa.evolution.base.Documents;
import dev.stoa.evolution.base.EventKind;
import dev.stoa.evolution.base.Fence;
import dev.stoa.evolution.base.RunEvents;
import dev.stoa.evolution.episode.EpochDraft;
import dev.stoa.evolution.episode.EpochKind;
import dev.stoa.evolution.episode.EpochTable;
import dev.stoa.evolution.profile.ActorDraft;
import dev.stoa.evolution.profile.ProfileTable;
import dev.stoa.json.Json;
import dev.stoa.json.StoredJson;
import dev.stoa.storage.Ids;
import dev.stoa.storage.Row;
import dev.stoa.storage.Tx;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/** The rows of runs and the steps of their state machine, inside of the caller's unit of work. Stateless. */
public final class RunTable {
    /** After this time without a heartbeat an owner counts as dead. */
    public static final Duration DEAD_AFTER = Duration.ofSeconds(60);

    private static final int LONGEST_SCENARIO = 4 << 20;
    private static final int LONGEST_REASON = 2_000;
    private static final long MOST_GENERATIONS = 10_000;

    private static final String SELECT = """
            SELECT id, seq, name, kind, scenario_json, overrides_json, seed, status, stop_reason, fence, owner,
                heartbeat_at, tokens_used, fingerprint, created_at, finished_at
            FROM evolution_runs""";

    private RunTable() {}

    /** Creates a run that its owner runs, its first generation, the profiles of a person and the first production. */
    static Run create(Tx tx, Ids ids, String id, RunDraft draft, Instant now) {
        draft.limits().check();
        tx.update(
                """
                INSERT INTO evolution_runs (id, seq, name, kind, scenario_json, overrides_json, seed, status, fence,
                    owner, heartbeat_at, tokens_used, created_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, 'running', 1, ?, ?, 0, ?)""",
                id,
                tx.next("run"),
                draft.name(),
                draft.kind().text(),
                Documents.text("scenario", draft.scenario(), LONGEST_SCENARIO),
                Documents.text("overrides", draft.overrides(), LONGEST_SCENARIO),
                draft.seed(),
                draft.owner(),
                now,
                now);
        Generation first = GenerationTable.insert(tx, ids.next(), id, 1, null, now);
        List<Deployed> deployed = new ArrayList<>();
        for (ActorDraft actor : draft.actors()) {
            String profile =
                    ProfileTable.add(tx, ids.next(), actor.profile(first.id())).id();
            deployed.add(new Deployed(actor.actorId(), profile));
        }
        GenerationTable.deploy(tx, first, deployed);
        if (draft.epochSize() > 0) {
            EpochTable.open(
                    tx,
                    ids.next(),
                    new EpochDraft(first.id(), EpochKind.PRODUCTION, "production", draft.epochSize(), null));
        }
        RunEvents.append(
                tx,
                id,
                new RunEvents.New(
                        EventKind.RUN_STARTED,
                        id,
                        Json.object(
                                "scenario", draft.name(), "seed", Json.exact(draft.seed()), "owner", draft.owner())),
                now);
        return get(tx, id);
    }

    /** Makes a process the owner of a run that no living process owns. */
    static Run claim(Tx tx, String id, Claim claim, String host, LongPredicate living, Instant now) {
        Run run = get(tx, id);
        if (run.status() == RunStatus.CANCELLED) {
            throw refusal(run, "claimed", "start another run");
        }
        if (run.status() == RunStatus.RUNNING && !claim.force() && lives(run, host, living, now)) {
            throw new ConflictException(
                    "owned",
                    "run " + id + " is running; " + run.owner() + " owns it and was alive at " + run.heartbeatAt(),
                    "wait for it, or claim it by force if that process is gone");
        }
        if (run.status() == RunStatus.COMPLETED
                && (claim.maxGenerations() == null || claim.maxGenerations() <= run.maxGenerations())) {
            throw new ConflictException(
                    "conflict",
                    "run " + id + " is completed after " + run.maxGenerations() + " generations",
                    "claim it with more than " + run.maxGenerations() + " generations");
        }
        int changed = tx.update(
                """
                UPDATE evolution_runs SET status = 'running', fence = fence + 1, owner = ?, heartbeat_at = ?,
                    overrides_json = ?, stop_reason = NULL, fingerprint = NULL, finished_at = NULL
                WHERE id = ? AND status = ? AND fence = ?""", claim.owner(), now, raised(run, claim), id, run.status().text(), run.fence());
        if (changed == 0) {
            throw refusal(get(tx, id), "claimed", "look at it again");
        }
        RunEvents.append(
                tx,
                id,
                new RunEvents.New(
                        EventKind.RUN_STARTED,
                        id,
                        Json.object("from", run.status().text(), "owner", claim.owner())),
                now);
        return get(tx, id);
    }

    private static boolean lives(Run run, String host, LongPredicate living, Instant now) {
        if (Duration.between(run.heartbeatAt(), now).compareTo(DEAD_AFTER) > 0 || run.owner() == null) {
            return false;
        }
        Owner owner = Owner.of(run.owner());
        return !owner.host().equals(host) || living.test(owner.pid());
    }

    private static String raised(Run run, Claim claim) {
        Map<String, @Nullable Object> overrides = new LinkedHashMap<>(StoredJson.object(run.overridesJson()));
        if (claim.maxGenerations() != null) {
            Bounds.whole("max_generations", claim.maxGenerations(), 1, MOST_GENERATIONS);
            refuseLower("max_generations", claim.maxGenerations(), run.maxGenerations());
            overrides.put("max_generations", claim.maxGenerations());
        }
        if (claim.maxRunTokens() != null) {
            long before = run.limit("max_run_tokens", 0);
            Bounds.whole("max_run_tokens", claim.maxRunTokens(), 0, Json.LARGEST_EXACT);
            if (claim.maxRunTokens() != 0) {
                refuseLower("max_run_tokens", claim.maxRunTokens(), before == 0 ? Long.MAX_VALUE : before);
            }
            overrides.put("max_run_tokens", claim.maxRunTokens());
        }
        return Documents.text("overrides", overrides, LONGEST_SCENARIO);
    }

    private static void refuseLower(String field, long wanted, long present) {
        if (wanted < present) {
            throw Bounds.invalid(
                    field + " " + wanted + " is below " + (present == Long.MAX_VALUE ? "no limit" : present),
                    "a resumed run may only raise it");
        }
    }

    /** Pauses a run of its owner. */
    public static Run pause(Tx tx, String id, long fence, String reason, Instant now) {
        return stop(tx, id, fence, RunStatus.PAUSED, reason, null, now);
    }

    /** Breaks a run of its owner off. */
    public static Run fail(Tx tx, String id, long fence, String reason, Instant now) {
        return stop(tx, id, fence, RunStatus.FAILED, reason, null, now);
    }

    /** Completes a run of its owner and archives its last generation. */
    public static Run finish(Tx tx, String id, long fence, String reason, String fingerprint, Instant now) {
        Bounds.text("fingerprint", fingerprint, 1, 200);
        return stop(tx, id, fence, RunStatus.COMPLETED, reason, fingerprint, now);
    }

    private static Run stop(
            Tx tx, String id, long fence, RunStatus to, String reason, @Nullable String fingerprint, Instant now) {
        Bounds.text("reason", reason, 1, LONGEST_REASON);
        Run run = get(tx, id);
        if (run.status() == to
                && run.fence() == fence
                && reason.equals(run.stopReason())
                && Objects.equals(fingerprint, run.fingerprint())) {
            return run;
        }
        if (run.status() == RunStatus.RUNNING && run.fence() != fence) {
            throw Fence.lost(tx, id, fence);
        }
        int changed = tx.update("""
                UPDATE evolution_runs SET status = ?, stop_reason = ?, fingerprint = ?, finished_at = ?
                WHERE id = ? AND status = 'running' AND fence = ?""", to.text(), reason, fingerprint, to == RunStatus.PAUSED ? null : now, id, fence);
        if (changed == 0) {
            throw refusal(run, to.text(), "claim it first");
        }
        if (to == RunStatus.COMPLETED) {
            GenerationTable.archiveNewest(tx, id, now);
        }
        tellStop(tx, id, to, reason, now);
        return get(tx, id);
    }

    /** Gives a run up, also one of another owner. */
    static Run cancel(Tx tx, String id, Instant now) {
        Run run = get(tx, id);
        if (run.status() == RunStatus.CANCELLED) {
            return run;
        }
        int changed = tx.update("""
                UPDATE evolution_runs SET status = 'cancelled', stop_reason = 'cancelled', finished_at = ?
                WHERE id = ? AND status IN ('running', 'paused', 'failed')""", now, id);
        if (changed == 0) {
            throw refusal(run, "cancelled", "nothing is left to cancel");
        }
        tellStop(tx, id, RunStatus.CANCELLED, "cancelled", now);
        return get(tx, id);
    }

    private static void tellStop(Tx tx, String id, RunStatus to, String reason, Instant now) {
        RunEvents.append(
                tx,
                id,
                new RunEvents.New(EventKind.RUN_STOPPED, id, Json.object("status", to.text(), "stop_reason", reason)),
                now);
    }

    /** Counts tokens that no episode has used. */
    public static void addTokens(Tx tx, String id, long tokens) {
        Bounds.whole("tokens", tokens, 0, Json.LARGEST_EXACT);
        tx.update("UPDATE evolution_runs SET tokens_used = tokens_used + ? WHERE id = ?", tokens, id);
    }

    private static ConflictException refusal(Run run, String what, String hint) {
        return new ConflictException(
                "conflict", "run " + run.id() + " is " + run.status().text() + " and cannot be " + what, hint);
    }

    public static Run get(Tx tx, String id) {
        return find(tx, id)
                .orElseThrow(() -> new NotFoundException(
                        "not_found", "there is no run " + Bounds.shown(id), "list the evolution runs"));
    }

    static Optional<Run> find(Tx tx, String id) {
        return tx.one(SELECT + " WHERE id = ?", RunTable::run, Bounds.id("run", id));
    }

    static List<Run> running(Tx tx) {
        return tx.list(SELECT + " WHERE status = 'running' ORDER BY seq", RunTable::run);
    }

    static List<Run> list(Tx tx, long before, int limit) {
        return tx.list(SELECT + " WHERE seq < ? ORDER BY seq DESC LIMIT ?", RunTable::run, before, limit);
    }

    private static Run run(Row row) {
        return new Run(
                row.text(1),
                row.number(2),
                row.text(3),
                TextEnum.of("kind", RunKind.values(), row.text(4)),
                row.text(5),
                row.text(6),
                row.number(7),
                TextEnum.of("status", RunStatus.values(), row.text(8)),
                row.textOrNull(9),
                row.number(10),
                row.textOrNull(11),
                row.instant(12),
                row.number(13),
                row.textOrNull(14),
                row.instant(15),
                row.instantOrNull(16));
    }
}
