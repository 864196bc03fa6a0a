package dev.stoa.cli.society;

import dev.stoa.cli.text.TerminalText;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Hands on what is exported in parts, without anything that a terminal would obey. Used by one thread. */
final class SafeAppendable implements Appendable {
    private final PrintWriter out;
    private final UnaryOperator<String> safe;

    private SafeAppendable(PrintWriter out, UnaryOperator<String> safe) {
        this.out = out;
        this.safe = safe;
    }

    static SafeAppendable of(PrintWriter out, boolean json) {
        return new SafeAppendable(out, json ? SafeAppendable::document : SafeAppendable::text);
    }

    private static String document(String json) {
        // The line break after the document is the only one that is not inside a text.
        return json.endsWith("\n") ? TerminalText.escaped(json.stripTrailing()) + "\n" : TerminalText.escaped(json);
    }

    private static String text(String text) {
        return Arrays.stream(text.split("\n", -1)).map(TerminalText::part).collect(Collectors.joining("\n"));
    }

    @Override
    public Appendable append(CharSequence text) {
        out.append(safe.apply(text.toString()));
        return this;
    }

    @Override
    public Appendable append(CharSequence text, int start, int end) {
        return append(text.subSequence(start, end));
    }

    @Override
    public Appendable append(char character) {
        return append(String.valueOf(character));
    }
}
