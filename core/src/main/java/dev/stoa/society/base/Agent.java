package dev.stoa.society.base;

import dev.stoa.json.Digest;
import dev.stoa.json.Etag;
import dev.stoa.json.Json;
import dev.stoa.storage.Row;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One participant of the society. Immutable.
 *
 * @param model the provider that answers for it, and the parameters of that provider
 * @param aliases the names it had before
 */
public record Agent(
        String id,
        String identity,
        AgentKind kind,
        String model,
        @Nullable String selfDescription,
        @Nullable String constitution,
        TriggerPolicy triggerPolicy,
        @Nullable String clonedFrom,
        long spawnCount,
        Instant createdAt,
        @Nullable Instant lastActiveAt,
        @Nullable Instant archivedAt,
        List<String> aliases) {
    public static final String COLUMNS = "a.agent_id, a.identity, a.kind, a.model, a.self_description, a.constitution,"
            + " a.trigger_policy, a.cloned_from, a.spawn_count, a.created_at, a.last_active_at, a.archived_at";

    private static final Set<String> NOBODY = Set.of("human", "system", "none");

    public Agent {
        aliases = List.copyOf(aliases);
    }

    public static Agent of(Row row) {
        return new Agent(
                row.text(1),
                row.text(2),
                AgentKind.of(row.text(3)),
                row.text(4),
                row.textOrNull(5),
                row.textOrNull(6),
                TriggerPolicy.of(row.text(7)),
                row.textOrNull(8),
                row.number(9),
                row.instant(10),
                row.instantOrNull(11),
                row.instantOrNull(12),
                List.of());
    }

    Agent called(List<String> names) {
        return new Agent(
                id,
                identity,
                kind,
                model,
                selfDescription,
                constitution,
                triggerPolicy,
                clonedFrom,
                spawnCount,
                createdAt,
                lastActiveAt,
                archivedAt,
                names);
    }

    /** Whether it takes part. */
    public boolean isLive() {
        return archivedAt == null;
    }

    /** Whether it can be started. */
    public boolean isRunnable() {
        return kind == AgentKind.AGENT && isLive() && namesProvider(model);
    }

    /** Whether a model has the form of one that can be asked, {@code provider:model}. */
    public static boolean namesProvider(String model) {
        int colon = model.indexOf(':');
        return colon > 0 && !NOBODY.contains(model.substring(0, colon));
    }

    /** The hash under which its constitution is kept; null without one. */
    public @Nullable String constitutionHash() {
        return constitution == null ? null : Digest.sha256(constitution);
    }

    /** Its version, which no act of it and no run changes. */
    public String etag() {
        return Etag.of(document(), "last_active_at", "spawn_count");
    }

    /** The agent as it is shown in lists. */
    public Map<String, @Nullable Object> document() {
        return Json.object(
                "agent_id",
                id,
                "identity",
                identity,
                "kind",
                kind.text(),
                "model",
                model,
                "self_description",
                selfDescription,
                "constitution_hash",
                constitutionHash(),
                "trigger_policy",
                triggerPolicy.text(),
                "aliases",
                aliases,
                "cloned_from",
                clonedFrom,
                "spawn_count",
                spawnCount,
                "created_at",
                createdAt,
                "last_active_at",
                lastActiveAt,
                "archived_at",
                archivedAt);
    }
}
