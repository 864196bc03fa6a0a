package dev.stoa.bench.evolution;

import dev.stoa.evolution.brain.Brain;
import dev.stoa.evolution.brain.Payload;
import dev.stoa.evolution.brain.Payload.Offer;
import dev.stoa.evolution.brain.Payload.You;
import dev.stoa.evolution.brain.Policy;
import dev.stoa.evolution.brain.Proposal;
import dev.stoa.evolution.brain.RandomStream;
import dev.stoa.evolution.brain.Reply;
import dev.stoa.evolution.brain.StateMutation;
import dev.stoa.evolution.issue.OutcomeGrid;
import dev.stoa.evolution.issue.Rounding;
import dev.stoa.evolution.issue.Utility;
import dev.stoa.evolution.play.Negotiation;
import dev.stoa.evolution.scenario.Scenario.Actor;
import dev.stoa.evolution.scenario.Scenario.Range;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * What a policy offers and accepts in each turn with each reservation, worked out once. For one thread. The policy
 * itself is asked, so that nothing of its rules is repeated here; it must depend on nothing but turn, reservation and
 * the standing offer, as concession does.
 */
final class Bargainer {
    private static final double RESERVATION_STEP = .01;
    private static final int UNKNOWN = -1;

    private final Side side;
    private final Policy policy;
    private final Brain brain;
    private final int[][] offers;
    /** How many of the outcomes, in ascending order of their worth, are not accepted. */
    private final int[][] refused;

    /** One actor of a scenario of two. */
    static final class Side {
        private final Actor actor;
        private final String other;
        private final OutcomeGrid grid;
        private final Utility utility;
        private final double[] reservations;
        private final List<String> required;
        private final int maxTurns;
        /** The outcomes in ascending order of their worth, and the place of each in that order; equal ones share it. */
        private final int[] ascending;

        private final int[] place;

        Side(Negotiation negotiation, int index) {
            actor = negotiation.scenario().actors().get(index);
            other = negotiation.scenario().actors().get(1 - index).id();
            grid = Objects.requireNonNull(negotiation.grid());
            utility = Objects.requireNonNull(negotiation.utility(actor.id()));
            required = negotiation.scenario().required();
            maxTurns = negotiation.scenario().limits().maxTurns();
            Range range = actor.reservation();
            int count = (int) Math.rint((range.high() - range.low()) / RESERVATION_STEP) + 1;
            reservations = IntStream.range(0, count)
                    .mapToDouble(k -> Rounding.twelve(range.low() + RESERVATION_STEP * k))
                    .toArray();
            ascending = IntStream.range(0, utility.size())
                    .boxed()
                    .sorted((a, b) -> Double.compare(utility.of(a), utility.of(b)))
                    .mapToInt(Integer::intValue)
                    .toArray();
            place = new int[ascending.length];
            for (int i = 0; i < ascending.length; i++) {
                boolean equal = i > 0 && utility.of(ascending[i]) == utility.of(ascending[i - 1]);
                place[ascending[i]] = equal ? place[ascending[i - 1]] : i;
            }
        }

        Utility utility() {
            return utility;
        }

        /** All reservations that an episode may draw. */
        double[] reservations() {
            return reservations.clone();
        }
    }

    Bargainer(Side side, Policy policy) {
        this.side = side;
        this.policy = policy;
        brain = policy.brain(side.grid, side.required);
        offers = new int[side.reservations.length][side.maxTurns];
        refused = new int[side.reservations.length][side.maxTurns];
        for (int[] row : offers) {
            Arrays.fill(row, UNKNOWN);
        }
        for (int[] row : refused) {
            Arrays.fill(row, UNKNOWN);
        }
    }

    Policy policy() {
        return policy;
    }

    /** The outcome that it offers in a turn, where it does not accept. */
    int offer(int reservation, int turn) {
        int known = offers[reservation][turn];
        if (known != UNKNOWN) {
            return known;
        }
        int[] indices = new int[side.grid.issues().size()];
        List<StateMutation> mutations = asked(reservation, turn, List.of()).mutations();
        for (int issue = 0; issue < indices.length; issue++) {
            indices[issue] = side.grid
                    .issues()
                    .get(issue)
                    .index(((Number) Objects.requireNonNull(mutations.get(issue).value())).doubleValue());
        }
        offers[reservation][turn] = side.grid.outcome(indices);
        return offers[reservation][turn];
    }

    /** Whether it accepts an outcome in a turn. What is worth more is accepted too, so that one bound says it all. */
    boolean accepts(int reservation, int turn, int outcome) {
        if (refused[reservation][turn] == UNKNOWN) {
            int low = 0;
            int high = side.ascending.length;
            while (low < high) {
                int middle = (low + high) >>> 1;
                Offer standing = new Offer(turn - 1, side.other, side.ascending[middle]);
                boolean takes =
                        asked(reservation, turn, List.of(standing)).mutations().isEmpty();
                if (takes) {
                    high = middle;
                } else {
                    low = middle + 1;
                }
            }
            refused[reservation][turn] = low;
        }
        // Equal ones share the first place of theirs, which is refused only if all of them are.
        return side.place[outcome] >= refused[reservation][turn];
    }

    private Proposal asked(int reservation, int turn, List<Offer> standing) {
        You you = new You(
                side.actor.id(),
                side.actor.name(),
                side.actor.role(),
                side.actor.goals(),
                side.actor.personality(),
                side.reservations[reservation],
                side.utility);
        Reply reply = brain.propose(
                new Payload(turn, 0, side.maxTurns, you, Map.of(), 0, side.grid, standing, List::of, Map.of(), null),
                RandomStream.of(0));
        if (reply instanceof Reply.Ready ready) {
            return ready.proposal();
        }
        throw new IllegalStateException(policy.kind().text() + " is not a policy that bargains");
    }
}
