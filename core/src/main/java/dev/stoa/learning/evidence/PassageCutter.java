package dev.stoa.learning.evidence;

import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Cuts the blocks of a document into passages: long enough to say something, short enough to be one thing. Not
 * thread-safe.
 *
 * <p>A passage ends before a heading, before it would get too long, and, once it has some length, behind a block that
 * says so by its own text. Cuts depend only on the text near them, and a change of the document moves only the cuts
 * around it: the other passages stay what they were, with their ids and links.
 */
final class PassageCutter {
    private static final int LEAST = 300;
    private static final int MOST = 1_000;
    private static final int ONE_IN = 3;

    private final List<Cut> cuts = new ArrayList<>();
    private final StringBuilder passage = new StringBuilder();
    private @Nullable String heading;

    /** A passage of a document, with the heading it stands under. */
    record Cut(String text, @Nullable String heading) {}

    /** Begins a section; its heading is the beginning of its first passage too. */
    PassageCutter heading(String text) {
        end();
        heading = text.strip();
        passage.append(heading);
        return this;
    }

    /** Adds a paragraph, a list item or the like. */
    PassageCutter block(String text) {
        String block = text.strip();
        if (block.isEmpty()) {
            return this;
        }
        if (!passage.isEmpty() && passage.length() + block.length() > MOST && !isHeadingAlone()) {
            end();
        }
        for (String part : block.length() > MOST ? sentences(block) : List.of(block)) {
            if (passage.length() + part.length() > MOST && !passage.isEmpty() && !isHeadingAlone()) {
                end();
            }
            passage.append(passage.isEmpty() ? "" : "\n").append(part);
        }
        if (passage.length() >= LEAST && Math.floorMod(block.hashCode(), ONE_IN) == 0) {
            end();
        }
        return this;
    }

    List<Cut> cuts() {
        end();
        return List.copyOf(cuts);
    }

    private boolean isHeadingAlone() {
        return heading != null && passage.length() == heading.length();
    }

    private void end() {
        if (!passage.isEmpty()) {
            cuts.add(new Cut(passage.toString(), heading));
            passage.setLength(0);
        }
    }

    /** A long block in parts of whole sentences; a sentence that is too long by itself is cut at a space. */
    private static List<String> sentences(String block) {
        List<String> parts = new ArrayList<>();
        BreakIterator boundaries = BreakIterator.getSentenceInstance(Locale.ROOT);
        boundaries.setText(block);
        int from = boundaries.first();
        for (int to = boundaries.next(); to != BreakIterator.DONE; from = to, to = boundaries.next()) {
            String rest = block.substring(from, to).strip();
            while (rest.length() > MOST) {
                int space = rest.lastIndexOf(' ', MOST);
                int cut = space > 0 ? space : Character.isHighSurrogate(rest.charAt(MOST - 1)) ? MOST - 1 : MOST;
                parts.add(rest.substring(0, cut).strip());
                rest = rest.substring(cut).strip();
            }
            if (!rest.isEmpty()) {
                parts.add(rest);
            }
        }
        return parts;
    }
}
