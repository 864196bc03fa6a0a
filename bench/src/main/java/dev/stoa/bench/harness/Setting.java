package dev.stoa.bench.harness;

import dev.stoa.storage.Dialect;
import dev.stoa.storage.Durability;
import java.util.Locale;
import java.util.Optional;

/**
 * What the storage benchmarks need. Immutable.
 *
 * @param c the baseline in C, where there is one and the arena is made of SQLite files
 */
public record Setting(Arena arena, Optional<CBaseline> c, Pace pace) {
    public static final String JDBC = "bare JDBC";

    /** The name of a contest, with the durability where it makes a difference. */
    public String title(String what, Durability durability) {
        return sqlite() ? what + ", synchronous " + durability.name().toLowerCase(Locale.ROOT) : what;
    }

    public boolean sqlite() {
        return arena.dialect() == Dialect.SQLITE;
    }

    public Rows rows() {
        return new Rows(pace.tableRows());
    }
}
