package dev.stoa.debate.session;

import dev.stoa.base.InvalidException;
import dev.stoa.base.VerificationException;
import dev.stoa.json.Digest;
import dev.stoa.json.Json;
import dev.stoa.json.RecordFields;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Row;
import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The declared columns of a stored row. Immutable. One declaration, which says of each column what proves it, and the
 * components of the record, which say what it holds, are the source of the row's INSERT, SELECT, hash, JSON document and
 * part of a receipt, so that no column can be stored and left unproven unnoticed.
 *
 * @param <T> the record of a row
 */
public final class Columns<T> {
    /** What shows that nobody changed a column. */
    public enum Proof {
        /** It names the row, and so does what proves the rest. */
        KEY,
        /** The hash of the row covers it, and an event or the next hash covers that. */
        HASHED,
        /** The frozen request says it, and the first event has the hash of that. */
        REQUEST,
        /** A replay computes it again from the events. */
        REPLAYED,
        /** The register of sessions has its hash: at once what a session began with, the rest once it has ended. */
        REGISTER,
        /** Nothing: it tells of the machine that ran the debate, not of the debate. */
        NONE
    }

    /**
     * A column.
     *
     * @param cell the component that it holds; null if it only follows from others
     */
    private record Column<T>(
            String name, Proof proof, @Nullable Cell cell, Function<T, ? extends @Nullable Object> value) {
        @Nullable
        Object stored(T row) {
            return cell == null ? value.apply(row) : cell.stored(row);
        }
    }

    /** What is shown of a row under a name. */
    private record Shown<T>(String name, Function<T, ? extends @Nullable Object> value) {}

    /** What stands for a column that is null, by what others hold. */
    interface Otherwise extends Function<Function<String, @Nullable Object>, Object> {}

    private final String table;
    private final RecordFields<T> record;
    private final List<Column<T>> columns;
    private final List<Shown<T>> shown;
    private final List<String> receipt;
    private final Map<String, Otherwise> otherwise;
    private final Map<String, Integer> positions = new HashMap<>();
    /** For each component of the record the place of its column, from 1; 0 where it is no column. */
    private final int[] held;

    private final String names;
    private final String insert;
    /** The columns that the hash of a row covers, in the order in which canonical JSON has them. */
    private final List<Column<T>> hashed;

    private Columns(Builder<T> builder) {
        this.table = builder.table;
        this.record = builder.record;
        this.columns = List.copyOf(builder.columns);
        this.shown = List.copyOf(builder.shown);
        this.receipt = List.copyOf(builder.receipt);
        this.otherwise = Map.copyOf(builder.otherwise);
        this.held = new int[record.components().size()];
        for (Column<T> column : columns) {
            positions.put(column.name, positions.size() + 1);
            if (column.cell != null) {
                held[record.components().indexOf(column.cell.component())] = positions.size();
            }
        }
        this.names = names("");
        this.insert = insert("", "");
        this.hashed = columns.stream()
                .filter(column -> column.proof == Proof.HASHED)
                .sorted(Comparator.comparing(Column::name))
                .toList();
    }

    private String insert(String more, String values) {
        return "INSERT INTO " + table + " (" + names() + more + ") VALUES ("
                + String.join(", ", Collections.nCopies(columns.size(), "?")) + values + ")";
    }

    /** Begins the declaration of a table. */
    static <T> Builder<T> of(Class<T> record, String table) {
        return new Builder<>(RecordFields.of(record), table);
    }

    public String table() {
        return table;
    }

    /** The names of the columns, as a SELECT has them. */
    String names() {
        return names;
    }

    /** The same of a table with an alias such as {@code s.}. */
    public String names(String alias) {
        return columns.stream().map(column -> alias + column.name).collect(Collectors.joining(", "));
    }

    /** The names of the columns that a kind of proof holds. */
    public List<String> names(Proof proof) {
        return columns.stream()
                .filter(column -> column.proof == proof)
                .map(Column::name)
                .toList();
    }

    /** A query for rows. */
    public String select(String rest) {
        return "SELECT " + names() + " FROM " + table + " " + rest;
    }

    /** The row of a query that selects {@link #names}, and may select more behind them. */
    public T read(Row row) {
        return read(row, component -> null);
    }

    /** The same, where some components of the record are no columns. */
    T read(Row row, Function<String, @Nullable Object> others) {
        @Nullable Object[] values = new Object[held.length];
        for (int i = 0; i < held.length; i++) {
            values[i] = held[i] == 0 ? others.apply(record.components().get(i).getName()) : cell(row, held[i]);
        }
        return record.make(values);
    }

    private @Nullable Object cell(Row row, int at) {
        Column<T> column = columns.get(at - 1);
        Object value = read(Objects.requireNonNull(column.cell, column.name), row, at);
        Otherwise instead = value == null ? otherwise.get(column.name) : null;
        return instead == null ? value : instead.apply(other -> cell(row, position(other)));
    }

    /** The value of a cell; one that cannot be read is named. */
    private @Nullable Object read(Cell cell, Row row, int at) {
        try {
            return cell.read(row, at);
        } catch (InvalidException | IllegalStateException | ArithmeticException e) {
            throw new VerificationException(
                    "damaged",
                    cell.column() + " of " + table + " cannot be read: " + e.getMessage(),
                    "restore a backup",
                    e);
        }
    }

    /** A column of the same row as the archive keeps it. */
    @Nullable
    public String raw(Row row, String column) {
        return row.textOrNull(position(column));
    }

