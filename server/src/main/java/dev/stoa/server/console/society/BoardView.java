package dev.stoa.server.console.society;

import dev.stoa.server.console.view.Doc;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A column of the board of tasks. Immutable.
 *
 * @param word what its tasks have in common
 * @param more the address of the list with all of them; empty if the column has all
 */
public record BoardView(String word, List<Doc> tasks, String more) {
    public BoardView {
        tasks = List.copyOf(tasks);
    }

    /** How many tasks each column shows, in words, for those who hear the page. */
    public static String counts(List<BoardView> columns) {
        return columns.stream()
                .map(column -> column.word() + " " + column.tasks().size())
                .collect(Collectors.joining(", "));
    }

    /** Whether no column has a task. */
    public static boolean isEmpty(List<BoardView> columns) {
        return columns.stream().allMatch(column -> column.tasks().isEmpty());
    }
}
