package dev.stoa.debate.session;

import dev.stoa.json.Digest;
import dev.stoa.json.Json;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Row;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The declared columns of a stored row. Immutable. One declaration is the source of the row's INSERT, SELECT, hash, JSON
 * document and part of a receipt, and says of each column what proves it, so that no column can be stored and left
 * unproven unnoticed.
 *
 * @param <T> the record of a row
 */
public final class Columns<T> {
    /** How a column is stored. */
    enum Type {
        TEXT,
        WHOLE,
        REAL,
        /** 0 or 1. */
        FLAG,
        TIME,
        /** Canonical JSON as text. */
        JSON;

        @Nullable
        Object stored(@Nullable Object value) {
            return switch (this) {
                case FLAG -> value == null ? null : (Boolean) value ? 1 : 0;
                case JSON -> value == null ? null : Json.canonical(value);
                default -> value;
            };
        }
    }

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
        /** Nothing: it tells of the machine that ran the debate, not of the debate. */
        NONE
    }

    private record Column<T>(String name, Type type, Proof proof, Function<T, ? extends @Nullable Object> value) {}

    /** A value that is shown and stored nowhere, because it follows from the columns. */
    private record Shown<T>(String name, Function<T, ? extends @Nullable Object> value) {}

    private final String table;
    private final List<Column<T>> columns;
    private final List<Shown<T>> shown;
    private final List<String> receipt;
    private final Function<Cells, T> reader;
    private final Map<String, Integer> positions = new HashMap<>();
    private final String insert;

    private Columns(Builder<T> builder, Function<Cells, T> reader) {
        this.table = builder.table;
        this.columns = List.copyOf(builder.columns);
        this.shown = List.copyOf(builder.shown);
        this.receipt = List.copyOf(builder.receipt);
        this.reader = reader;
        columns.forEach(column -> positions.put(column.name, positions.size() + 1));
        this.insert = "INSERT INTO " + table + " (" + names() + ") VALUES ("
                + String.join(", ", Collections.nCopies(columns.size(), "?")) + ")";
    }

    /** Begins the declaration of a table. */
    static <T> Builder<T> of(String table) {
        return new Builder<>(table);
    }

    String table() {
        return table;
    }

    /** The names of the columns, as a SELECT has them. */
    String names() {
        return names("");
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
        return reader.apply(cells(row));
    }

    /** A column of the same row as the archive keeps it. */
    @Nullable
    public String raw(Row row, String column) {
        return cells(row).textOrNull(column);
    }

    private Cells cells(Row row) {
        return new Cells(row, table, positions);
    }

    public List<T> list(Tx tx, String rest, @Nullable Object... params) {
        return tx.list(select(rest), this::read, params);
    }

    public List<T> list(Archive archive, String rest, @Nullable Object... params) {
        return archive.list(select(rest), this::read, params);
    }

    public Optional<T> one(Tx tx, String rest, @Nullable Object... params) {
        return tx.one(select(rest), this::read, params);
    }

    public void insert(Tx tx, T row) {
        tx.update(
                insert,
                columns.stream()
                        .map(column -> column.type.stored(column.value.apply(row)))
                        .toArray());
    }

    /** The value of a column. */
    @Nullable
    public Object value(T row, String column) {
        return columns.get(Objects.requireNonNull(positions.get(column), column) - 1)
                .value
                .apply(row);
    }

    /** What the hash of a row covers. */
    Map<String, @Nullable Object> hashed(T row) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        columns.stream()
                .filter(column -> column.proof == Proof.HASHED)
                .forEach(column -> map.put(column.name, column.value.apply(row)));
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

    /** The declaration while it is written. Not thread-safe. Columns are shown under their names unless it says otherwise. */
    static final class Builder<T> {
        private final String table;
        private final List<Column<T>> columns = new ArrayList<>();
        private final List<Shown<T>> shown = new ArrayList<>();
        private List<String> receipt = List.of();

        private Builder(String table) {
            this.table = table;
        }

        Builder<T> key(String name, Type type, Function<T, ? extends @Nullable Object> value) {
            return add(name, type, Proof.KEY, value);
        }

        Builder<T> hashed(String name, Type type, Function<T, ? extends @Nullable Object> value) {
            return add(name, type, Proof.HASHED, value);
        }

        Builder<T> request(String name, Type type, Function<T, ? extends @Nullable Object> value) {
            return add(name, type, Proof.REQUEST, value);
        }

        Builder<T> replayed(String name, Type type, Function<T, ? extends @Nullable Object> value) {
            return add(name, type, Proof.REPLAYED, value);
        }

        Builder<T> unproven(String name, Type type, Function<T, ? extends @Nullable Object> value) {
            return add(name, type, Proof.NONE, value);
        }

        private Builder<T> add(String name, Type type, Proof proof, Function<T, ? extends @Nullable Object> value) {
            columns.add(new Column<>(name, type, proof, value));
            return derived(name, value);
        }

        /** Shows something that follows from the columns. */
        Builder<T> derived(String name, Function<T, ? extends @Nullable Object> value) {
            shown.add(new Shown<>(name, value));
            return this;
        }

        /** Shows the last column under another name. */
        Builder<T> as(String name) {
            Shown<T> last = shown.removeLast();
            return derived(name, last.value);
        }

        /** Does not show the last column. */
        Builder<T> hidden() {
            shown.removeLast();
            return this;
        }

        /** What a receipt has of a row, in its order; {@code x_sha256} is the hash of the text x. */
        Builder<T> receipt(String... names) {
            receipt = List.of(names);
            return this;
        }

        Columns<T> read(Function<Cells, T> reader) {
            return new Columns<>(this, reader);
        }
    }

    /** The current row of a result by the names of its columns. Valid only while it is read. */
    record Cells(Row row, String table, Map<String, Integer> positions) {
        private int at(String column) {
            Integer position = positions.get(column);
            if (position == null) {
                throw new IllegalArgumentException(table + " has no declared column " + column);
            }
            return position;
        }

        String text(String column) {
            return row.text(at(column));
        }

        @Nullable
        String textOrNull(String column) {
            return row.textOrNull(at(column));
        }

        long number(String column) {
            return row.number(at(column));
        }

        @Nullable
        Long numberOrNull(String column) {
            return row.numberOrNull(at(column));
        }

        int integer(String column) {
            return row.integer(at(column));
        }

        @Nullable
        Double realOrNull(String column) {
            return row.realOrNull(at(column));
        }

        boolean flag(String column) {
            return row.flag(at(column));
        }

        Instant instant(String column) {
            return row.instant(at(column));
        }

        @Nullable
        Instant instantOrNull(String column) {
            return row.instantOrNull(at(column));
        }

        /** The object of a JSON column; empty where it is null. */
        Map<String, @Nullable Object> object(String column) {
            return StoredJson.object(textOrNull(column));
        }

        @Nullable
        Map<String, @Nullable Object> objectOrNull(String column) {
            return StoredJson.objectOrNull(textOrNull(column));
        }

        List<@Nullable Object> array(String column) {
            return StoredJson.array(textOrNull(column));
        }

        List<Long> numbers(String column) {
            return StoredJson.numbers(textOrNull(column));
        }

        List<String> texts(String column) {
            return StoredJson.texts(textOrNull(column));
        }
    }
}
