package dev.stoa.storage.foreign;

import dev.stoa.base.StoaException;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.Fault;
import dev.stoa.storage.Migrations;
import dev.stoa.storage.TakeoverRule;
import dev.stoa.storage.Tx;
import dev.stoa.storage.schema.SchemaReport;
import dev.stoa.storage.sqlite.SqliteSession;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Rows of another program on their way into an archive that is in use, within one unit of work. Not thread-safe. */
public final class RowReturn {
    private final ArchiveSchema schema;
    private final List<Line> lines;
    private final RowSieve sieve;
    private final Quarantine quarantine;
    private final List<TakeoverReport.Altered> altered = new ArrayList<>();
    private final Map<String, long[]> counts = new TreeMap<>();

    public RowReturn(ArchiveSchema schema, List<Line> lines, Instant now, Quarantine quarantine) {
        this.schema = schema;
        this.lines = List.copyOf(lines);
        this.sieve = new RowSieve(schema, now);
        this.quarantine = quarantine;
    }

    /** A row, and the line of the file that has it. */
    public record Line(int number, String table, Map<String, @Nullable Object> row) {}

    public List<TakeoverReport.Altered> altered() {
        return List.copyOf(altered);
    }

    public TakeoverReport.Part report(String location) {
        List<TakeoverReport.Table> tables = new ArrayList<>();
        counts.forEach((table, count) -> tables.add(new TakeoverReport.Table(table, count[0], count[1])));
        return new TakeoverReport.Part(
                schema.name(), location, schema.latest(), null, schema.latest(), tables, List.of());
    }

    /** Puts the rows in and fills what they lack. */
    public void run(Tx tx) {
        Map<String, List<RowSieve.Column>> layout = layout();
        // Those that refer to nothing come after what they may refer to.
        List<Line> waiting = new ArrayList<>(lines);
        waiting.sort(Comparator.comparing(line -> isLinked(line.table())));
        for (Line line : waiting) {
            long[] count = counts.computeIfAbsent(line.table(), any -> new long[2]);
            count[0]++;
            String key = "line " + line.number();
            try {
                put(tx, line, key, layout.getOrDefault(line.table(), List.of()));
                count[1]++;
            } catch (RowSieve.Unfit e) {
                quarantine.add(schema.name(), line.table(), key, e.reason(), line.row());
            } catch (StoaException e) {
                quarantine.add(schema.name(), line.table(), key, String.valueOf(e.getMessage()), line.row());
            }
        }
        schema.completion().accept(tx);
    }

    private boolean isLinked(String table) {
        return schema.rules().stream()
                .anyMatch(rule ->
                        rule instanceof TakeoverRule.Reference && rule.table().equals(table));
    }

    private void put(Tx tx, Line line, String key, List<RowSieve.Column> columns) throws RowSieve.Unfit {
        if (columns.isEmpty()) {
            throw new RowSieve.Unfit("there is no table " + line.table());
        }
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        List<TakeoverReport.Altered> changes = new ArrayList<>();
        for (Map.Entry<String, @Nullable Object> entry : line.row().entrySet()) {
            RowSieve.Column column = columns.stream()
                    .filter(known -> known.name().equals(entry.getKey()))
                    .findFirst()
                    .orElseThrow(() -> new RowSieve.Unfit("there is no column " + entry.getKey()));
            Object before = decoded(entry.getValue());
            Object after = sieve.fit(column, before);
            values.put(column.name(), after);
            if (!String.valueOf(before).equals(String.valueOf(after)) && !column.isTime()) {
                changes.add(new TakeoverReport.Altered(
                        schema.name(),
                        line.table(),
                        key,
                        column.name(),
                        RowSieve.shown(before),
                        RowSieve.shown(after)));
            }
        }
        for (TakeoverRule rule : schema.rules()) {
            if (rule instanceof TakeoverRule.Reference link
                    && link.table().equals(line.table())
                    && tx.number(
                                    "SELECT count(*) FROM " + link.parent() + " WHERE " + link.parentColumn() + " = ?",
                                    String.valueOf(values.get(link.column())))
                            == 0) {
                throw new RowSieve.Unfit(link.column() + " " + RowSieve.shown(values.get(link.column()))
                        + " is no row of " + link.parent());
            }
        }
        String names = values.keySet().stream().map(name -> '"' + name + '"').collect(Collectors.joining(", "));
        @Nullable
        Object[] params =
                values.values().stream().map(value -> bound(tx, value)).toArray();
        tx.attempt(part -> part.update(
                "INSERT INTO " + line.table() + " (" + names + ") VALUES (" + Tx.marks(params.length) + ")", params));
        altered.addAll(changes);
    }

    /** PostgreSQL reads the text of any value by the type of its column. */
    private static @Nullable Object bound(Tx tx, @Nullable Object value) {
        return value == null || value instanceof byte[] || tx.dialect() == Dialect.SQLITE ? value : value.toString();
    }

    private static @Nullable Object decoded(@Nullable Object value) {
        return value instanceof Map<?, ?> map && map.get("base64") instanceof String text
                ? Base64.getDecoder().decode(text)
                : value;
    }

    /** The columns of each table of the latest version. */
    private Map<String, List<RowSieve.Column>> layout() {
        Map<String, List<RowSieve.Column>> layout = new TreeMap<>();
        try (SqliteSession scratch = SqliteSession.inMemory(schema.name())) {
            Migrations migrations = new Migrations(schema, InstantSource.system());
            migrations.upgrade(0, version -> migrations.runSql(scratch, version.number()));
            new Tx(scratch).each("""
                            SELECT t.name, lower(c.name), c.type, c."notnull", c.dflt_value, c.pk
                            FROM pragma_table_list t, pragma_table_info(t.name) c
                            WHERE t.schema = 'main' AND t.type = 'table'""", row -> {
                if (!SchemaReport.isBookKeeping(row.text(1))) {
                    layout.computeIfAbsent(row.text(1), table -> new ArrayList<>())
                            .add(new RowSieve.Column(
                                    row.text(1),
                                    row.text(2),
                                    Objects.requireNonNullElse(row.textOrNull(3), ""),
                                    row.number(4) != 0,
                                    row.textOrNull(5),
                                    row.number(6) > 0));
                }
            });
        } catch (SQLException e) {
            throw Fault.of(schema.name(), e);
        }
        return layout;
    }
}
