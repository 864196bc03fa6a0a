package dev.stoa.evolution;

import dev.stoa.evolution.created.CreatedAgent;
import dev.stoa.evolution.episode.Epoch;
import dev.stoa.evolution.memory.Constraint;
import dev.stoa.evolution.profile.Profile;
import dev.stoa.evolution.run.Generation;
import dev.stoa.evolution.run.Run;
import dev.stoa.evolution.verdict.Verdict;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The record of a run from which its next step follows, of one moment. Immutable.
 *
 * @param generation the newest generation; null if there is none
 * @param deployed the profiles that serve in it, in the order of the actors
 * @param epochs its epochs, in their order, with the slots that are played or given up
 * @param verdicts its verdicts, in the order in which they were proposed
 * @param created all created agents of the run
 * @param constraints what is forbidden in it
 */
public record RunState(
        Run run,
        @Nullable Generation generation,
        List<Profile> deployed,
        List<Epoch> epochs,
        List<Verdict> verdicts,
        List<CreatedAgent> created,
        List<Constraint> constraints) {
    public RunState {
        deployed = List.copyOf(deployed);
        epochs = List.copyOf(epochs);
        verdicts = List.copyOf(verdicts);
        created = List.copyOf(created);
        constraints = List.copyOf(constraints);
    }
}
