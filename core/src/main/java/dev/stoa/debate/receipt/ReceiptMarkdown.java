package dev.stoa.debate.receipt;

import dev.stoa.debate.receipt.ReceiptPage.Part;
import dev.stoa.json.JsonFields;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes a receipt in Markdown. For one thread. What agents said cannot become markup, nor HTML within it. */
final class ReceiptMarkdown {
    private static final String SPECIAL = "\\`*_{}[]()#+-!|~>$@:";

    private final JsonFields receipt;
    private final StringBuilder out = new StringBuilder();

    ReceiptMarkdown(Map<String, @Nullable Object> document) {
        this.receipt = JsonFields.of(document);
    }

    String text() {
        out.append("# ").append(escaped(ReceiptPage.title(receipt))).append('\n');
        for (Part part : ReceiptPage.of(receipt)) {
            out.append('\n');
            switch (part) {
                case Part.Heading heading ->
                    out.append("## ").append(heading.text()).append('\n');
                case Part.Text paragraph ->
                    out.append(escaped(paragraph.text())).append('\n');
                case Part.Commands commands -> {
                    out.append("```console\n");
                    commands.lines()
                            .forEach(line -> out.append("$ ").append(line).append('\n'));
                    out.append("```\n");
                }
                case Part.Table table -> table(table);
            }
        }
        return out.toString();
    }

    private void table(Part.Table table) {
        row(table.heads());
        row(Collections.nCopies(table.heads().size(), null));
        table.rows().forEach(this::row);
    }

    private void row(List<? extends @Nullable String> cells) {
        cells.forEach(cell ->
                out.append("| ").append(cell == null ? "---" : escaped(cell)).append(' '));
        out.append("|\n");
    }

    /** Every mark that could mean something gets a backslash or an entity; a line break a space, as a cell is one line. */
    static String escaped(String text) {
        StringBuilder escaped = new StringBuilder();
        text.strip().codePoints().forEach(c -> {
            if (c == '<' || c == '&') {
                escaped.append(c == '<' ? "&lt;" : "&amp;");
            } else if (c < 128 && SPECIAL.indexOf(c) >= 0) {
                escaped.append('\\').appendCodePoint(c);
            } else {
                escaped.appendCodePoint(Character.isISOControl(c) || c == 0x2028 || c == 0x2029 ? ' ' : c);
            }
        });
        return escaped.toString();
    }
}
