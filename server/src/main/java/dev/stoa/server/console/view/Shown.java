package dev.stoa.server.console.view;

import java.util.List;

/** A list inside the page of a thing. Immutable. */
public record Shown(String word, List<Column> columns, List<Doc> items) {
    public Shown {
        columns = List.copyOf(columns);
        items = List.copyOf(items);
    }
}
