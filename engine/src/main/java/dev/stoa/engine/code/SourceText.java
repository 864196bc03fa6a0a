package dev.stoa.engine.code;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What can be read off source text without a compiler. Stateless. */
final class SourceText {
    private static final Pattern PUBLIC_TYPE = Pattern.compile(
            "\\bpublic\\s+(?:(?:final|abstract|sealed|non-sealed|strictfp)\\s+)*(?:class|record|enum|interface)\\s+(\\w+)");
    private static final Pattern TYPE = Pattern.compile("\\b(?:class|record|enum|interface)\\s+(\\w+)");
    private static final Pattern PACKAGE = Pattern.compile("\\bpackage\\s+([\\w.]+)\\s*;");
    private static final Pattern JAVA_TEST =
            Pattern.compile("\\bpublic\\s+static\\s+void\\s+(test\\w*)\\s*\\(([^)]*)\\)");
    private static final Pattern PYTHON_TEST = Pattern.compile("(?m)^def\\s+(test_\\w*)\\s*\\(([^)]*)\\)");

    private SourceText() {}

    /** The full name of the public class of a Java source, else of its first. */
    static Optional<String> javaClass(String code) {
        String bare = bare(Language.JAVA, code);
        Matcher type = PUBLIC_TYPE.matcher(bare);
        if (!type.find()) {
            type = TYPE.matcher(bare);
            if (!type.find()) {
                return Optional.empty();
            }
        }
        Matcher in = PACKAGE.matcher(bare);
        return Optional.of(in.find() ? in.group(1) + "." + type.group(1) : type.group(1));
    }

    /** A test function: its name, and whether it has parameters, for which there would be no arguments. */
    record Function(String name, boolean takesArguments) {}

    /** The test functions of a test file, in order. */
    static List<Function> tests(Language language, String body) {
        return (language == Language.JAVA ? JAVA_TEST : PYTHON_TEST)
                .matcher(bare(language, body))
                .results()
                .map(test -> new Function(test.group(1), !test.group(2).isBlank()))
                .toList();
    }

    /** A test file without some of its test functions, each with its decorators and the comments before it. */
    static String without(Language language, String body, Set<String> names) {
        StringBuilder rest = new StringBuilder(body);
        String bare = bare(language, body);
        List<MatchResult> found = (language == Language.JAVA ? JAVA_TEST : PYTHON_TEST)
                .matcher(bare)
                .results()
                .filter(test -> names.contains(test.group(1)))
                .toList();
        // From the last on, so that the places of those before stay what they are.
        int gone = body.length();
        for (MatchResult test : found.reversed()) {
            int end = language == Language.JAVA ? javaEnd(bare, test.end()) : pythonEnd(bare, test.end());
            int start = language == Language.JAVA ? javaStart(bare, test.start()) : pythonStart(bare, test.start());
            // The lines between two functions that both go belong to each of them, and go once.
            rest.delete(start, Math.min(end, gone));
            gone = start;
        }
        return rest.toString();
    }

    private static int javaStart(String bare, int at) {
        int start = at;
        while (start > 0 && Character.isWhitespace(bare.charAt(start - 1))) {
            start--;
        }
        return start;
    }

    private static int javaEnd(String bare, int at) {
        int depth = 0;
        for (int i = at; i < bare.length(); i++) {
            if (bare.charAt(i) == '{') {
                depth++;
            } else if (bare.charAt(i) == '}' && --depth <= 0) {
                return i + 1;
            }
        }
        return bare.length();
    }

    private static int pythonStart(String bare, int at) {
        int start = at;
        while (start > 0) {
            int line = bare.lastIndexOf('\n', start - 2) + 1;
            if (!bare.substring(line, start).isBlank() && bare.charAt(line) != '@') {
                break;
            }
            start = line;
        }
        return start;
    }

    private static int pythonEnd(String bare, int at) {
        int line = bare.indexOf('\n', at) + 1;
        while (line > 0 && line < bare.length()) {
            char first = bare.charAt(line);
            if (!Character.isWhitespace(first) && ")]}".indexOf(first) < 0) {
                return line;
            }
            line = bare.indexOf('\n', line) + 1;
        }
        return bare.length();
    }

    /** The text with a blank for every character of a comment or of a string; line feeds stay. */
    static String bare(Language language, String code) {
        StringBuilder bare = new StringBuilder(code.length());
        int i = 0;
        while (i < code.length()) {
            int end = skipped(language, code, i);
            if (end == i) {
                bare.append(code.charAt(i++));
            }
            for (; i < end; i++) {
                bare.append(code.charAt(i) == '\n' ? '\n' : ' ');
            }
        }
        return bare.toString();
    }

    /** Where the comment or the string ends that starts here; here, if none does. */
    private static int skipped(Language language, String code, int at) {
        char c = code.charAt(at);
        boolean java = language == Language.JAVA;
        if (java && code.startsWith("/*", at)) {
            return after(code, "*/", at + 2);
        }
        boolean shellWord = language == Language.COMMAND && at > 0 && !Character.isWhitespace(code.charAt(at - 1));
        if (java ? code.startsWith("//", at) : c == '#' && !shellWord) {
            int end = code.indexOf('\n', at);
            return end < 0 ? code.length() : end;
        }
        if (c != '"' && c != '\'') {
            return at;
        }
        String three = String.valueOf(c).repeat(3);
        boolean block = language != Language.COMMAND && (c == '"' || !java) && code.startsWith(three, at);
        boolean escapes = language != Language.COMMAND || c == '"';
        boolean lines = block || language == Language.COMMAND;
        return string(code, block ? three : String.valueOf(c), at, escapes, lines);
    }

    private static int string(String code, String quote, int at, boolean escapes, boolean lines) {
        for (int i = at + quote.length(); i < code.length(); i++) {
            if (escapes && code.charAt(i) == '\\') {
                i++;
            } else if (code.startsWith(quote, i)) {
                return i + quote.length();
            } else if (!lines && code.charAt(i) == '\n') {
                return i;
            }
        }
        return code.length();
    }

    private static int after(String code, String end, int from) {
        int at = code.indexOf(end, from);
        return at < 0 ? code.length() : at + end.length();
    }
}
