package dev.stoa.storage;

import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** What a write transaction has for itself: the whole archive, or the locks of the scopes of its units. Immutable. */
final class Held {
    private static final Held WHOLE = new Held(null, Set.of());

    private final long @Nullable [] locks;
    private final Set<String> tables;

    private Held(long @Nullable [] locks, Set<String> tables) {
        this.locks = locks;
        this.tables = tables;
    }

    /** What the units of these calls need; either all of them have a scope or none. */
    static Held by(List<? extends Call<?>> calls) {
        LongStream locks = LongStream.empty();
        Set<String> tables = new HashSet<>();
        for (Call<?> call : calls) {
            Scope scope = call.scope();
            if (scope == null) {
                return WHOLE;
            }
            locks = LongStream.concat(locks, scope.locks());
            tables.addAll(scope.kind().tables());
        }
        return new Held(locks.sorted().distinct().toArray(), tables);
    }

    boolean isWhole() {
        return locks == null;
    }

    void begin(Session session) throws SQLException {
        if (locks == null) {
            session.beginWrite();
        } else {
            session.beginWrite(locks);
        }
    }

    /** Whether the unit of another call needs no more than this. */
    boolean covers(Call<?> call) {
        Scope scope = call.scope();
        return locks == null
                || (scope != null
                        && !scope.kind().separate()
                        && tables.containsAll(scope.kind().tables())
                        && scope.locks().allMatch(lock -> Arrays.binarySearch(locks, lock) >= 0));
    }

    /**
     * Refuses to commit what was written outside of the scopes. Asked where assertions are enabled: it costs a message.
     *
     * @return true, if it returns
     */
    boolean wroteNothingElse(Session session) throws SQLException {
        if (locks != null) {
            Set<String> others = new TreeSet<>(session.written());
            others.removeAll(tables);
            if (!others.isEmpty()) {
                throw new AssertionError("a unit wrote to " + others + ", which its scope does not name");
            }
        }
        return true;
    }
}
