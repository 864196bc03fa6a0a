package dev.stoa.engine.code;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Counts where functions branch. Stateless. Works on the text without its comments and strings, not on a parse. */
final class Decisions {
    private static final Pattern JAVA =
            Pattern.compile("\\b(?:if|for|while|case|catch)\\b|&&|\\|\\||\\?(?!\\s*(?:>|,|&|extends\\b|super\\b))");
    private static final Pattern PYTHON =
            Pattern.compile("\\b(?:if|elif|for|while|except|and|or)\\b|(?m:^\\s*case\\b)");
    private static final Pattern SHELL = Pattern.compile("\\b(?:if|elif|for|while|until)\\b|&&|\\|\\||;;");
    /** The end of what stands before the body of a method. */
    private static final Pattern JAVA_HEAD =
            Pattern.compile("\\b(\\w+)\\s*\\([^(){};]*(?:\\([^(){};]*\\)[^(){};]*)*\\)\\s*(?:throws[\\w\\s.,]+)?$");

    private static final List<String> NO_METHODS =
            List.of("if", "for", "while", "switch", "catch", "synchronized", "try");
    private static final int HEAD = 2_000;

    private Decisions() {}

    /** One more than the decisions of the largest function; of the whole text if it has no function. */
    static int most(Language language, String code) {
        String bare = SourceText.bare(language, code);
        Pattern decision = switch (language) {
            case JAVA -> JAVA;
            case PYTHON -> PYTHON;
            case COMMAND -> SHELL;
        };
        List<String> functions = switch (language) {
            case JAVA -> javaMethods(bare);
            case PYTHON -> pythonFunctions(bare);
            case COMMAND -> List.of();
        };
        return 1
                + (functions.isEmpty() ? List.of(bare) : functions)
                        .stream()
                                .mapToInt(text ->
                                        (int) decision.matcher(text).results().count())
                                .max()
                                .orElse(0);
    }

    private static List<String> javaMethods(String bare) {
        List<String> bodies = new ArrayList<>();
        for (int open = bare.indexOf('{'); open >= 0; open = bare.indexOf('{', open + 1)) {
            String before = bare.substring(Math.max(0, open - HEAD), open).stripTrailing();
            Matcher head = JAVA_HEAD.matcher(tail(before));
            if (head.find() && !NO_METHODS.contains(head.group(1))) {
                int end = closing(bare, open);
                bodies.add(bare.substring(open, end));
                open = end - 1;
            }
        }
        return bodies;
    }

    /** What follows the last end of a statement or block: all a head can consist of. */
    private static String tail(String before) {
        int from = Math.max(before.lastIndexOf(';'), Math.max(before.lastIndexOf('{'), before.lastIndexOf('}')));
        return before.substring(from + 1);
    }

    private static int closing(String bare, int open) {
        int depth = 0;
        for (int i = open; i < bare.length(); i++) {
            depth += bare.charAt(i) == '{' ? 1 : bare.charAt(i) == '}' ? -1 : 0;
            if (depth == 0) {
                return i + 1;
            }
        }
        return bare.length();
    }

    private static List<String> pythonFunctions(String bare) {
        List<String> lines = bare.lines().toList();
        List<String> bodies = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).stripLeading();
            if (line.startsWith("def ") || line.startsWith("async def ")) {
                int indent = lines.get(i).length() - line.length();
                StringBuilder body = new StringBuilder(line);
                int brackets = brackets(line);
                for (int j = i + 1; j < lines.size(); j++) {
                    String next = lines.get(j);
                    if (brackets <= 0
                            && !next.isBlank()
                            && next.length() - next.stripLeading().length() <= indent) {
                        break;
                    }
                    brackets += brackets(next);
                    body.append('\n').append(next);
                }
                bodies.add(body.toString());
            }
        }
        return bodies;
    }

    /** How many brackets a line opens more than it closes: within them indentation says nothing. */
    private static int brackets(String line) {
        return line.chars()
                .map(c -> "([{".indexOf(c) >= 0 ? 1 : ")]}".indexOf(c) >= 0 ? -1 : 0)
                .sum();
    }
}
