package dev.stoa.engine.upkeep;

import dev.stoa.Stoa;
import dev.stoa.base.Bounds;
import dev.stoa.base.ConflictException;
import dev.stoa.base.Precondition;
import dev.stoa.base.Principal;
import dev.stoa.debate.Tombstone;
import dev.stoa.engine.learn.LearningLoop;
import dev.stoa.engine.learn.Learnt;
import dev.stoa.learning.breaker.Breaker;
import dev.stoa.learning.memory.Continuum;
import dev.stoa.learning.memory.Memory;
import dev.stoa.society.channel.Channels;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Acts of single wings that the audit log must know, each between its two entries. Thread-safe. Whether they are allowed
 * is decided by the stores that do them; a refused one has its entries too.
 */
public final class RecordedActs {
    private final Stoa stoa;
    private final Principal caller;
    private final AuditTrail trail;
    private final Precondition expected;

    private RecordedActs(Stoa stoa, Principal caller, Precondition expected) {
        this.stoa = stoa;
        this.caller = caller;
        this.expected = expected;
        this.trail = AuditTrail.of(stoa, caller);
    }

    /** Acts of a principal. */
    public static RecordedActs of(Stoa stoa, Principal by) {
        return new RecordedActs(stoa, by, Precondition.NONE);
    }

    /** The same, where a memory or a channel is changed only in a version that was expected. */
    public RecordedActs onlyIf(Precondition precondition) {
        return new RecordedActs(stoa, caller, Bounds.given("precondition", precondition));
    }

    private Continuum memories() {
        return stoa.learning().memories().as(caller).onlyIf(expected);
    }

    /** Protects a memory from change and deletion. */
    public Memory redLine(String memory, String reason) {
        return trail.around(
                "red_line",
                Map.of("memory", memory, "on", true),
                () -> memories().redLine(memory, reason));
    }

    /** Removes the protection of a memory. */
    public Memory liftRedLine(String memory, String reason) {
        return trail.around(
                "red_line",
                Map.of("memory", memory, "on", false),
                () -> memories().lift(memory, reason));
    }

    /** Closes a circuit breaker. */
    public Breaker resetBreaker(String name) {
        return trail.around(
                "breaker_reset",
                Map.of("breaker", name),
                () -> stoa.learning().breakers().as(caller).reset(name));
    }

    /**
     * Deletes a channel with all its messages.
     *
     * @param channel its name or id; the entries hold the id, because the name may be what had to be deleted
     */
    public Channels.Deleted deleteChannel(String channel) {
        Channels channels = stoa.society().channels().onlyIf(expected);
        String id = channels.delete(caller, channel, true).channelId();
        return trail.around(
                "channel_delete",
                Map.of("channel_id", id),
                () -> channels.delete(caller, channel, false),
                gone -> Map.of("messages", gone.messages()));
    }

    /**
     * Deletes a debate, after its end and the decisions at its gates have reached the audit log: what waits for that
     * goes with the debate.
     */
    public Tombstone deleteDebate(String id, @Nullable String reason) {
        Learnt left =
                LearningLoop.recording(stoa.debate().outbox().as(caller), stoa).run(id);
        if (left.pending() + left.dead() > 0) {
            throw new ConflictException(
                    "precondition",
                    "debate " + id + " cannot be deleted, because its end could not be recorded in the audit log yet",
                    "examine the audit log, and delete the debate later");
        }
        return stoa.debate().sessions().as(caller).delete(id, reason);
    }
}
