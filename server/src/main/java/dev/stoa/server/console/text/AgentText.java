package dev.stoa.server.console.text;

import gg.jte.Content;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;

/**
 * What an agent, a document or a model says, as markup. Stateless, safe from any thread.
 *
 * <p>It is read as Markdown with tables, and {@link ClosedSet} writes what was understood. A text that is longer than
 * 64 KiB, nested deeper than 64, or small but made to grow is shown as it is, without any markup. Templates put it into
 * {@code <div class="said" hx-disable>}.
 */
public final class AgentText {
    static final int MOST_BYTES = 64 * 1024;
    /** Cells of one table: short rows are filled up, so that few lines could make millions. */
    static final int MOST_CELLS = 2_000;

    /** Above the depth at which a text is shown as it is, so that depth is seen and not flattened. */
    private static final int MOST_OPEN = 2 * ClosedSet.MOST_DEPTH;

    private static final Parser PARSER = Parser.builder()
            .extensions(List.of(TablesExtension.builder().maxCells(MOST_CELLS).build()))
            .maxOpenBlockParsers(MOST_OPEN)
            .maxInlineNesting(MOST_OPEN)
            .build();

    private AgentText() {}

    public static Content of(String text) {
        String visible = Visible.text(text);
        return new Markup(read(text, visible).flatMap(ClosedSet::write).orElseGet(() -> plain(visible)));
    }

    private static Optional<Node> read(String text, String visible) {
        if (text.length() > MOST_BYTES || text.getBytes(StandardCharsets.UTF_8).length > MOST_BYTES) {
            return Optional.empty();
        }
        try {
            return Optional.of(PARSER.parse(visible));
        } catch (RuntimeException tooManyCellsOrUnreadable) {
            // Whatever the parser does not take, one text must not cost the reader the page that it stands on.
            return Optional.empty();
        }
    }

    private static String plain(String visible) {
        StringBuilder out = new StringBuilder(visible.length() + 16);
        // A browser leaves out a line end at the beginning, so it gets one to leave out.
        out.append(visible.startsWith("\n") ? "<pre>\n" : "<pre>");
        Visible.escape(visible, out);
        return out.append("</pre>").toString();
    }
}
