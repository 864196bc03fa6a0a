package dev.stoa.evolution.play;

import dev.stoa.evolution.brain.Proposal;
import dev.stoa.evolution.brain.StateMutation;
import dev.stoa.evolution.issue.StatePath;
import java.util.List;

/** What a party may do. Immutable. A pattern is {@code *} or a path, and covers what continues it at a segment. */
public sealed interface Permissions {
    /** Refuses what the party may not do. */
    void check(Proposal proposal);

    /**
     * What a primary actor may do.
     *
     * @param mayModify the patterns it may change
     */
    record Primary(List<String> mayModify) implements Permissions {
        public Primary {
            mayModify = List.copyOf(mayModify);
        }

        @Override
        public void check(Proposal proposal) {
            for (StateMutation mutation : proposal.mutations()) {
                if (!covered(mayModify, mutation.path())) {
                    throw new ViolationException("path " + shown(mutation) + " may not be changed by this actor");
                }
            }
        }
    }

    /**
     * What a created agent may do: it never ends or endorses anything.
     *
     * @param allow the patterns it may change
     * @param deny the patterns it may not change though they are allowed
     * @param maxMutations how many changes a turn has
     */
    record Created(List<String> allow, List<String> deny, int maxMutations) implements Permissions {
        public Created {
            allow = List.copyOf(allow);
            deny = List.copyOf(deny);
        }

        @Override
        public void check(Proposal proposal) {
            if (proposal.aborts()) {
                throw new ViolationException("abort_episode is not allowed to a created agent");
            }
            if (proposal.resolves()) {
                throw new ViolationException("propose_resolution is not allowed to a created agent");
            }
            if (proposal.mutations().size() > maxMutations) {
                throw new ViolationException("state_mutations has "
                        + proposal.mutations().size() + " entries; this agent may make " + maxMutations);
            }
            for (StateMutation mutation : proposal.mutations()) {
                if (covered(deny, mutation.path())) {
                    throw new ViolationException("path " + shown(mutation) + " is denied to this agent");
                }
                // Adding or replacing what holds a denied path would change that path too.
                if (deny.stream().anyMatch(pattern -> !pattern.equals("*") && contains(mutation.path(), pattern))) {
                    throw new ViolationException(
                            "path " + shown(mutation) + " holds a path that is denied to this agent");
                }
                if (!covered(allow, mutation.path())) {
                    throw new ViolationException("path " + shown(mutation) + " is not allowed to this agent");
                }
            }
        }
    }

    /** Whether one of the patterns covers a path; a text that is no path is covered by no path. */
    static boolean covered(List<String> patterns, String path) {
        // Whether it is a path at all is asked where it is walked.
        if (patterns.contains("*")) {
            return true;
        }
        return StatePath.parse(path)
                .filter(parsed -> patterns.stream()
                        .anyMatch(pattern ->
                                StatePath.parse(pattern).filter(parsed::within).isPresent()))
                .isPresent();
    }

    private static boolean contains(String path, String pattern) {
        return covered(List.of(path), pattern);
    }

    private static String shown(StateMutation mutation) {
        return dev.stoa.base.Bounds.shown(mutation.path());
    }
}
