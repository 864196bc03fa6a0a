package dev.stoa.server.console.counsel;

import dev.stoa.server.console.text.Plain;
import dev.stoa.server.console.view.Doc;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The signed checkpoints of the audit log, the largest first. Immutable.
 *
 * @param problem why they cannot be read; empty if they can
 */
public record Checkpoints(List<Signed> notes, String problem) {
    public Checkpoints {
        notes = List.copyOf(notes);
    }

    /** A signed note: for how many entries it vouches, and its text. */
    public record Signed(long size, String note) {}

    public static Checkpoints of(Doc found) {
        List<Signed> notes = new ArrayList<>();
        for (Doc each : found.docs("items")) {
            String note = each.raw("note");
            notes.add(new Signed(size(note), Plain.lines(note)));
        }
        notes.sort(Comparator.comparingLong(Signed::size).reversed());
        return new Checkpoints(notes, found.text("problem"));
    }

    /** The second line of a note; 0 if that is no number. */
    public static long size(String note) {
        String[] lines = note.split("\n", 3);
        try {
            return lines.length > 1 ? Long.parseLong(lines[1]) : 0;
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    /** For how many entries the largest vouches; 0 if there is none. */
    public long largest() {
        return notes.isEmpty() ? 0 : notes.getFirst().size();
    }
}
