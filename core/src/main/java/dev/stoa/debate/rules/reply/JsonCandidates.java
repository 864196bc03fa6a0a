package dev.stoa.debate.rules.reply;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a reply that may be its JSON object: the whole, its last fenced block, its last balanced braces. For one
 * text and one thread; each part is found in one pass over any text.
 *
 * <p>Lines behind a bar are quoted material ({@code dev.stoa.search.text.PromptData}); a block or an object that stands in
 * them belongs to another author. Nor is an object looked for inside one that was not ended: a reply that was cut off must not
 * count for what it quotes.
 */
final class JsonCandidates {
    private final String text;

    private JsonCandidates(String text) {
        this.text = text;
    }

    static List<String> of(String text) {
        JsonCandidates candidates = new JsonCandidates(text);
        List<String> found = new ArrayList<>(3);
        add(found, text);
        add(found, candidates.lastFencedBlock());
        add(found, candidates.lastBraces());
        return found;
    }

    /** Only what begins like an object can be one; what was tried once need not be tried again. */
    private static void add(List<String> found, @Nullable String part) {
        String stripped = part == null ? "" : part.strip();
        if (stripped.startsWith("{") && !found.contains(stripped)) {
            found.add(stripped);
        }
    }

    /** The lines between the last two fences that belong together; a block that is not ended reaches to the end. */
    private @Nullable String lastFencedBlock() {
        int from = -1;
        int to = -1;
        int width = 0;
        for (int line = 0; line < text.length(); line = nextLine(line)) {
            int start = content(line);
            int ticks = ticks(start);
            if (width == 0 && ticks >= 3) {
                width = ticks;
                from = nextLine(line);
                to = text.length();
            } else if (width > 0 && ticks >= width && content(start + ticks) >= lineEnd(line)) {
                width = 0;
                to = line;
            }
        }
        return from < 0 ? null : text.substring(Math.min(from, to), to);
    }

    /** The last braces that are balanced outside strings and stand in no others. */
    private @Nullable String lastBraces() {
        int depth = 0;
        int open = 0;
        int from = -1;
        int to = -1;
        boolean quoted = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (isLineStart(i)) {
                // No string of JSON goes on in the next line, so a stray quote spoils no more than its own.
                quoted = false;
                if (isBar(i)) {
                    i = nextLine(i) - 1;
                    continue;
                }
            }
            if (quoted) {
                i += c == '\\' ? 1 : 0;
                quoted = c != '"';
            } else if (depth > 0 && c == '"') {
                quoted = true;
            } else if (c == '{' && (depth > 0 || opensObject(i))) {
                open = depth++ == 0 ? i : open;
            } else if (c == '}' && depth > 0 && --depth == 0) {
                from = open;
                to = i + 1;
            }
        }
        return depth > 0 || from < 0 ? null : text.substring(from, to);
    }

    /** Whether a brace is followed by a key or its end, as in no sentence. */
    private boolean opensObject(int brace) {
        int next = brace + 1;
        while (next < text.length() && Character.isWhitespace(text.charAt(next))) {
            next++;
        }
        return next == text.length() || text.charAt(next) == '"' || text.charAt(next) == '}';
    }

    private boolean isLineStart(int at) {
        return at == 0 || text.charAt(at - 1) == '\n';
    }

    private boolean isBar(int lineStart) {
        int start = content(lineStart);
        return start < text.length() && text.charAt(start) == '|';
    }

    /** The first character from here on that is no space or tab. */
    private int content(int from) {
        int at = from;
        while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t' || text.charAt(at) == '\r')) {
            at++;
        }
        return at;
    }

    private int ticks(int from) {
        int at = from;
        while (at < text.length() && text.charAt(at) == '`') {
            at++;
        }
        return at - from;
    }

    private int lineEnd(int from) {
        int end = text.indexOf('\n', from);
        return end < 0 ? text.length() : end;
    }

    private int nextLine(int from) {
        return Math.min(text.length(), lineEnd(from) + 1);
    }
}
