package dev.stoa.server.console.society;

import dev.stoa.server.console.view.Doc;
import java.util.List;

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
}
