package dev.stoa.debate.receipt;

import dev.stoa.debate.receipt.ReceiptPage.Part;
import dev.stoa.json.JsonFields;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Writes a receipt as one HTML page. For one thread. The page asks nobody for anything: its policy allows its own style
 * and nothing else, so that not even an escape that was forgotten could load or run something.
 */
final class ReceiptHtml {
    private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");
    private static final Pattern NUMBER = Pattern.compile("-?\\d+(\\.\\d+)?");

    private static final String HEAD = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>TITLE</title>
            <style>
            :root { color-scheme: light dark; --text: #1b1f24; --back: #ffffff; --soft: #57606a; --line: #d0d7de;
              --band: #f6f8fa; --mark: #0b5cad; }
            @media (prefers-color-scheme: dark) { :root { --text: #e6edf3; --back: #0d1117; --soft: #9198a1;
              --line: #30363d; --band: #161b22; --mark: #79b8ff; } }
            * { box-sizing: border-box; }
            body { margin: 0 auto; max-width: 64rem; padding: 1.5rem 1rem 3rem; color: var(--text);
              background: var(--back); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
            h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .25rem; }
            h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
            .verdict { border-left: .25rem solid var(--mark); background: var(--band); padding: .75rem 1rem;
              font-size: 1.1rem; white-space: pre-wrap; }
            .wide { overflow-x: auto; }
            table { border-collapse: collapse; width: 100%; font-size: .875rem; }
            th, td { text-align: left; vertical-align: top; padding: .3rem .6rem; border-bottom: 1px solid var(--line);
              overflow-wrap: normal; }
            thead th { color: var(--soft); font-weight: 600; white-space: nowrap; }
            tbody th { font-weight: 600; width: 30%; }
            td.number { text-align: right; font-variant-numeric: tabular-nums; }
            td.long { min-width: 12rem; white-space: pre-wrap; overflow-wrap: anywhere; }
            code, pre { font-family: ui-monospace, monospace; font-size: .8125rem; overflow-wrap: anywhere; }
            td code { display: inline-block; min-width: 12rem; }
            pre { background: var(--band); border: 1px solid var(--line); padding: .75rem 1rem; overflow-x: auto; }
            p.sub { color: var(--soft); margin: 0; }
            @media print { :root { --text: #000; --back: #fff; --band: #fff; --soft: #333; --line: #999; --mark: #000; }
              body { max-width: none; padding: 0; font-size: 10pt; } .wide { overflow: visible; }
              td code { min-width: 0; font-size: 7pt; } h2 { break-after: avoid; } tr { break-inside: avoid; } }
            </style>
            </head>
            <body>
            <main>
            <p class="sub">Receipt of a debate</p>
            <h1>TITLE</h1>
            """;

    private final JsonFields receipt;
    private final StringBuilder out = new StringBuilder();

    ReceiptHtml(Map<String, @Nullable Object> document) {
        this.receipt = JsonFields.of(document);
    }

    String text() {
        String title = escaped(ReceiptPage.title(receipt));
        out.append(HEAD.replace("TITLE", title));
        String before = "";
        for (Part part : ReceiptPage.of(receipt)) {
            switch (part) {
                case Part.Heading heading -> line("<h2>" + escaped(heading.text()) + "</h2>");
                case Part.Text paragraph ->
                    line((before.equals("Verdict") ? "<p class=\"verdict\">" : "<p>") + escaped(paragraph.text())
                            + "</p>");
                case Part.Commands commands -> line("<pre>" + escaped(String.join("\n", commands.lines())) + "</pre>");
                case Part.Table table -> table(table, before);
            }
            before = part instanceof Part.Heading heading ? heading.text() : before;
        }
        line("</main>");
        line("</body>");
        line("</html>");
        return out.toString();
    }

    private void line(String text) {
        out.append(text).append('\n');
    }

    private void table(Part.Table table, String about) {
        boolean facts = table.heads().stream().allMatch(String::isEmpty);
        line("<div class=\"wide\" role=\"region\" tabindex=\"0\" aria-label=\"" + escaped(about) + "\">");
        line("<table>");
        if (!facts) {
            out.append("<thead><tr>");
            table.heads()
                    .forEach(head -> out.append("<th scope=\"col\">")
                            .append(escaped(head))
                            .append("</th>"));
            line("</tr></thead>");
        }
        line("<tbody>");
        for (List<String> row : table.rows()) {
            out.append("<tr>");
            for (int i = 0; i < row.size(); i++) {
                out.append(
                        facts && i == 0
                                ? "<th scope=\"row\">" + escaped(row.get(i)) + "</th>"
                                : cell(row.get(i), facts));
            }
            line("</tr>");
        }
        line("</tbody>");
        line("</table>");
        line("</div>");
    }

    private static String cell(String text, boolean fact) {
        if (HASH.matcher(text).matches()) {
            return "<td><code>" + text + "</code></td>";
        }
        if (!fact && NUMBER.matcher(text).matches()) {
            return "<td class=\"number\">" + text + "</td>";
        }
        return (text.length() > 40 ? "<td class=\"long\">" : "<td>") + escaped(text) + "</td>";
    }

    /** No mark of HTML is left, within a text or an attribute; controls, which HTML forbids, become spaces. */
    static String escaped(String text) {
        StringBuilder escaped = new StringBuilder();
        text.codePoints().forEach(c -> {
            switch (c) {
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '&' -> escaped.append("&amp;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                default -> escaped.appendCodePoint(Character.isISOControl(c) && c != '\n' ? ' ' : c);
            }
        });
        return escaped.toString();
    }
}
