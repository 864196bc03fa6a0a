package dev.stoa.server.console.learn;

import dev.stoa.server.console.text.Language;
import dev.stoa.server.console.view.Doc;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Memories in their tiers. Immutable.
 *
 * @param more whether the moves go on beyond those that were read
 */
public record Tiers(List<Column> columns, boolean more) {
    /** The tiers, the fastest first. */
    public static final List<String> NAMES = List.of("fast", "medium", "slow", "glacial");

    /** The moves that are counted. */
    public static final Duration RECENT = Duration.ofDays(30);

    private static final double HOURS_OF_A_DAY = 24;

    public Tiers {
        columns = List.copyOf(columns);
    }

    /**
     * A tier.
     *
     * @param hits the strongest of it, red lines first
     * @param promoted how many memories came from here to the next faster tier lately
     * @param demoted how many went from here to the next slower tier lately
     */
    public record Column(String tier, Doc stat, double halfLifeHours, List<Doc> hits, long promoted, long demoted) {
        public Column {
            hits = List.copyOf(hits);
        }

        /** How full it is, from 0 to 1. */
        public double fill() {
            long limit = stat.whole("limit");
            return limit > 0 ? Math.min(1, stat.whole("count") / (double) limit) : 0;
        }

        public String halfLife() {
            return time(halfLifeHours * 3_600);
        }

        /** Whether there are more than those shown. */
        public boolean hasMore() {
            return stat.whole("count") > hits.size();
        }
    }

    /** A span of time in the largest unit that is not below one; {@code unknown} if there is none. */
    public static String time(double seconds) {
        double hours = seconds / 3_600;
        if (!Double.isFinite(hours)) {
            return "unknown";
        }
        return hours < 1 / 60.0
                ? Math.round(seconds) + " s"
                : hours < 1
                        ? Math.round(hours * 60) + " min"
                        : hours < 2 * HOURS_OF_A_DAY
                                ? Math.round(hours) + " h"
                                : Language.t("{0} days", Math.round(hours / HOURS_OF_A_DAY));
    }

    /** Of the strongest of a tier those that are shown. */
    public static List<Doc> shown(List<Doc> hits, int most) {
        List<Doc> sorted = new ArrayList<>(hits);
        sorted.sort(Comparator.comparing((Doc hit) -> !hit.flag("memory.red_line")));
        return sorted.subList(0, Math.min(most, sorted.size()));
    }

    /** The list of the moves from a tier to the one that stands this number of places behind it. */
    public static String moved(String tier, int places) {
        return "/memory/transitions?from_tier=" + tier + "&to_tier=" + NAMES.get(NAMES.indexOf(tier) + places);
    }

    /** How many of the moves since a moment went from one tier to another. */
    public static long moves(List<Doc> moves, String from, String to, Instant since) {
        return moves.stream()
                .filter(move -> move.raw("from_tier").equals(from)
                        && move.raw("to_tier").equals(to))
                .filter(move -> AgentView.seconds(move, "created_at") >= since.getEpochSecond())
                .count();
    }
}
