package dev.stoa.bench.harness;

import dev.stoa.storage.Archive;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * The rows of one contender's table: those it was filled with and those it writes next. Not thread-safe, but what it
 * hands out is immutable. Row n always has the same content and the same id for every writer.
 */
public final class Rows {
    /** Coprime to the sizes of the table, so that reads in this stride meet every row once before any twice. */
    private static final int STRIDE = 31_337;

    private static final List<MemoryMeter> EXAMPLES = MemoryMeter.examples();

    private int next;

    Rows(int filled) {
        this.next = filled;
    }

    /** A row that is to be written. */
    public record New(String id, MemoryMeter memory) {}

    static void fill(Archive archive, int rows) {
        archive.write(tx -> {
            tx.batch(
                    MemoryMeter.INSERT,
                    new Rows(0).take(rows),
                    row -> row.memory().values(row.id()));
            return rows;
        });
    }

    /** The next rows of this table, which nobody has written to it yet. */
    public List<New> take(int count) {
        int first = next;
        next += count;
        return IntStream.range(first, first + count)
                .mapToObj(n -> new New(MemoryMeter.id(n), EXAMPLES.get(n % EXAMPLES.size())))
                .toList();
    }

    /** The ids of a table in an order that jumps about in it. */
    public static String[] scattered(int tableRows) {
        return IntStream.range(0, tableRows)
                .mapToObj(i -> MemoryMeter.id((long) i * STRIDE % tableRows))
                .toArray(String[]::new);
    }

    /** Writes what rows are made of, a line each with tabs between the columns, for a program that is not ours. */
    static void export(Path file) throws IOException {
        Files.write(
                file,
                EXAMPLES.stream()
                        .map(m -> String.format(
                                Locale.ROOT,
                                "%s\t%s\t%.17g\t%.17g\t%.17g\t%d\t%d\t%d\t%s\t%s\t%s\t%d",
                                m.tier(),
                                m.content(),
                                m.importance(),
                                m.surprise(),
                                m.consolidation(),
                                m.updates(),
                                m.successes(),
                                m.failures(),
                                m.createdAt(),
                                m.updatedAt(),
                                m.metadata(),
                                m.redLine()))
                        .toList());
    }
}
