package dev.stoa.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A fenced block of a Markdown document: its info string, its lines and the line its text begins at. Immutable. A fence
 * that is never closed runs to the end of the document, as Markdown says.
 */
record Block(String info, List<String> lines, int line) {
    private static final Pattern FENCE = Pattern.compile("(\\s*)(`{3,}|~{3,})\\s*([^`]*)");

    /** All blocks of a document in their order. */
    static List<Block> of(String markdown) {
        List<Block> blocks = new ArrayList<>();
        List<String> all = markdown.lines().toList();
        for (int i = 0; i < all.size(); i++) {
            Matcher fence = FENCE.matcher(all.get(i));
            if (fence.matches()) {
                int first = i + 1;
                int end = first;
                while (end < all.size() && !closes(all.get(end), fence.group(2))) {
                    end++;
                }
                String indent = fence.group(1);
                List<String> lines = all.subList(first, end).stream()
                        .map(line -> line.startsWith(indent) ? line.substring(indent.length()) : line.stripLeading())
                        .toList();
                blocks.add(new Block(fence.group(3).strip(), lines, first + 1));
                i = end;
            }
        }
        return blocks;
    }

    String text() {
        return String.join("\n", lines) + "\n";
    }

    /** A closing fence is of the same sign and at least as long as the opening one. */
    private static boolean closes(String line, String fence) {
        String candidate = line.strip();
        return candidate.startsWith(fence) && candidate.chars().allMatch(sign -> sign == fence.charAt(0));
    }
}
