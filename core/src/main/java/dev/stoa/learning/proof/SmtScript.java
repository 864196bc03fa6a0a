package dev.stoa.learning.proof;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The commands of an SMT-LIB text that a proof may consist of. Immutable. Reading takes no stack, however deep the text
 * is nested, and says nothing of what is inside a command: that is the prover's part.
 *
 * @param text declarations, definitions and assertions, in order
 * @param assertions how many assertions there are, at least one
 */
record SmtScript(String text, int assertions) {
    private static final Set<String> DROPPED = Set.of("set-info", "check-sat");
    private static final String ALLOWED =
            "allowed are set-logic, set-info, declare-…, define-…, assert, check-sat" + " and a final exit";

    /** What keeps a text from being a proof. */
    static final class Refused extends Exception {
        Refused(String message) {
            super(message, null, false, false);
        }

        String message() {
            return String.valueOf(getMessage());
        }
    }

    static SmtScript read(String statement) throws Refused {
        StringBuilder kept = new StringBuilder();
        int assertions = 0;
        boolean over = false;
        for (String command : commands(statement)) {
            String name = name(command);
            if (over) {
                throw new Refused("command " + name + " comes after exit; " + ALLOWED);
            }
            if (name.equals("exit")) {
                over = true;
            } else if (!DROPPED.contains(name)) {
                if (!isAllowed(name)) {
                    throw new Refused("command " + shown(name) + " is not allowed; " + ALLOWED);
                }
                assertions += name.equals("assert") ? 1 : 0;
                kept.append(command).append('\n');
            }
        }
        if (assertions == 0) {
            throw new Refused("there is no assert; the last one is to be the negation of the claim");
        }
        return new SmtScript(kept.toString(), assertions);
    }

    private static boolean isAllowed(String name) {
        return name.equals("assert")
                || name.equals("set-logic")
                || name.startsWith("declare-")
                || name.startsWith("define-");
    }

    private static String shown(String name) {
        return name.length() <= 60 ? name : name.substring(0, 60) + "…";
    }

    private static List<String> commands(String text) throws Refused {
        List<String> commands = new ArrayList<>();
        int depth = 0;
        int start = 0;
        int i = 0;
        while (i < text.length()) {
            char c = text.charAt(i);
            int next = i + 1;
            if (c == ';') {
                next = lineEnd(text, i);
            } else if (c == '"' || c == '|') {
                next = text.indexOf(c, i + 1) + 1;
                if (next == 0) {
                    throw new Refused("a " + c + " at character " + (i + 1) + " has no end");
                }
            } else if (c == '(') {
                start = depth == 0 ? i : start;
                depth++;
            } else if (c == ')') {
                depth--;
                if (depth < 0) {
                    throw new Refused("a ) at character " + (i + 1) + " has no beginning");
                }
                if (depth == 0) {
                    commands.add(text.substring(start, next));
                }
            }
            if (depth == 0 && c != ')' && c != ';' && !Character.isWhitespace(c)) {
                throw new Refused("character " + (i + 1) + " stands outside of any command");
            }
            i = next;
        }
        if (depth > 0) {
            throw new Refused("the ( at character " + (start + 1) + " has no end");
        }
        return commands;
    }

    /** The first word of a command; empty if there is none. */
    private static String name(String command) {
        int from = 1;
        while (from < command.length()) {
            char c = command.charAt(from);
            if (c == ';') {
                from = lineEnd(command, from);
            } else if (Character.isWhitespace(c)) {
                from++;
            } else {
                break;
            }
        }
        int to = from;
        while (to < command.length()
                && "()\"|;".indexOf(command.charAt(to)) < 0
                && !Character.isWhitespace(command.charAt(to))) {
            to++;
        }
        return to == from ? command.substring(from, Math.min(from + 1, command.length())) : command.substring(from, to);
    }

    private static int lineEnd(String text, int from) {
        for (int i = from; i < text.length(); i++) {
            if (text.charAt(i) == '\n' || text.charAt(i) == '\r') {
                return i;
            }
        }
        return text.length();
    }
}
