package dev.stoa.server.console.chart;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The numbers of a chart as text; the first column names the row.
 *
 * @param rows each as long as the headers
 */
public record Table(List<String> headers, List<List<String>> rows) {
    public Table {
        headers = List.copyOf(headers);
        rows = rows.stream().map(List::copyOf).toList();
        for (List<String> row : rows) {
            if (row.size() != headers.size()) {
                throw new IllegalArgumentException(
                        "a row has " + row.size() + " cells and the table " + headers.size() + " headers");
            }
        }
    }

    /** A table without the columns that are blank in all rows. */
    static Table of(List<String> headers, List<List<String>> rows) {
        List<Integer> kept = IntStream.range(0, headers.size())
                .filter(column -> column == 0
                        || rows.stream().anyMatch(row -> !row.get(column).isBlank()))
                .boxed()
                .toList();
        return new Table(
                kept.stream().map(headers::get).toList(),
                rows.stream().map(row -> kept.stream().map(row::get).toList()).toList());
    }
}
