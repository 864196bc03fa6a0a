package dev.stoa.storage.schema;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * SQL text taken apart far enough to report what no catalogue table tells. Stateless. It is no parser: it relies on
 * text that a database has accepted already.
 */
public final class SchemaReportSql {
    // Strings match possessively: they may be long, and a backtracking loop would exhaust the stack.
    private static final Pattern TOKEN = Pattern.compile("""
            \\s+ | --[^\\n]* | /\\*.*?\\*/
            | '[^']*+(?:''[^']*+)*+' | "[^"]*+(?:""[^"]*+)*+"
            | [\\p{L}_][\\p{L}\\p{N}_$]* | \\d+(?:\\.\\d+)?
            | :: | \\|\\| | <> | != | <= | >= | .
            """, Pattern.COMMENTS | Pattern.DOTALL);

    private static final Pattern WORD = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_$]*");
    private static final Pattern PLAIN_QUOTED = Pattern.compile("\"[a-z_][a-z0-9_$]*\"");

    /** Words before a parenthesis that do not make it an argument list. */
    private static final Set<String> OPERATORS =
            Set.of("and", "or", "not", "in", "any", "is", "like", "between", "case", "when", "then", "else", "check");

    private SchemaReportSql() {}

    /** What {@code CREATE INDEX} says besides the catalogue: its terms as written, and its condition. */
    record IndexText(List<String> terms, @Nullable String predicate) {}

    /**
     * One spelling for an expression however it was written: unquoted words in lower case, even spaces, without
     * enclosing parentheses, and without the casts and array forms PostgreSQL adds when it prints a condition.
     */
    public static String normal(String expression) {
        return join(simplified(tokens(expression)));
    }

    /** The checks of a {@code CREATE TABLE}. */
    static List<SchemaReport.Check> checks(String createTable) {
        List<String> tokens = tokens(createTable);
        List<SchemaReport.Check> checks = new ArrayList<>();
        for (int i = 1; i < tokens.size() - 1; i++) {
            if (tokens.get(i).equals("check") && tokens.get(i + 1).equals("(")) {
                List<String> condition = tokens.subList(i + 2, closing(tokens, i + 1));
                checks.add(new SchemaReport.Check(join(simplified(condition)), constraintName(tokens, i)));
            }
        }
        return checks;
    }

    /** The names of the named {@code UNIQUE} constraints of a {@code CREATE TABLE}, by their columns. */
    static Map<List<String>, String> uniqueNames(String createTable) {
        List<String> tokens = tokens(createTable);
        Map<List<String>, String> names = new HashMap<>();
        for (int i = 1; i < tokens.size() - 1; i++) {
            String name = constraintName(tokens, i);
            if (name != null
                    && tokens.get(i).equals("unique")
                    && tokens.get(i + 1).equals("(")) {
                names.put(terms(tokens.subList(i + 2, closing(tokens, i + 1))), name);
            }
        }
        return names;
    }

    /** Whether a {@code CREATE TABLE} numbers its rows without ever using a number twice. */
    static boolean autoincrements(String createTable) {
        return tokens(createTable).contains("autoincrement");
    }

    /** The module of a {@code CREATE VIRTUAL TABLE} with its arguments. */
    static String module(String createVirtualTable) {
        List<String> tokens = tokens(createVirtualTable);
        return join(tokens.subList(tokens.indexOf("using") + 1, tokens.size()));
    }

    static IndexText index(String createIndex) {
        List<String> tokens = tokens(createIndex);
        int open = tokens.subList(tokens.indexOf("on"), tokens.size()).indexOf("(") + tokens.indexOf("on");
        int close = closing(tokens, open);
        List<String> rest = tokens.subList(close + 1, tokens.size());
        return new IndexText(
                terms(tokens.subList(open + 1, close)),
                rest.isEmpty() ? null : join(simplified(rest.subList(1, rest.size()))));
    }

    private static List<String> tokens(String sql) {
        List<String> tokens = new ArrayList<>();
        Matcher matcher = TOKEN.matcher(sql);
        while (matcher.find()) {
            String token = matcher.group();
            if (token.isBlank() || token.startsWith("--") || token.startsWith("/*")) {
                continue;
            }
            if (PLAIN_QUOTED.matcher(token).matches()) {
                tokens.add(token.substring(1, token.length() - 1));
            } else if (WORD.matcher(token).matches()) {
                tokens.add(token.toLowerCase(Locale.ROOT));
            } else {
                tokens.add(token.equals("!=") ? "<>" : token);
            }
        }
        return tokens;
    }

    private static List<String> terms(List<String> tokens) {
        List<String> terms = new ArrayList<>();
        int start = 0;
        int depth = 0;
        for (int i = 0; i <= tokens.size(); i++) {
            String token = i == tokens.size() ? "," : tokens.get(i);
            depth += token.equals("(") ? 1 : token.equals(")") ? -1 : 0;
            if (depth == 0 && token.equals(",")) {
                terms.add(join(simplified(tokens.subList(start, i))));
                start = i + 1;
            }
        }
        return terms;
    }

    private static @Nullable String constraintName(List<String> tokens, int at) {
        return at >= 2 && tokens.get(at - 2).equals("constraint") ? tokens.get(at - 1) : null;
    }

    private static int closing(List<String> tokens, int open) {
        int depth = 0;
        for (int i = open; i < tokens.size(); i++) {
            depth += tokens.get(i).equals("(") ? 1 : tokens.get(i).equals(")") ? -1 : 0;
            if (depth == 0) {
                return i;
            }
        }
        throw new IllegalArgumentException("no closing parenthesis in " + join(tokens));
    }

    private static List<String> simplified(List<String> tokens) {
        List<String> simple = withoutCasts(tokens);
        int open = 0;
        while (open < simple.size()) {
            if (simple.get(open).equals("(") && isRedundant(simple, open)) {
                simple.remove(closing(simple, open));
                simple.remove(open);
                // An outer pair may enclose a single operand only now.
                open = 0;
            } else {
                open++;
            }
        }
        return withLists(simple);
    }

    private static boolean isRedundant(List<String> tokens, int open) {
        int close = closing(tokens, open);
        boolean enclosesAll = open == 0 && close == tokens.size() - 1;
        boolean isDoubled = open > 0
                && tokens.get(open - 1).equals("(")
                && close + 1 < tokens.size()
                && tokens.get(close + 1).equals(")");
        boolean isOneOperand = close == open + 2 && (open == 0 || !isList(tokens.get(open - 1)));
        return enclosesAll || isDoubled || isOneOperand;
    }

    private static boolean isList(String before) {
        return before.equals("in") || isFunction(before);
    }

    private static boolean isFunction(String before) {
        return WORD.matcher(before).matches() && !OPERATORS.contains(before);
    }

    private static List<String> withoutCasts(List<String> tokens) {
        List<String> kept = new ArrayList<>();
        for (int i = 0; i < tokens.size(); i++) {
            if (tokens.get(i).equals("::")) {
                i = endOfType(tokens, i + 1) - 1;
            } else {
                kept.add(tokens.get(i));
            }
        }
        return kept;
    }

    private static int endOfType(List<String> tokens, int start) {
        int end = start
                + switch (tokens.get(start)) {
                    case "double" -> 2;
                    case "character" -> startsWith(tokens, start + 1, "varying") ? 2 : 1;
                    case "timestamp", "time" ->
                        startsWith(tokens, start + 1, "with") || startsWith(tokens, start + 1, "without") ? 4 : 1;
                    default -> 1;
                };
        if (startsWith(tokens, end, "(")) {
            end = closing(tokens, end) + 1;
        }
        return startsWith(tokens, end, "[") ? end + 2 : end;
    }

    private static boolean startsWith(List<String> tokens, int at, String token) {
        return at < tokens.size() && tokens.get(at).equals(token);
    }

    /** PostgreSQL prints {@code x IN (…)} as {@code x = ANY (ARRAY[…])}. */
    private static List<String> withLists(List<String> tokens) {
        List<String> result = new ArrayList<>(tokens);
        for (int i = 0; i + 4 < result.size(); i++) {
            if (result.subList(i, i + 5).equals(List.of("=", "any", "(", "array", "["))) {
                int end = i + result.subList(i, result.size()).indexOf("]");
                result.remove(end);
                result.subList(i, i + 5).clear();
                result.addAll(i, List.of("in", "("));
            }
        }
        return result;
    }

    private static String join(List<String> tokens) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < tokens.size(); i++) {
            if (i > 0 && isSpaced(tokens.get(i - 1), tokens.get(i))) {
                text.append(' ');
            }
            text.append(tokens.get(i));
        }
        return text.toString();
    }

    private static boolean isSpaced(String before, String token) {
        boolean isTight = before.equals("(")
                || before.equals(".")
                || Set.of(")", ",", ".", "]").contains(token);
        return !isTight && !(token.equals("(") && isFunction(before));
    }
}
