package dev.stoa.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One command of a document, with the exit code and the output the document promises. Immutable. The output is absent
 * where the document shows none, which is not the same as an empty one.
 */
record Statement(String text, int line, int exit, Optional<List<String>> shown) {
    private static final Pattern EXIT = Pattern.compile(".*#\\s*exit (\\d+)\\s*", Pattern.DOTALL);
    private static final Pattern HERE = Pattern.compile("(?<!<)<<-?\\s*(['\"]?)(\\w+)\\1");

    /** The commands of an {@code sh} block: what the shell itself takes for complete, comments left out. */
    static List<Statement> ofScript(Block block) {
        List<Statement> statements = new ArrayList<>();
        List<String> lines = block.lines();
        for (int i = 0; i < lines.size(); i++) {
            int first = i;
            String text = lines.get(i);
            while (!isComplete(text) && i + 1 < lines.size()) {
                i++;
                text += "\n" + lines.get(i);
            }
            if (!text.isBlank() && !text.stripLeading().startsWith("#")) {
                statements.add(of(text, block.line() + first, Optional.empty()));
            }
        }
        return statements;
    }

    /** The commands of a {@code console} block, each after a {@code $} and continued after a {@code >}. */
    static List<Statement> ofConsole(Block block) {
        List<Statement> statements = new ArrayList<>();
        List<String> lines = block.lines();
        int i = 0;
        while (i < lines.size()) {
            if (!lines.get(i).startsWith("$ ")) {
                throw new IllegalArgumentException(
                        "a console block begins with a command after \"$ \", and not with: " + lines.get(i));
            }
            int first = i;
            String text = lines.get(i++).substring(2);
            while (i < lines.size() && lines.get(i).matches(">( .*)?") && !isComplete(text)) {
                text += "\n" + lines.get(i++).replaceFirst("> ?", "");
            }
            List<String> shown = new ArrayList<>();
            while (i < lines.size() && !lines.get(i).startsWith("$ ")) {
                shown.add(lines.get(i++));
            }
            statements.add(of(text, block.line() + first, Optional.of(List.copyOf(shown))));
        }
        return statements;
    }

    private static Statement of(String text, int line, Optional<List<String>> shown) {
        Matcher exit = EXIT.matcher(text);
        return new Statement(text, line, exit.matches() ? Integer.parseInt(exit.group(1)) : 0, shown);
    }

    /** The shell is asked, except for the two things it forgives at the end of its input. */
    private static boolean isComplete(String text) {
        if (text.endsWith("\\")) {
            return false;
        }
        Matcher here = HERE.matcher(text);
        if (here.find() && text.lines().skip(1).noneMatch(line -> line.strip().equals(here.group(2)))) {
            return false;
        }
        return Run.of("sh", "-n", "-c", text).finish().exit() == 0;
    }
}