    private int position(String column) {
        Integer position = positions.get(column);
        if (position == null) {
            throw new IllegalArgumentException(table + " has no declared column " + column);
        }
        return position;
    }

    /** The position of the first thing that a query selects behind the columns. */
    int behind() {
        return columns.size() + 1;
    }

    public List<T> list(Tx tx, String rest, @Nullable Object... params) {
        return tx.list(select(rest), this::read, params);
    }

    /** The same, looked at later, as {@link Tx#ask} does. */
    Supplier<List<T>> ask(Tx tx, String rest, @Nullable Object... params) {
        return tx.ask(select(rest), this::read, params);
    }

    public List<T> list(Archive archive, String rest, @Nullable Object... params) {
        return archive.list(select(rest), this::read, params);
    }

    public Optional<T> one(Tx tx, String rest, @Nullable Object... params) {
        return tx.one(select(rest), this::read, params);
    }

    public void insert(Tx tx, T row) {
        tx.later(insert, stored(row, columns.size()));
    }

    /**
     * The statement of an insert that fills one more column, which is not declared because it only serves to find the
     * row.
     *
     * @param expression what the column holds, of one parameter
     */
    public String insertWith(String column, String expression) {
        return insert(", " + column, ", " + expression);
    }

    /** Stores a row by a statement of {@link #insertWith}. */
    public void insert(Tx tx, T row, String with, Object param) {
        @Nullable Object[] values = stored(row, columns.size() + 1);
        values[columns.size()] = param;
        tx.later(with, values);
    }

    private @Nullable Object[] stored(T row, int length) {
        @Nullable Object[] values = new Object[length];
        for (int i = 0; i < columns.size(); i++) {
            values[i] = columns.get(i).stored(row);
        }
        return values;
    }

    /** The value of a column. */
    @Nullable
    public Object value(T row, String column) {
        return columns.get(position(column) - 1).value.apply(row);
    }

    /** What the hash of a row covers. */
    Map<String, @Nullable Object> hashed(T row) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        for (Column<T> column : hashed) {
            Object value = column.value.apply(row);
            map.put(column.name, value instanceof Long number ? Json.exact(number) : value);
        }
        return map;
    }

    /** The hash of a row. */
    public String sha256(T row) {
        return Json.sha256(hashed(row));
    }

    /** The row as it is shown. */
    Map<String, @Nullable Object> document(T row) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        shown.forEach(field -> map.put(field.name, field.value.apply(row)));
        return map;
    }

    /** The row as a receipt has it; a text column whose hash is asked for is there by its hash. */
    public Map<String, @Nullable Object> receipt(T row) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        for (String name : receipt) {
            if (positions.containsKey(name)) {
                map.put(name, value(row, name));
            } else {
                Object text = value(row, name.substring(0, name.length() - "_sha256".length()));
                map.put(name, text == null ? null : Digest.sha256((String) text));
            }
        }
        return map;
    }

    /** The declaration while it is written. Not thread-safe. Components are shown under their names unless it says otherwise. */
    static final class Builder<T> {
        private final RecordFields<T> record;
        private final String table;
        private final List<Column<T>> columns = new ArrayList<>();
        private final List<Shown<T>> shown = new ArrayList<>();
        private final Map<String, String> renamed = new HashMap<>();
        private final Map<String, Otherwise> otherwise = new HashMap<>();
        private final List<String> receipt = new ArrayList<>();

        private Builder(RecordFields<T> record, String table) {
            this.record = record;
            this.table = table;
        }

        /** Says, before it is declared, that a column has another name than the component that it holds. */
        Builder<T> named(String column, String component) {
            renamed.put(column, component);
            return this;
        }

        /** Says, before it is declared, what stands for a column where it is null. */
        Builder<T> otherwise(String column, Otherwise instead) {
            otherwise.put(column, instead);
            return this;
        }

        /** Declares columns, in the order in which they are shown. */
        Builder<T> add(Proof proof, String... names) {
            for (String name : names) {
                String component = renamed.getOrDefault(name, name);
                Cell cell = cell(name, component);
                columns.add(new Column<>(name, proof, cell, cell::value));
                derived(component, cell::value);
            }
            return this;
        }

        /** Declares columns that are not shown. */
        Builder<T> hidden(Proof proof, String... names) {
            int before = shown.size();
            add(proof, names);
            shown.subList(before, shown.size()).clear();
            return this;
        }

        /** Declares a column that follows from others. */
        Builder<T> add(Proof proof, String name, Function<T, ? extends @Nullable Object> value) {
            columns.add(new Column<>(name, proof, null, value));
            return derived(name, value);
        }

        /** Shows something that follows from the columns. */
        Builder<T> derived(String name, Function<T, ? extends @Nullable Object> value) {
            shown.add(new Shown<>(name, value));
            return this;
        }

        /** What a receipt has of a row, in its order; {@code x_sha256} is the hash of the text x. */
        Builder<T> receipt(String... names) {
            receipt.addAll(List.of(names));
            return this;
        }

        Columns<T> declared() {
            return new Columns<>(this);
        }

        private Cell cell(String column, String name) {
            return record.components().stream()
                    .filter(component -> RecordFields.name(component).equals(name))
                    .findFirst()
                    .map(component -> new Cell(
                            column, component, otherwise.containsKey(column) || RecordFields.nullable(component)))
                    .orElseThrow(() -> new IllegalArgumentException(table + " has no component " + name));
        }
    }
}
