package dev.stoa.bench;

import java.util.Optional;

/**
 * What the storage benchmarks need. Immutable.
 *
 * @param c the baseline in C, where there is one and the arena is made of SQLite files
 */
record Setting(Arena arena, Optional<CBaseline> c, Pace pace) {
    static final String JDBC = "bare JDBC";

    String title(String what) {
        return (arena instanceof SqliteArena ? "SQLite" : "PostgreSQL") + ", " + what;
    }

    Rows rows() {
        return new Rows(pace.tableRows());
    }
}
