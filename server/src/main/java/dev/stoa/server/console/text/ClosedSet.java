package dev.stoa.server.console.text;

import java.util.Optional;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TableBody;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.ext.gfm.tables.TableHead;
import org.commonmark.ext.gfm.tables.TableRow;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.BlockQuote;
import org.commonmark.node.BulletList;
import org.commonmark.node.Code;
import org.commonmark.node.CustomBlock;
import org.commonmark.node.CustomNode;
import org.commonmark.node.Emphasis;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Image;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Link;
import org.commonmark.node.LinkReferenceDefinition;
import org.commonmark.node.ListBlock;
import org.commonmark.node.ListItem;
import org.commonmark.node.Node;
import org.commonmark.node.OrderedList;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.StrongEmphasis;
import org.commonmark.node.Text;
import org.commonmark.node.ThematicBreak;
import org.jspecify.annotations.Nullable;

/**
 * The writer of the only markup that a foreign text can become: paragraphs, breaks, emphasis, code, lists, quotes,
 * rules, tables, headings of the two lowest levels, and links to other hosts. All else is written as text, also what
 * Markdown would hide (HTML, titles, definitions of links), since agents read it and people should see what they read.
 */
final class ClosedSet extends AbstractVisitor {
    static final int MOST_DEPTH = 64;
    /** Of markup: definitions of links let a small text grow with the square of its size. */
    static final int MOST_WRITTEN = 1024 * 1024;

    private static final int LONGEST_ADDRESS = 60;

    private final StringBuilder out = new StringBuilder();
    private int depth;
    private boolean linked;

    private ClosedSet() {}

    /** The markup of a document; empty if it is nested too deep or grows too long. */
    static Optional<String> write(Node document) {
        ClosedSet set = new ClosedSet();
        try {
            document.accept(set);
            return Optional.of(set.out.toString());
        } catch (TooMuchException e) {
            return Optional.empty();
        }
    }

    @Override
    public void visit(Paragraph paragraph) {
        Node item = paragraph.getParent();
        if (item instanceof ListItem && item.getParent() instanceof ListBlock list && list.isTight()) {
            visitChildren(paragraph);
        } else {
            element("p", paragraph);
        }
    }

    @Override
    public void visit(Heading heading) {
        element(heading.getLevel() <= 2 ? "h5" : "h6", heading);
    }

    @Override
    public void visit(BlockQuote quote) {
        element("blockquote", quote);
    }

    @Override
    public void visit(BulletList list) {
        element("ul", list);
    }

    @Override
    public void visit(OrderedList list) {
        Integer start = list.getMarkerStartNumber();
        open("ol", start == null || start == 1 ? "" : " start=\"" + start + "\"");
        visitChildren(list);
        close("ol");
    }

    @Override
    public void visit(ListItem item) {
        element("li", item);
    }

    @Override
    public void visit(ThematicBreak rule) {
        out.append("<hr>");
    }

    @Override
    public void visit(FencedCodeBlock code) {
        String info = code.getInfo();
        if (info != null && !info.isBlank()) {
            open("p", "");
            code(info);
            close("p");
        }
        block(code.getLiteral());
    }

    @Override
    public void visit(IndentedCodeBlock code) {
        block(code.getLiteral());
    }

    @Override
    public void visit(HtmlBlock html) {
        open("p", "");
        text(html.getLiteral());
        close("p");
    }

    @Override
    public void visit(LinkReferenceDefinition definition) {
        open("p", "");
        text("[" + definition.getLabel() + "]: " + definition.getDestination());
        title(definition.getTitle());
        close("p");
    }

    @Override
    public void visit(CustomBlock block) {
        if (block instanceof TableBlock) {
            element("table", block);
        } else {
            visitChildren(block);
        }
    }

    @Override
    public void visit(CustomNode node) {
        switch (node) {
            case TableHead head -> element("thead", head);
            case TableBody body -> element("tbody", body);
            case TableRow row -> element("tr", row);
            case TableCell cell -> element(cell.isHeader() ? "th" : "td", cell);
            default -> visitChildren(node);
        }
    }

