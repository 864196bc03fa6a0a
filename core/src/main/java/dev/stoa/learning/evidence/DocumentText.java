package dev.stoa.learning.evidence;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jspecify.annotations.Nullable;

/** The passages of text in its several forms. Stateless, safe from any thread. */
final class DocumentText {
    private static final Pattern PARAGRAPH = Pattern.compile("\\R\\s*\\R");
    private static final Pattern HEADING = Pattern.compile("#{1,6}\\s+(.+?)\\s*#*");
    private static final Pattern FENCE = Pattern.compile("\\s*(```|~~~).*");

    private DocumentText() {}

    /** The title a document gives itself, if any, and its passages. */
    record Parts(@Nullable String title, List<PassageCutter.Cut> passages) {}

    /** Paragraphs that blank lines separate. */
    static Parts plain(String text) {
        PassageCutter cutter = new PassageCutter();
        PARAGRAPH.splitAsStream(text).forEach(cutter::block);
        return new Parts(null, cutter.cuts());
    }

    /** Markdown: its headings begin sections, and its first is the title; the text stays as it was written. */
    static Parts markdown(String text) {
        PassageCutter cutter = new PassageCutter();
        StringBuilder block = new StringBuilder();
        String title = null;
        boolean fenced = false;
        for (String line : text.lines().toList()) {
            boolean fence = FENCE.matcher(line).matches();
            fenced = fence != fenced;
            Matcher heading = HEADING.matcher(line);
            if (!fenced && !fence && heading.matches()) {
                cutter.block(block.toString()).heading(heading.group(1));
                block.setLength(0);
                title = title == null ? heading.group(1) : title;
            } else if (!fenced && line.isBlank()) {
                cutter.block(block.toString());
                block.setLength(0);
            } else {
                block.append(line).append('\n');
            }
        }
        return new Parts(title, cutter.block(block.toString()).cuts());
    }

    /** The visible text of HTML, block by block; scripts, styles and navigation are none. */
    static Parts html(String text) {
        org.jsoup.nodes.Document page = Jsoup.parse(text);
        page.select("script, style, noscript, template, nav, svg, iframe").remove();
        PassageCutter cutter = new PassageCutter();
        StringBuilder line = new StringBuilder();
        walk(page.body(), cutter, line);
        cutter.block(line.toString());
        String title = page.title().isBlank() ? null : page.title().strip();
        return new Parts(title, cutter.cuts());
    }

    private static void walk(Element element, PassageCutter cutter, StringBuilder line) {
        for (Node node : element.childNodes()) {
            if (node instanceof TextNode text) {
                line.append(text.text());
            } else if (node instanceof Element child) {
                if (child.normalName().matches("h[1-6]")) {
                    flush(cutter, line);
                    if (!child.text().isBlank()) {
                        cutter.heading(child.text());
                    }
                } else if (child.normalName().equals("pre")) {
                    flush(cutter, line);
                    cutter.block(child.wholeText());
                } else if (child.normalName().equals("br")) {
                    line.append('\n');
                } else if (child.isBlock() || child.normalName().matches("td|th")) {
                    flush(cutter, line);
                    walk(child, cutter, line);
                    flush(cutter, line);
                } else {
                    walk(child, cutter, line);
                }
            }
        }
    }

    private static void flush(PassageCutter cutter, StringBuilder line) {
        cutter.block(line.toString());
        line.setLength(0);
    }
}
