package dev.stoa.evolution.judge;

import dev.stoa.base.Nearest;
import dev.stoa.evolution.judge.Expression.Names;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Reads one expression by recursive descent. For one thread and one text. Depth and number of parts are counted while
 * it reads, so that a hostile text ends it before the stack does.
 */
final class ExpressionParser {
    /** How many values a function takes. */
    private record Arity(int least, int most) {
        @Override
        public String toString() {
            return least == most ? "" + least : least + " to " + most;
        }
    }

    private static final Map<String, Arity> FUNCTIONS = Map.of(
            "min", new Arity(2, 16),
            "max", new Arity(2, 16),
            "abs", new Arity(1, 1),
            "floor", new Arity(1, 1),
            "round", new Arity(1, 1),
            "clamp", new Arity(3, 3),
            "if", new Arity(3, 3));

    private final String text;
    private final Names names;
    private int at;
    private int nodes;
    private int depth;

    ExpressionParser(String text, Names names) {
        this.text = text;
        this.names = names;
    }

    Node parse() {
        Node root = or();
        space();
        if (at < text.length()) {
            throw wrong("unexpected " + shownHere());
        }
        return root;
    }

    private Node or() {
        Node left = and();
        while (take("||")) {
            left = logic(false, left, and());
        }
        return left;
    }

    private Node and() {
        Node left = equality();
        while (take("&&")) {
            left = logic(true, left, equality());
        }
        return left;
    }

    private Node logic(boolean and, Node left, Node right) {
        need(left, ValueType.TRUTH, and ? "&&" : "||");
        need(right, ValueType.TRUTH, and ? "&&" : "||");
        return counted(new Node.Logic(and, left, right));
    }

    private Node equality() {
        Node left = order();
        while (true) {
            String sign = take("==") ? "==" : take("!=") ? "!=" : null;
            if (sign == null) {
                return left;
            }
            Node right = order();
            boolean nothing = left.type() == ValueType.NULL || right.type() == ValueType.NULL;
            if (!nothing && !left.type().fits(right.type())) {
                throw wrong(sign + " compares " + left.type() + " with " + right.type());
            }
            left = counted(new Node.Comparison(sign, left, right));
        }
    }

    private Node order() {
        Node left = sum();
        while (true) {
            String sign = take("<=") ? "<=" : take(">=") ? ">=" : take("<") ? "<" : take(">") ? ">" : null;
            if (sign == null) {
                return left;
            }
            Node right = sum();
            for (Node side : List.of(left, right)) {
                if (side.type() != ValueType.NULL) {
                    need(side, ValueType.NUMBER, sign);
                }
            }
            left = counted(new Node.Comparison(sign, left, right));
        }
    }

    private Node sum() {
        Node left = product();
        while (true) {
            char sign = take("+") ? '+' : take("-") ? '-' : 0;
            if (sign == 0) {
                return left;
            }
            left = arithmetic(sign, left, product());
        }
    }

    private Node product() {
        Node left = unary();
        while (true) {
            char sign = take("*") ? '*' : take("/") ? '/' : take("%") ? '%' : 0;
            if (sign == 0) {
                return left;
            }
            left = arithmetic(sign, left, unary());
        }
    }

    private Node arithmetic(char sign, Node left, Node right) {
        need(left, ValueType.NUMBER, String.valueOf(sign));
        need(right, ValueType.NUMBER, String.valueOf(sign));
        return counted(new Node.Arithmetic(sign, left, right));
    }

    private Node unary() {
        space();
        char sign = take("-") ? '-' : at < text.length() && text.charAt(at) == '!' && !ahead("!=") ? '!' : 0;
        if (sign == 0) {
            return primary();
        }
        if (sign == '!') {
            at++;
        }
        enter();
        Node of = unary();
        depth--;
        need(of, sign == '!' ? ValueType.TRUTH : ValueType.NUMBER, String.valueOf(sign));
        return counted(new Node.Unary(sign, of));
    }

    private Node primary() {
        space();
        if (at >= text.length()) {
            throw wrong("ends where a value is needed");
        }
        char first = text.charAt(at);
        if (take("(")) {
            enter();
            Node inner = or();
            depth--;
            close();
            return inner;
        }
        if (first == '\'') {
            return quoted();
        }
        if (digit(first) || first == '.') {
            return number();
        }
        if (letter(first)) {
            return word();
        }
        throw wrong("unexpected " + shownHere());
    }

    private Node quoted() {
        int end = text.indexOf('\'', at + 1);
        if (end < 0) {
            throw wrong("the text has no closing '");
        }
        String value = text.substring(at + 1, end);
        at = end + 1;
        return counted(new Node.Literal(value, ValueType.TEXT));
    }