    @Override
    public void visit(Text text) {
        text(text.getLiteral());
    }

    @Override
    public void visit(HtmlInline html) {
        text(html.getLiteral());
    }

    @Override
    public void visit(SoftLineBreak end) {
        out.append('\n');
    }

    @Override
    public void visit(HardLineBreak end) {
        out.append("<br>");
    }

    @Override
    public void visit(Emphasis emphasis) {
        element("em", emphasis);
    }

    @Override
    public void visit(StrongEmphasis emphasis) {
        element("strong", emphasis);
    }

    @Override
    public void visit(Code code) {
        code(code.getLiteral());
    }

    @Override
    public void visit(Image image) {
        String address = Visible.text(image.getDestination());
        String place = Target.of(address).map(Target::host).orElseGet(() -> Plain.of(address, LONGEST_ADDRESS));
        text("[image: " + AltText.of(image) + " → " + place + "]");
        title(image.getTitle());
    }

    @Override
    public void visit(Link link) {
        String address = Visible.text(link.getDestination());
        Optional<Target> target = Target.of(address);
        if (linked || (isAddress(link) && target.isEmpty())) {
            // An address in angle brackets within a link is a link of its own to the parser, but not to a browser.
            visitChildren(link);
        } else if (target.isPresent()) {
            linked = true;
            open(
                    "a",
                    " href=\"" + escaped(target.get().href())
                            + "\" rel=\"nofollow noopener noreferrer ugc\" target=\"_blank\"");
            visitChildren(link);
            text(" → " + target.get().host());
            close("a");
            linked = false;
        } else {
            text("[");
            visitChildren(link);
            text("](" + address + ")");
        }
        title(link.getTitle());
    }

    /** Whether the text of a link is its address, as it is between angle brackets. */
    private static boolean isAddress(Link link) {
        return link.getFirstChild() instanceof Text text
                && text.getNext() == null
                && (link.getDestination().equals(text.getLiteral())
                        || link.getDestination().equals("mailto:" + text.getLiteral()));
    }

    private void title(@Nullable String title) {
        if (title != null) {
            text(" \"" + title + "\"");
        }
    }

    private void block(String literal) {
        open("pre", "");
        code(literal);
        close("pre");
    }

    private void code(String literal) {
        open("code", "");
        text(literal);
        close("code");
    }

    private void element(String name, Node node) {
        open(name, "");
        visitChildren(node);
        close(name);
    }

    private void open(String name, String attributes) {
        depth++;
        out.append('<').append(name).append(attributes).append('>');
        bounded();
    }

    private void close(String name) {
        depth--;
        out.append("</").append(name).append('>');
    }

    private void text(String text) {
        Visible.escape(text, out);
        bounded();
    }

    private void bounded() {
        if (depth > MOST_DEPTH || out.length() > MOST_WRITTEN) {
            throw new TooMuchException();
        }
    }

    private static String escaped(String text) {
        StringBuilder out = new StringBuilder(text.length() + 16);
        Visible.escape(text, out);
        return out.toString();
    }

    /** The words within an image, whatever markup they would have. */
    private static final class AltText extends AbstractVisitor {
        private final StringBuilder words = new StringBuilder();

        static String of(Image image) {
            AltText text = new AltText();
            text.visitChildren(image);
            return text.words.toString();
        }

        @Override
        public void visit(Text text) {
            words.append(text.getLiteral());
        }

        @Override
        public void visit(Code code) {
            words.append(code.getLiteral());
        }

        @Override
        public void visit(HtmlInline html) {
            words.append(html.getLiteral());
        }

        @Override
        public void visit(SoftLineBreak end) {
            words.append(' ');
        }

        @Override
        public void visit(HardLineBreak end) {
            words.append(' ');
        }
    }

    private static final class TooMuchException extends RuntimeException {
        private static final long serialVersionUID = 1;

        TooMuchException() {
            super("too much markup", null, false, false);
        }
    }
}
