package dev.stoa.counsel.backup;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The form of a note: six headings in a fixed order, each with text, and a bound. Stateless. */
public final class NoteText {
    /** The headings, in order and spelling. */
    public static final List<String> HEADINGS =
            List.of("## GOAL", "## DECISIONS", "## STATUS", "## ACTIVE FILE", "## PREFERENCES", "## RESUME");

    /** The most code points of a note. */
    public static final int LONGEST = 3_600;

    private static final String NOTHING = "none";
    private static final String HEADING = "## ";

    private NoteText() {}

    /** Whether a text is a note. */
    public static boolean isWellFormed(String text) {
        return text.codePointCount(0, text.length()) <= LONGEST
                && text.indexOf('\0') < 0
                && sections(text).isPresent();
    }

    /** The texts below the headings; empty if these are not all there, in order, each with text. */
    static Optional<List<String>> sections(String text) {
        List<String> sections = new ArrayList<>();
        StringBuilder section = new StringBuilder();
        for (String line : text.strip().split("\n", -1)) {
            if (line.startsWith(HEADING)) {
                if (sections.size() == HEADINGS.size()
                        || !line.strip().equals(HEADINGS.get(sections.size()))
                        || (!sections.isEmpty() && section.toString().isBlank())) {
                    return Optional.empty();
                }
                close(sections, section);
                sections.add("");
            } else if (sections.isEmpty()) {
                return Optional.empty();
            } else {
                section.append(line).append('\n');
            }
        }
        if (sections.size() != HEADINGS.size() || section.toString().isBlank()) {
            return Optional.empty();
        }
        close(sections, section);
        return Optional.of(List.copyOf(sections));
    }

    private static void close(List<String> sections, StringBuilder section) {
        if (!sections.isEmpty()) {
            sections.set(sections.size() - 1, section.toString().strip());
            section.setLength(0);
        }
    }

    /** A note of these sections, one for each heading. */
    static String of(List<String> sections) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < HEADINGS.size(); i++) {
            String section = sections.get(i);
            text.append(i == 0 ? "" : "\n").append(HEADINGS.get(i)).append('\n');
            text.append(section.isBlank() ? NOTHING : section).append('\n');
        }
        return text.toString();
    }

    /** A note without the lines that repeat what was withdrawn. */
    static String without(String text, List<String> withdrawn) {
        List<String> claims = withdrawn.stream()
                .map(NoteText::compared)
                .filter(claim -> !claim.isEmpty())
                .toList();
        if (claims.isEmpty()) {
            return text;
        }
        return sections(text)
                .map(sections -> of(sections.stream()
                        .map(section -> String.join(
                                "\n",
                                section.lines()
                                        .filter(line -> claims.stream().noneMatch(compared(line)::contains))
                                        .toList()))
                        .toList()))
                .orElse(text);
    }

    private static String compared(String text) {
        return text.replaceAll("\\s+", " ").strip().toLowerCase(Locale.ROOT);
    }
}
