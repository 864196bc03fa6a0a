package dev.stoa.server.console;

import dev.stoa.server.console.text.Language;
import dev.stoa.server.console.view.Wing;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a page shows. Immutable.
 *
 * @param template the template below {@code page}
 * @param title the title, as foreign text
 * @param trail the pages above it
 * @param command the command that shows the same; null if there is none
 * @param with what the template takes beside the frame
 */
record View(
        String template,
        String title,
        List<Wing.Entry> trail,
        @Nullable String command,
        Map<String, Object> with) {
    View {
        trail = List.copyOf(trail);
        with = Map.copyOf(with);
    }

    /** A page whose title is words of the console. */
    static View of(String template, String title) {
        return titled(template, Language.t(title));
    }

    /** A page of a thing, whose title is a text of others. */
    static View titled(String template, String title) {
        return new View(template, title, List.of(), null, Map.of());
    }

    View below(String word, String path) {
        return new View(template, title, List.of(new Wing.Entry(word, path)), command, with);
    }

    View command(String words) {
        return new View(template, title, trail, words, with);
    }

    View with(String name, Object value) {
        Map<String, Object> more = new LinkedHashMap<>(with);
        more.put(name, value);
        return new View(template, title, trail, command, more);
    }
}
