package dev.stoa.learning.proof;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What may be given to Lean, and what its answer means. Stateless, safe from any thread. */
final class LeanText {
    // An underline parts words here, so that macro_rules and builtin_initialize are refused with macro and initialize.
    private static final Pattern FORBIDDEN = Pattern.compile("(?<![\\p{L}\\p{N}])"
            + "(run_cmd|run_tac|run_elab|unsafe|initialize|extern|implemented_by|native_decide|macro|elab|syntax|axiom"
            + "|skipKernelTC)(?![\\p{L}\\p{N}])");

    // Every command that begins with # answers something, and an answer could look like the one that is waited for.
    private static final Pattern COMMAND = Pattern.compile("#\\p{L}[\\p{L}_]*");

    private static final Pattern CLAIM =
            Pattern.compile("(?<![\\p{L}\\p{N}_.'])theorem\\s+claim(?![\\p{L}\\p{N}_.'!?])");
    private static final Pattern AXIOMS =
            Pattern.compile("'claim' (does not depend on any axioms|depends on axioms: \\[([^\\]]*)\\])");
    private static final Pattern SOUND = Pattern.compile("propext|Classical\\.choice|Quot\\.sound");

    private LeanText() {}

    /** Why a text is refused; empty if it may run. */
    static Optional<String> refusal(String text) {
        Matcher word = FORBIDDEN.matcher(text);
        if (word.find()) {
            return Optional.of("the word " + word.group() + " is not allowed in a proof");
        }
        Matcher command = COMMAND.matcher(text);
        if (command.find()) {
            return Optional.of("the command " + command.group() + " is not allowed in a proof");
        }
        return CLAIM.matcher(withoutComments(text)).find()
                ? Optional.empty()
                : Optional.of("there is no theorem claim in the text");
    }

    /** The text to run: it ends by asking what the claim rests on. */
    static String program(String text) {
        return text + "\n\n#print axioms claim\n";
    }

    /** Why the answer of a run does not verify the claim, if it does not. */
    static Optional<String> objection(int exit, String output) {
        if (exit != 0) {
            return Optional.of(output.isBlank() ? "lean ended with exit code " + exit : output);
        }
        if (output.contains("sorry")) {
            return Optional.of("the proof has a gap: it uses sorry");
        }
        Matcher axioms = AXIOMS.matcher(output);
        if (!axioms.find()) {
            return Optional.of("lean did not say which axioms the claim depends on: " + output);
        }
        String names = axioms.group(2) == null ? "" : axioms.group(2);
        return Pattern.compile(",")
                .splitAsStream(names)
                .map(String::strip)
                .filter(name -> !name.isEmpty() && !SOUND.matcher(name).matches())
                .findFirst()
                .map(name -> "the proof depends on the axiom " + name);
    }

    /** The text with blanks in place of comments, which nest, and of text in quotes. */
    static String withoutComments(String text) {
        StringBuilder kept = new StringBuilder();
        int depth = 0;
        int i = 0;
        while (i < text.length()) {
            if (text.startsWith("/-", i)) {
                depth++;
                i += 2;
            } else if (depth > 0) {
                boolean end = text.startsWith("-/", i);
                depth -= end ? 1 : 0;
                i += end ? 2 : 1;
            } else if (text.startsWith("--", i)) {
                int end = text.indexOf('\n', i);
                i = end < 0 ? text.length() : end;
            } else if (text.charAt(i) == '"') {
                i = quoteEnd(text, i + 1);
                kept.append(' ');
            } else {
                kept.append(text.charAt(i));
                i++;
            }
        }
        return kept.toString();
    }

    private static int quoteEnd(String text, int from) {
        int i = from;
        while (i < text.length() && text.charAt(i) != '"') {
            i += text.charAt(i) == '\\' ? 2 : 1;
        }
        return i + 1;
    }
}
