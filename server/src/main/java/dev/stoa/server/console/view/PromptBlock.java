package dev.stoa.server.console.view;

import dev.stoa.server.console.text.Plain;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A block of a prompt: the instruction, or something that came from outside, with how far it is trusted. Immutable. All
 * its fields are foreign text.
 *
 * @param trust a word; that of the instruction is {@code instruction}
 * @param origin from whom it came; empty if that is not said
 */
public record PromptBlock(String title, String trust, String origin, String text) {
    private static final Pattern HEAD = Pattern.compile("\\[([^\\[\\]|]+) trust=([a-z_]+)(?: origin=([^\\]]*))?\\]");
    private static final String QUOTE = "| ";
    private static final int TITLE = 120;
    private static final int TEXT = 65_536;

    /**
     * The blocks of a prompt. Foreign lines stand behind a bar there, so that none of them is taken for the head of a
     * block.
     */
    static List<PromptBlock> of(String prompt) {
        List<PromptBlock> blocks = new ArrayList<>();
        String title = "Instruction";
        String trust = "instruction";
        String origin = "";
        StringBuilder text = new StringBuilder();
        for (String line : prompt.split("\n", -1)) {
            Matcher head = HEAD.matcher(line);
            if (head.matches()) {
                add(blocks, title, trust, origin, text);
                title = head.group(1);
                trust = head.group(2);
                origin = head.group(3) == null ? "" : head.group(3);
            } else {
                text.append(line.startsWith(QUOTE) ? line.substring(QUOTE.length()) : line)
                        .append('\n');
            }
        }
        add(blocks, title, trust, origin, text);
        return blocks;
    }

    private static void add(List<PromptBlock> blocks, String title, String trust, String origin, StringBuilder text) {
        String said = text.toString().strip();
        if (!said.isEmpty()) {
            blocks.add(new PromptBlock(
                    Plain.of(title, TITLE),
                    Plain.of(trust, 40),
                    Plain.of(origin, TITLE),
                    said.lines().map(line -> Plain.of(line, TEXT)).collect(Collectors.joining("\n"))));
        }
        text.setLength(0);
    }
}
