package dev.stoa.server.console.learn;

import dev.stoa.server.console.text.Language;
import dev.stoa.server.console.view.Doc;
import dev.stoa.server.console.view.Links;
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

    /** How much is read of the moves at once, and how often at most. */
    private static final int AT_ONCE = 500;

    private static final int READS = 4;
    private static final double HOURS_OF_A_DAY = 24;

    public Tiers {
        columns = List.copyOf(columns);
    }

    /**
     * A tier.
     *
     * @param hits the strongest of it, red lines first
     * @param cards how many of them are shown with all that is known of them; the others are a line each
     * @param promoted how many memories came from here to the next faster tier lately
     * @param demoted how many went from here to the next slower tier lately
     */
    public record Column(
            String tier, Doc stat, double halfLifeHours, List<Doc> hits, int cards, long promoted, long demoted) {
        public Column {
            hits = List.copyOf(hits);
        }

        /** Those that are shown as cards. */
        public List<Doc> first() {
            return hits.subList(0, Math.min(cards, hits.size()));
        }

        /** Those that are a line each. */
        public List<Doc> others() {
            return hits.subList(first().size(), hits.size());
        }

        /** How full it is, from 0 to 1. */
        public double fill() {
            long limit = stat.whole("limit");
            return limit > 0 ? Math.min(1, stat.whole("count") / (double) limit) : 0;
        }

        public String halfLife() {
            return time(halfLifeHours * 3_600);
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

    /** The strongest of a tier, red lines first. */
    public static List<Doc> sorted(List<Doc> hits) {
        List<Doc> sorted = new ArrayList<>(hits);
        sorted.sort(Comparator.comparing((Doc hit) -> !hit.flag("memory.red_line")));
        return sorted;
    }

    /** The list of the moves from a tier to the one that stands this number of places behind it. */
    public static String moved(String tier, int places) {
        return "/memory/transitions?from_tier=" + tier + "&to_tier=" + NAMES.get(NAMES.indexOf(tier) + places);
    }

    /**
     * The moves that are counted.
     *
     * @param more whether there are more of them than were read
     */
    public record Moves(List<Doc> items, boolean more) {
        public Moves {
            items = List.copyOf(items);
        }

        /** How many went from one tier to another. */
        public long count(String from, String to) {
            return items.stream()
                    .filter(move -> move.raw("from_tier").equals(from)
                            && move.raw("to_tier").equals(to))
                    .count();
        }
    }

    /** Reads the moves of the last days, the newest first. */
    public static Moves moves(Lineage.Reader reader, Instant now) throws Exception {
        double since = now.minus(RECENT).getEpochSecond();
        List<Doc> lately = new ArrayList<>();
        String cursor = "";
        for (int i = 1; i <= READS; i++) {
            Doc read = reader.read(i == 1 ? "moves" : "moves-" + i, "memories/transitions?limit=" + AT_ONCE + cursor);
            List<Doc> items = read.docs("items");
            items.stream()
                    .filter(move -> AgentView.seconds(move, "created_at") >= since)
                    .forEach(lately::add);
            if (!read.has("next") || AgentView.seconds(items.getLast(), "created_at") < since) {
                return new Moves(lately, false);
            }
            cursor = "&cursor=" + Links.encoded(read.raw("next"));
        }
        return new Moves(lately, true);
    }
}
