package dev.stoa.evolution.search;

import dev.stoa.evolution.scenario.EvolutionSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How many variants become few candidates before the trial, on seeds that the trial does not have. Stateless, safe from
 * any thread. Four rounds: all variants play a little, the leaders play more, then the leaders of each actor play those
 * of the others, and the best of these meetings are played again. Since several actors may be replaced at once, what is
 * deployed together has to fit together; {@link Company} chooses.
 */
public final class Race {
    /** How many leaders go on after the first round. */
    public static final int LEADERS = 8;

    /** How many episodes each pair of leaders plays. */
    public static final int MEETINGS = 2;

    /** How many of the meetings are played again. */
    public static final int FINALS = 4;

    /** How many leaders the next generation's mutator may recombine with. */
    public static final int ELITE = 4;

    private Race() {}

    /** The rounds, with the purpose that gives their episodes seeds of their own. */
    public enum Round {
        /** All variants against the incumbents. */
        FIRST("cull"),
        /** The leaders against the incumbents. */
        SECOND("cull-2"),
        /** The leaders against each other. */
        MEETING("cull-3"),
        /** The best of these meetings. */
        FINAL("cull-4");

        private final String purpose;

        Round(String purpose) {
            this.purpose = purpose;
        }

        public String purpose() {
            return purpose;
        }

        /** How many episodes each variant, or each meeting, plays in it. */
        public int slots(EvolutionSettings settings) {
            return switch (this) {
                case FIRST, SECOND -> settings.cullTrials();
                case MEETING -> MEETINGS;
                case FINAL -> 2 * settings.cullTrials();
            };
        }
    }

    /**
     * The mean score from which on a variant may pass its trial: so much more than the incumbent had in production that
     * the margin is left when chance takes as much again.
     */
    public static double wanted(double production, double margin) {
        return production + 2 * margin;
    }

    /**
     * Who meets whom: for each actor and each of its leaders the leaders of all others with one number, by actor. Of
     * two actors everybody meets everybody, once.
     */
    public static List<Map<String, Integer>> meetings(Map<String, Integer> leaders) {
        List<Map<String, Integer>> meetings = new ArrayList<>();
        if (leaders.size() < 2) {
            return meetings;
        }
        int most = leaders.values().stream().mapToInt(Integer::intValue).max().orElse(0);
        for (String actor : leaders.keySet()) {
            for (int own = 0; own < leaders.get(actor); own++) {
                for (int theirs = 0; theirs < most; theirs++) {
                    Map<String, Integer> meeting = new LinkedHashMap<>();
                    for (Map.Entry<String, Integer> each : leaders.entrySet()) {
                        meeting.put(each.getKey(), each.getKey().equals(actor) ? own : theirs % each.getValue());
                    }
                    if (!meetings.contains(meeting)) {
                        meetings.add(meeting);
                    }
                }
            }
        }
        return meetings;
    }

    /**
     * How many variants enter a race: where episodes cost tokens a plain family, which has one round and no meetings.
     *
     * @param free whether every party of the scenario is a policy
     */
    public static int pool(EvolutionSettings settings, boolean free) {
        return free ? settings.racePool() : settings.mutationVariants();
    }

    /** How many of the variants come to a trial: half of them, and at most half of a full family. */
    public static int places(int variants, EvolutionSettings settings) {
        return Math.min((variants + 1) / 2, settings.family());
    }
}
