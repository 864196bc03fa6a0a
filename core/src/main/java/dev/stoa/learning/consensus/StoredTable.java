package dev.stoa.learning.consensus;

import dev.stoa.base.InvalidException;
import dev.stoa.base.Times;
import dev.stoa.storage.Row;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A table as names and kinds of columns, so that a row can leave it as a JSON object, be read from there, and come
 * back. Immutable. What the archive numbers or derives ({@code seq}, vectors) is not among them.
 */
public final class StoredTable {
    static final StoredTable CONSENSUS = new StoredTable(
            "consensus",
            "id topic topic_hash conclusion strength domain tags data supersedes superseded_by",
            "confidence",
            "participant_count agree_count trust simulated");

    static final StoredTable DISSENT = new StoredTable(
            "dissent",
            "id debate_id agent_id dissent_type content data rebuttal rebutted_by",
            "confidence",
            "acknowledged");

    public static final StoredTable PROOFS = new StoredTable(
            "verified_proofs",
            "id debate_id proof_status language formal_statement proof_hash prover_version error_message data",
            "translation_time_ms proof_search_time_ms",
            "is_verified");

    private enum Kind {
        TEXT,
        REAL,
        WHOLE,
        TIME;

        Stream<Column> of(String names) {
            return Stream.of(names.split(" ", -1)).map(name -> new Column(name, this));
        }
    }

    private record Column(String name, Kind kind) {}

    private final String name;
    private final List<Column> columns;
    private final String names;

    private StoredTable(String name, String texts, String reals, String wholes) {
        this.name = name;
        this.columns = Stream.of(
                        Kind.TEXT.of(texts), Kind.REAL.of(reals), Kind.WHOLE.of(wholes), Kind.TIME.of("timestamp"))
                .flatMap(kind -> kind)
                .toList();
        this.names = columns.stream().map(Column::name).collect(Collectors.joining(", "));
    }

    /** The columns in the order in which {@link #read} expects them. */
    String names() {
        return names;
    }

    /** How many columns {@link #read} takes; a query can have more behind them. */
    int width() {
        return columns.size();
    }

    /** The row as an object of text and numbers. A time that cannot be parsed stays as its text. */
    Map<String, @Nullable Object> read(Row row) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        for (int i = 0; i < columns.size(); i++) {
            Column column = columns.get(i);
            values.put(
                    column.name(),
                    switch (column.kind()) {
                        case TEXT -> row.textOrNull(i + 1);
                        case REAL -> row.realOrNull(i + 1);
                        case WHOLE -> row.numberOrNull(i + 1);
                        case TIME -> time(row, i + 1);
                    });
        }
        return Collections.unmodifiableMap(values);
    }

    private static @Nullable String time(Row row, int column) {
        try {
            Instant instant = row.instantOrNull(column);
            return instant == null ? null : Times.show(instant);
        } catch (InvalidException e) {
            return row.textOrNull(column);
        }
    }

    /** Puts such an object into the table under a number of its own, if its table numbers rows. */
    public void insert(Tx tx, Map<String, ? extends @Nullable Object> values, @Nullable Long seq) {
        String more = seq == null ? "" : ", seq";
        String marks = "?" + ", ?".repeat(columns.size() - (seq == null ? 1 : 0));
        @Nullable Object[] params = new @Nullable Object[columns.size() + (seq == null ? 0 : 1)];
        for (int i = 0; i < columns.size(); i++) {
            params[i] = values.get(columns.get(i).name());
        }
        if (seq != null) {
            params[columns.size()] = seq;
        }
        tx.later("INSERT INTO " + name + " (" + names + more + ") VALUES (" + marks + ")", params);
    }
}
