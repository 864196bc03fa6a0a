package dev.stoa.evolution.episode;

import dev.stoa.base.Needs;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.evolution.base.EvolutionContext;
import java.util.List;

/** The epochs of generations and their slots. Thread-safe. */
public final class Epochs {
    private final EvolutionContext context;

    private Epochs(EvolutionContext context) {
        this.context = context;
    }

    public static Epochs over(EvolutionContext context) {
        return new Epochs(context);
    }

    /** Opens an epoch behind those of its generation. */
    @Needs(value = Right.OPERATE, agents = false)
    public Epoch open(Principal by, EpochDraft draft) {
        return context.write(by, (tx, now) -> EpochTable.open(tx, context.ids().next(), draft));
    }

    /** Completes an epoch all of whose slots are played or given up. */
    @Needs(value = Right.OPERATE, agents = false)
    public Epoch complete(Principal by, String id) {
        return context.write(by, (tx, now) -> EpochTable.complete(tx, id));
    }

    /** Gives a slot up. */
    @Needs(value = Right.OPERATE, agents = false)
    public void fail(Principal by, String id, int slot, int attempts, String error) {
        context.write(by, (tx, now) -> {
            EpochTable.fail(tx, id, slot, attempts, error);
            return true;
        });
    }

    /** One epoch. */
    @Needs(Right.READ)
    public Epoch get(Principal by, String id) {
        return context.read(by, (tx, now) -> EpochTable.get(tx, id));
    }

    /** The epochs of a generation, in their order. */
    @Needs(Right.READ)
    public List<Epoch> list(Principal by, String generationId) {
        return context.read(by, (tx, now) -> EpochTable.ofGeneration(tx, generationId));
    }
}
