package dev.stoa.server.console.view;

import java.util.List;

/** Things of one kind to go to. Immutable. */
public record Group(String word, List<Wing.Entry> found) {
    public Group {
        found = List.copyOf(found);
    }
}
