package dev.stoa.storage;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.LongStream;

/**
 * The aggregates that a unit of work writes, such as one debate: units on different ones may run at the same time where
 * the database can do that. Immutable.
 *
 * <p>A caller that names a scope promises three things: the unit writes nothing but rows of these aggregates, in the
 * tables of their kind; what it reads of others is only changed by units without a scope; and nothing depends on the order in
 * which units of different aggregates commit. Rows that all of them change, and numbers in the order of commits, are
 * left for {@link Tx#last}. A unit without a scope runs alone, as every unit does on SQLite. That no other table is written
 * is checked where assertions are enabled.
 */
public final class Scope {
    /** Aggregates share locks, so that their number does not grow with the archive. */
    private static final int LOCKS = 1 << 16;

    private final Kind kind;
    private final long[] locks;
    private final long first;

    private Scope(Kind kind, long[] locks) {
        this.kind = kind;
        this.first = locks[0];
        this.locks = Arrays.stream(locks).sorted().distinct().toArray();
    }

    /**
     * A kind of aggregates: its name, and the tables that hold them.
     *
     * @param separate whether two units of the same aggregate never share a transaction, because the first leaves for its
     *     end what the second has to see
     */
    public record Kind(String name, Set<String> tables, boolean separate) {
        public Kind(String name, String... tables) {
            this(name, Set.of(tables), false);
        }

        /** The same, two units of which never share a transaction if they write the same aggregate. */
        public Kind apart() {
            return new Kind(name, tables, true);
        }

        /** The scope of units that write these and no others; those that share the first queue together. */
        public Scope of(String... ids) {
            return new Scope(
                    this,
                    Arrays.stream(ids)
                            .mapToLong(id -> Math.floorMod(31 * name.hashCode() + spread(id), LOCKS))
                            .toArray());
        }

        /** Ids of the same time differ in a few characters alone. */
        private static int spread(String id) {
            int hash = id.hashCode() * 0x9E3779B9;
            return hash ^ hash >>> 16;
        }
    }

    Kind kind() {
        return kind;
    }

    /** The numbers of its locks, ascending, so that two units never wait for each other. */
    LongStream locks() {
        return Arrays.stream(locks);
    }

    /** The lane in which its units queue, of a number of them. */
    int lane(int lanes) {
        return (int) (first % lanes);
    }
}
