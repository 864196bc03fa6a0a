package dev.stoa.learning.rating;

import dev.stoa.base.Bounds;
import dev.stoa.base.Simulated;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Which board to read. Immutable.
 *
 * @param domain null for all matches
 * @param limit 1 to 100
 * @param simulated whether matches count in which chance had a seat
 */
public record BoardQuery(@Nullable String domain, By by, int limit, Simulated simulated) {
    private static final int DEFAULT_LIMIT = 10;
    private static final int MOST = 100;

    /** What a board is ordered by. */
    public enum By {
        ELO,
        BT;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** The order of that name. */
        public static By of(String word) {
            return Bounds.word("by", word, List.of("elo", "bt")).equals("elo") ? ELO : BT;
        }
    }

    public BoardQuery {
        Bounds.given("by", by);
        Bounds.given("simulated", simulated);
        domain = domain == null ? null : Bounds.label("domain", domain);
        Bounds.whole("limit", limit, 1, MOST);
    }

    /** The ten best of all by Elo. */
    public static BoardQuery best() {
        return new BoardQuery(null, By.ELO, DEFAULT_LIMIT, Simulated.EXCLUDE);
    }

    public BoardQuery domain(@Nullable String name) {
        return new BoardQuery(name, by, limit, simulated);
    }

    public BoardQuery by(By order) {
        return new BoardQuery(domain, order, limit, simulated);
    }

    public BoardQuery limit(int most) {
        return new BoardQuery(domain, by, most, simulated);
    }

    public BoardQuery simulated(Simulated which) {
        return new BoardQuery(domain, by, limit, which);
    }
}