    private Node number() {
        int start = at;
        digits();
        if (at < text.length() && text.charAt(at) == '.') {
            at++;
            digits();
        }
        if (at < text.length() && (text.charAt(at) == 'e' || text.charAt(at) == 'E')) {
            at++;
            if (at < text.length() && (text.charAt(at) == '+' || text.charAt(at) == '-')) {
                at++;
            }
            digits();
        }
        String digits = text.substring(start, at);
        double value;
        try {
            value = Double.parseDouble(digits);
        } catch (NumberFormatException e) {
            at = start;
            throw wrong("'" + digits + "' is not a number");
        }
        if (!Double.isFinite(value)) {
            at = start;
            throw wrong("'" + digits + "' is beyond the numbers");
        }
        return counted(new Node.Literal(value, ValueType.NUMBER));
    }

    private void digits() {
        while (at < text.length() && digit(text.charAt(at))) {
            at++;
        }
    }

    private Node word() {
        int start = at;
        while (at < text.length() && (letter(text.charAt(at)) || digit(text.charAt(at)) || text.charAt(at) == '.')) {
            at++;
        }
        String name = text.substring(start, at);
        space();
        if (at < text.length() && text.charAt(at) == '(') {
            return call(name, start);
        }
        switch (name) {
            case "true" -> {
                return counted(new Node.Literal(true, ValueType.TRUTH));
            }
            case "false" -> {
                return counted(new Node.Literal(false, ValueType.TRUTH));
            }
            case "null" -> {
                return counted(new Node.Literal(null, ValueType.NULL));
            }
            default -> {}
        }
        ValueType type = names.type(name);
        if (type == null) {
            at = start;
            throw wrong("unknown name " + shown(name));
        }
        return counted(new Node.Name(name, type));
    }

    private Node call(String name, int start) {
        Arity arity = FUNCTIONS.get(name);
        if (arity == null) {
            at = start;
            throw wrong("unknown function " + shown(name)
                    + Nearest.of(name, FUNCTIONS.keySet().stream().sorted().toList())
                            .map(near -> "; did you mean " + near + "?")
                            .orElse(""));
        }
        at++;
        enter();
        List<Node> arguments = new ArrayList<>();
        if (!take(")")) {
            do {
                arguments.add(or());
            } while (take(","));
            close();
        }
        depth--;
        if (arguments.size() < arity.least() || arguments.size() > arity.most()) {
            at = start;
            throw wrong(name + " takes " + arity + " values, not " + arguments.size());
        }
        if (name.equals("if")) {
            need(arguments.get(0), ValueType.TRUTH, "if");
            ValueType yes = arguments.get(1).type();
            ValueType no = arguments.get(2).type();
            return counted(new Node.Choice(
                    arguments.get(0), arguments.get(1), arguments.get(2), yes == no ? yes : ValueType.ANY));
        }
        arguments.forEach(argument -> need(argument, ValueType.NUMBER, name));
        return counted(new Node.Call(name, List.copyOf(arguments)));
    }

    private void close() {
        if (!take(")")) {
            throw wrong(at < text.length() ? "needs ) before " + shownHere() : "has no closing )");
        }
    }

    private void need(Node node, ValueType wanted, String where) {
        if (!node.type().fits(wanted)) {
            throw wrong(where + " needs " + wanted + ", not " + node.type());
        }
    }

    private void enter() {
        if (++depth >= Expression.MOST_DEPTH) {
            throw wrong("is nested deeper than " + Expression.MOST_DEPTH);
        }
    }

    private <N extends Node> N counted(N node) {
        if (++nodes > Expression.MOST_NODES) {
            throw wrong("has more than " + Expression.MOST_NODES + " parts");
        }
        return node;
    }

    private boolean take(String sign) {
        space();
        if (!ahead(sign)) {
            return false;
        }
        at += sign.length();
        return true;
    }

    private boolean ahead(String sign) {
        return text.startsWith(sign, at);
    }

    private void space() {
        while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t' || text.charAt(at) == '\n')) {
            at++;
        }
    }

    private static boolean letter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    }

    private static boolean digit(char c) {
        return c >= '0' && c <= '9';
    }

    private String shownHere() {
        return shown(text.substring(at, text.offsetByCodePoints(at, 1)));
    }

    private static String shown(String part) {
        StringBuilder out = new StringBuilder("'");
        part.codePoints().limit(60).forEach(point -> {
            if (Character.isISOControl(point) || Character.getType(point) == Character.FORMAT || point == 0x2028) {
                out.append(String.format("\\u%04x", point));
            } else {
                out.appendCodePoint(point);
            }
        });
        return out.append("'").toString();
    }

    private ExpressionException wrong(String message) {
        return new ExpressionException("column " + (at + 1) + ": " + message);
    }
}
