package dev.stoa.cli.society;

import dev.stoa.base.Page;
import dev.stoa.base.Times;
import dev.stoa.cli.console.Columns;
import dev.stoa.cli.console.Screen;
import dev.stoa.cli.text.TerminalText;
import dev.stoa.society.context.ContextHit;
import dev.stoa.society.context.ContextHits;
import dev.stoa.society.knowledge.DomainTree;
import dev.stoa.society.knowledge.Fact;
import dev.stoa.society.knowledge.FactDetail;
import dev.stoa.society.note.Note;
import dev.stoa.society.note.NoteChain;
import dev.stoa.society.note.NoteDetail;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Notes, knowledge and what was found, for people. Stateless. */
final class SocietyText {
    private static final int SHORT = 8;
    private static final int CUT = 80;

    private SocietyText() {}

    /** The end of an id, which is enough to name a row. */
    static String shortId(String id) {
        return id.length() <= SHORT ? id : id.substring(id.length() - SHORT);
    }

    static List<String> notes(Page<Note> page) {
        Columns columns = new Columns();
        page.items()
                .forEach(note -> columns.row(
                        shortId(note.id()),
                        note.core() ? "core" : "-",
                        Screen.clean(note.topic()),
                        Screen.cut(note.message(), CUT)));
        return more(columns.lines(), page, "no notes");
    }

    static List<String> facts(Page<Fact> page) {
        Columns columns = new Columns();
        page.items()
                .forEach(fact -> columns.row(
                        shortId(fact.id()),
                        Screen.clean(fact.domain()),
                        fact.trust().text(),
                        share(fact.effectiveConfidence()),
                        Screen.cut(fact.content(), CUT)));
        return more(columns.lines(), page, "no knowledge in this domain");
    }

    /** The lines of a page, and how to get those after them. */
    static List<String> more(List<String> shown, Page<?> page, String none) {
        if (page.items().isEmpty()) {
            return List.of(none);
        }
        List<String> lines = new ArrayList<>(shown);
        if (page.next() != null) {
            lines.add("more: --cursor " + page.next());
        }
        return lines;
    }

    static List<String> note(NoteDetail detail) {
        Note note = detail.note();
        List<String> lines = new ArrayList<>();
        lines.add("note " + note.id() + " of " + note.identity() + ", topic " + Screen.clean(note.topic())
                + (note.core() ? ", core" : "") + (note.isPublic() ? ", public" : "")
                + (note.isLive() ? "" : ", archived") + ", trust "
                + note.trust().text());
        lines.add("written " + Times.show(note.at()) + ", source " + note.source());
        add(lines, "shared with", String.join(", ", note.sharedWith()));
        add(lines, "replaces", String.join(", ", note.parents()));
        add(lines, "why", note.synthesisNote());
        add(lines, "replaced by", note.supersededBy());
        add(lines, "anchors", note.codeAnchors());
        text(lines, note.message());
        for (NoteDetail.Revision revision : detail.revisions()) {
            lines.add("before " + Times.show(revision.changedAt()) + ": " + Screen.cut(revision.message(), CUT));
        }
        detail.related()
                .forEach(hit -> lines.add("related " + shortId(hit.id()) + ": " + Screen.cut(hit.snippet(), CUT)));
        return lines;
    }

    static List<String> fact(FactDetail detail) {
        Fact fact = detail.fact();
        List<String> lines = new ArrayList<>();
        lines.add("knowledge " + fact.id() + " of " + fact.identity() + " in " + Screen.clean(fact.domain())
                + (fact.isLive() ? "" : ", archived"));
        lines.add("trust " + fact.trust().text() + ", confidence " + share(fact.effectiveConfidence()) + " ("
                + (fact.confidence() == null ? "not stated" : "stated " + share(fact.confidence())) + ", "
                + fact.confirms() + " confirm, " + fact.disputes() + " dispute)");
        fact.sources().forEach(source -> add(lines, "source", source));
        add(lines, "replaces", fact.replaces());
        add(lines, "replaced by", fact.replacedBy());
        text(lines, fact.content());
        detail.reviews()
                .forEach(said -> lines.add(said.identity() + ": "
                        + said.verdict().text() + (said.reason() == null ? "" : ", " + Screen.clean(said.reason()))));
        return lines;
    }

    static List<String> chain(NoteChain chain) {
        Columns columns = new Columns();
        chain.successors().reversed().forEach(link -> columns.row("+" + link.distance(), line(link.note())));
        columns.row("0", line(chain.start()));
        chain.predecessors().forEach(link -> columns.row("-" + link.distance(), line(link.note())));
        List<String> lines = new ArrayList<>(columns.lines());
        if (chain.truncated()) {
            lines.add("there is more: --limit");
        }
        return lines;
    }

    private static String line(Note note) {
        return shortId(note.id()) + "  " + Screen.cut(note.message(), CUT);
    }

    static List<String> tree(DomainTree root) {
        List<String> lines = new ArrayList<>();
        root.children().forEach(child -> branch(lines, child, ""));
        return lines.isEmpty() ? List.of("no knowledge in this domain") : lines;
    }

    private static void branch(List<String> lines, DomainTree tree, String indent) {
        lines.add(indent + Screen.clean(tree.name()) + "  " + tree.count()
                + (tree.total() == tree.count() ? "" : " of " + tree.total()));
        tree.children().forEach(child -> branch(lines, child, indent + "  "));
    }

    static List<String> hits(ContextHits hits) {
        if (hits.terms().isEmpty()) {
            return List.of("the query has no words to search for");
        }
        if (hits.items().isEmpty()) {
            return List.of("no results");
        }
        List<String> lines = new ArrayList<>();
        for (ContextHit hit : hits.items()) {
            lines.add(share(hit.score()) + "  " + Screen.clean(hit.ref()) + head(hit));
            lines.add("      " + Screen.clean(hit.snippet()));
        }
        return lines;
    }

    private static String head(ContextHit hit) {
        String place = hit.topic() != null ? hit.topic() : hit.domain() != null ? hit.domain() : hit.channel();
        return (hit.identity() == null ? "" : "  " + hit.identity())
                + (place == null ? "" : "  " + Screen.clean(place));
    }

    private static void text(List<String> lines, String text) {
        lines.addAll(TerminalText.quoted("| ", text));
    }

    private static void add(List<String> lines, String label, @Nullable String value) {
        if (value != null && !value.isEmpty()) {
            lines.add(label + " " + Screen.clean(value));
        }
    }

    private static String share(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }
}
