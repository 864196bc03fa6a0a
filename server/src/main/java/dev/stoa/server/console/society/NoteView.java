package dev.stoa.server.console.society;

import dev.stoa.server.console.text.WordDiff;
import dev.stoa.server.console.view.Doc;
import gg.jte.Content;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A note among those that it replaced and those that replaced it. Immutable.
 *
 * @param layers the notes of the chain, the oldest layer first
 */
public record NoteView(List<Layer> layers) {
    /** How many notes before and after it the page of a note shows by itself. */
    private static final int NEXT = 3;

    public NoteView {
        layers = List.copyOf(layers);
    }

    /**
     * A note of the chain.
     *
     * @param shown whether it is the one whose page this is
     * @param change its text with what it lost and gained against the note that it replaced; the text alone if it
     *     replaced none that can be seen, or several
     * @param replaced how many notes it replaced
     */
    public record Layer(Doc note, boolean shown, Content change, int replaced) {}

    public static NoteView of(Doc chain) {
        List<Doc> notes = new ArrayList<>(chain.docs("predecessors"));
        notes.add(chain.doc("start"));
        notes.addAll(chain.docs("successors"));
        notes.sort(Comparator.comparingLong(note -> note.whole("seq")));
        Map<String, Doc> byId = new LinkedHashMap<>();
        notes.forEach(note -> byId.put(note.raw("memory_id"), note));
        String shown = chain.doc("start").raw("memory_id");
        return new NoteView(notes.stream()
                .map(note -> layer(note, byId, note.raw("memory_id").equals(shown)))
                .toList());
    }

    private static Layer layer(Doc note, Map<String, Doc> byId, boolean shown) {
        List<Doc> parents = note.docs("parents").stream()
                .map(parent -> byId.getOrDefault(parent.raw("value"), Doc.EMPTY))
                .filter(parent -> parent.has("message"))
                .toList();
        String text = note.raw("message");
        String before = parents.size() == 1 ? parents.getFirst().raw("message") : text;
        return new Layer(note, shown, WordDiff.of(before, text), parents.size());
    }

    /** The note of the page with those next to it. */
    public NoteView near() {
        int at = 0;
        while (at < layers.size() && !layers.get(at).shown()) {
            at++;
        }
        return new NoteView(layers.subList(Math.max(0, at - NEXT), Math.min(layers.size(), at + NEXT + 1)));
    }

    /** A note as lists show it: {@code private}, {@code shared} or {@code all}, and with whom it is shared. */
    public static Doc marked(Doc note) {
        List<String> shared = note.texts("shared_with");
        return note.and("seen", note.flag("public") ? "all" : shared.isEmpty() ? "private" : "shared")
                .and("shared", String.join(", ", shared));
    }

    /** Who may read a note. */
    public static String seenBy(Doc note) {
        if (note.flag("public")) {
            return "all";
        }
        List<String> shared = note.texts("shared_with");
        return shared.isEmpty() ? "private" : "shared with " + String.join(", ", shared);
    }
}
