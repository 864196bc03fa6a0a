package dev.stoa.counsel.backup;

import dev.stoa.counsel.conversation.Message;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Makes a note without a model, of what was said word for word. Stateless; the same source gives the same note. */
final class ExtractedNote {
    private static final int MOST_SENTENCES = 8;
    private static final int LONGEST_TEXT = 500;
    private static final int LONGEST_STATUS = 300;
    private static final int LONGEST_SENTENCE = 200;
    private static final int LONGEST_PATH = 200;
    private static final int LONGEST_LIST = 900;

    private static final Pattern DECISION = word("decided|agreed|we will|let['\u2019]s use");
    private static final Pattern PREFERENCE = word("prefer|always|never");
    private static final Pattern PATH = Pattern.compile("[\\w.~/\\\\-]*[\\w-]\\.[A-Za-z]\\w{0,7}");
    private static final Pattern ABBREVIATION = Pattern.compile("\\w(?:\\.\\w+)+");
    private static final Pattern OUTER = Pattern.compile("^[^\\w./~\\\\]+|[^\\w]+$");

    private ExtractedNote() {}

    private static Pattern word(String alternatives) {
        return Pattern.compile("(?<!\\w)(?:" + alternatives + ")(?!\\w)", Pattern.CASE_INSENSITIVE);
    }

    static String of(NoteSource source) {
        String goal = null;
        String status = null;
        String file = null;
        String resume = null;
        Set<String> decisions = new LinkedHashSet<>(earlierDecisions(source.previous()));
        Set<String> preferences = new LinkedHashSet<>();
        for (Message message : source.messages()) {
            String content = message.content();
            if (content == null) {
                continue;
            }
            if (message.ofUser()) {
                goal = goal == null && message.seq() > source.threadStart() ? content : goal;
                resume = content;
            } else {
                status = content;
            }
            file = lastPath(content, file);
            collect(content, DECISION, decisions);
            collect(content, PREFERENCE, preferences);
        }
        List<String> wanted = new ArrayList<>();
        source.preferences().forEach(claim -> wanted.add(line(claim, LONGEST_SENTENCE)));
        wanted.addAll(last(preferences));
        return NoteText.without(
                NoteText.of(List.of(
                        line(goal, LONGEST_TEXT),
                        bullets(last(decisions)),
                        line(status, LONGEST_STATUS),
                        line(file, LONGEST_PATH),
                        bullets(wanted),
                        line(resume, LONGEST_TEXT))),
                source.withdrawn());
    }

    /** Preferences of the note before are not taken over: they may hold a correction that was retired since. */
    private static List<String> earlierDecisions(@Nullable String previous) {
        return previous == null
                ? List.of()
                : NoteText.sections(previous).map(sections -> sections.get(1)).stream()
                        .flatMap(String::lines)
                        .filter(line -> line.startsWith("- "))
                        .map(line -> line.substring(2))
                        .toList();
    }

    private static void collect(String content, Pattern cue, Set<String> into) {
        // Without a pattern: one with a repeated group recurses as deep as the text is long.
        int start = 0;
        for (int i = 0; i < content.length(); i++) {
            if (ends(content, i)) {
                sentence(content.substring(start, i + 1), cue, into);
                start = i + 1;
            }
        }
        sentence(content.substring(start), cue, into);
    }

    private static boolean ends(String content, int at) {
        char c = content.charAt(at);
        boolean mark = c == '.' || c == '!' || c == '?';
        return c == '\n' || (mark && at + 1 < content.length() && Character.isWhitespace(content.charAt(at + 1)));
    }

    private static void sentence(String sentence, Pattern cue, Set<String> into) {
        if (cue.matcher(sentence).find()) {
            String kept = line(sentence, LONGEST_SENTENCE);
            // What is said again counts as said last.
            into.remove(kept);
            into.add(kept);
        }
    }

    private static @Nullable String lastPath(String content, @Nullable String before) {
        String[] words = content.split("\\s+", -1);
        for (int i = words.length - 1; i >= 0; i--) {
            if (words[i].length() <= LONGEST_PATH) {
                String word = OUTER.matcher(words[i]).replaceAll("");
                if (PATH.matcher(word).matches() && !ABBREVIATION.matcher(word).matches()) {
                    return word;
                }
            }
        }
        return before;
    }

    private static List<String> last(Set<String> sentences) {
        List<String> all = List.copyOf(sentences);
        return all.subList(Math.max(0, all.size() - MOST_SENTENCES), all.size());
    }

    /** The last of the sentences that there is room for, one a line. */
    private static String bullets(List<String> sentences) {
        List<String> lines = new ArrayList<>();
        int length = 0;
        for (String sentence : sentences.reversed()) {
            String line = "- " + sentence;
            length += line.codePointCount(0, line.length()) + 1;
            if (length > LONGEST_LIST) {
                break;
            }
            lines.addFirst(line);
        }
        return String.join("\n", lines);
    }

    /** One line, so that no text can look like a heading. */
    private static String line(@Nullable String text, int most) {
        if (text == null) {
            return "";
        }
        String bounded = text.substring(0, Math.min(text.length(), 8 * most));
        String line = bounded.replaceAll("[\\s\\p{Cntrl}]+", " ").strip().replaceFirst("^[# ]+", "");
        if (line.codePointCount(0, line.length()) <= most) {
            // The bound may have left half of a pair.
            return line.isEmpty() || !Character.isHighSurrogate(line.charAt(line.length() - 1))
                    ? line
                    : line.substring(0, line.length() - 1);
        }
        return line.substring(0, line.offsetByCodePoints(0, most)).strip();
    }
}
