package dev.stoa.server.console.learn;

import dev.stoa.server.console.chart.Axis;
import dev.stoa.server.console.chart.Intervals;
import dev.stoa.server.console.chart.Tone;
import dev.stoa.server.console.view.Doc;
import dev.stoa.server.console.view.Links;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Who is better, and how sure that is. Immutable.
 *
 * @param rows the agents, the best first
 * @param chart their intervals on one axis
 */
public record RatingBoard(List<Row> rows, Intervals chart) {
    private static final int NAME = 60;

    public RatingBoard {
        rows = List.copyOf(rows);
    }

    /**
     * An agent.
     *
     * @param ranks the ranks that it may have, as {@code 1-3}; empty if its rating has no interval
     * @param simulated how simulated matches count; empty if they do not
     */
    public record Row(Doc standing, String ranks, long games, String simulated) {
        /** Its page. */
        public String href() {
            return Links.to("ratings", standing.raw("agent_name"))
                    + (simulated.isEmpty() ? "" : "?simulated=" + Links.encoded(simulated));
        }

        /** The matches that its numbers were made of. */
        public String matches() {
            return href() + (simulated.isEmpty() ? "?" : "&") + "tab=history#matches";
        }

        /** Its rating over all matches with its interval; {@code unknown} if there is none. */
        public String fitted() {
            return isFitted()
                    ? standing.number("bt", 0) + " [" + standing.number("bt_low", 0) + ", "
                            + standing.number("bt_high", 0) + "]"
                    : "unknown";
        }

        boolean isFitted() {
            return standing.has("bt") && standing.has("bt_low") && standing.has("bt_high");
        }
    }

    public static RatingBoard of(List<Doc> standings) {
        return of(standings, "");
    }

    /** A board by Elo that counts simulated matches, beside the fit of the real ones for those who played any. */
    public static RatingBoard simulated(List<Doc> standings, List<Doc> fitted, String simulated) {
        Map<String, Doc> byName = new HashMap<>();
        fitted.forEach(fit -> byName.put(fit.raw("agent_name"), fit));
        List<Doc> both = new ArrayList<>();
        for (Doc standing : standings) {
            Doc fit = byName.getOrDefault(standing.raw("agent_name"), Doc.EMPTY);
            Doc joined = standing;
            for (String name : List.of("bt", "bt_low", "bt_high")) {
                if (fit.has(name)) {
                    joined = joined.and(name, fit.real(name));
                }
            }
            both.add(joined);
        }
        return of(both, simulated);
    }

    private static RatingBoard of(List<Doc> standings, String simulated) {
        List<Row> rows = new ArrayList<>();
        for (Doc standing : standings) {
            rows.add(new Row(
                    standing,
                    ranks(standing, standings),
                    standing.whole("wins") + standing.whole("losses") + standing.whole("draws"),
                    simulated));
        }
        rows.sort(Comparator.comparingDouble(
                row -> row.isFitted() ? -row.standing().real("bt") : Double.MAX_VALUE));
        return new RatingBoard(
                rows,
                new Intervals(
                        "Ratings",
                        Axis.number("rating"),
                        "Bradley-Terry",
                        "Elo",
                        null,
                        "",
                        rows.stream().map(RatingBoard::drawn).toList()));
    }

    /** The ranks of one among others: only those whose interval lies apart are certainly better or worse. */
    private static String ranks(Doc standing, List<Doc> all) {
        double low = standing.real("bt_low");
        double high = standing.real("bt_high");
        if (Double.isNaN(low) || Double.isNaN(high)) {
            return "";
        }
        List<Doc> fitted = all.stream()
                .filter(other -> other.has("bt_low") && other.has("bt_high"))
                .toList();
        long best =
                1 + fitted.stream().filter(other -> other.real("bt_low") > high).count();
        long worst = fitted.size()
                - fitted.stream().filter(other -> other.real("bt_high") < low).count();
        return best == worst ? Long.toString(best) : best + "-" + worst;
    }

    private static Intervals.Row drawn(Row row) {
        Doc standing = row.standing();
        boolean provisional = standing.flag("provisional");
        boolean fitted = row.isFitted();
        return new Intervals.Row(
                standing.text("agent_name", NAME),
                provisional ? Tone.SOFT : Tone.A,
                fitted ? number(standing, "bt") : null,
                fitted ? number(standing, "bt_low") : null,
                fitted ? number(standing, "bt_high") : null,
                number(standing, "elo"),
                fitted ? "rank " + row.ranks() + (provisional ? ", provisional" : "") : row.games() + " games",
                row.href());
    }

    static @Nullable Double number(Doc doc, String name) {
        double number = doc.real(name);
        return Double.isFinite(number) ? number : null;
    }
}
