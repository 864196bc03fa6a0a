package dev.stoa.storage.move;

import dev.stoa.json.Json;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A table that is moved, by the columns that both databases have, in the order of their names. Immutable.
 *
 * @param name its name in lower case
 * @param counter the column that numbers itself; null if none does
 */
public record MoveTable(
        String name, List<MoveColumn> columns, @Nullable String counter) {
    public MoveTable {
        columns = List.copyOf(columns);
    }

    /** Takes the rows of a table one by one. */
    @FunctionalInterface
    public interface Rows {
        void row(@Nullable Object[] values) throws java.sql.SQLException;
    }

    /**
     * What was counted of a table.
     *
     * @param hash that of its content, as {@link TableDigest} makes it
     * @param last the last number that its counter gave out; 0 if none
     */
    public record Content(String table, long rows, long bytes, String hash, long last) {
        /** The content that a digest has seen. */
        public static Content of(String table, TableDigest digest, long last) {
            return new Content(table, digest.rows(), digest.bytes(), digest.hash(), last);
        }

        /** The fields for a document. */
        public Map<String, @Nullable Object> document() {
            return Json.object("table", table, "rows", rows, "bytes", bytes, "hash", hash, "last", last);
        }

        /** What such a document says. */
        public static Content of(Map<?, ?> said) {
            return new Content(
                    String.valueOf(said.get("table")),
                    number(said.get("rows")),
                    number(said.get("bytes")),
                    String.valueOf(said.get("hash")),
                    number(said.get("last")));
        }

        private static long number(@Nullable Object value) {
            return value instanceof Number number ? number.longValue() : 0;
        }
    }
}
