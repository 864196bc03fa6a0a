package dev.stoa.server.console.learn;

import dev.stoa.server.console.chart.Axis;
import dev.stoa.server.console.chart.Bars;
import dev.stoa.server.console.chart.Tone;
import dev.stoa.server.console.text.Language;
import dev.stoa.server.console.view.Doc;
import dev.stoa.server.console.view.Links;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What was recalled, and why. Immutable.
 *
 * @param hits what came back, the best first
 * @param bars the score of each, of its terms
 * @param cut what would have come back otherwise
 * @param note what is to be known besides; may be empty
 */
public record RecallView(List<Hit> hits, Bars bars, List<Cut> cut, String note) {
    /** No bars. */
    public static final Bars NONE = new Bars("Scores", Axis.number("score", 0, 1), false, List.of());

    private static final int NAME = 26;
    private static final List<String> TERMS = List.of("lexical", "semantic", "retention");
    private static final List<Tone> TONES = List.of(Tone.A, Tone.B, Tone.C);

    public RecallView {
        hits = List.copyOf(hits);
        cut = List.copyOf(cut);
    }

    /**
     * A memory that came back.
     *
     * @param marks where the matched words stand in its text
     */
    public record Hit(Doc doc, List<Term> terms, List<List<Integer>> marks) {
        public Hit {
            terms = List.copyOf(terms);
            marks = List.copyOf(marks);
        }

        public Doc memory() {
            return doc.doc("memory");
        }

        public String href() {
            return Links.to("memory", memory().raw("id"));
        }

        public String trust() {
            return Lineage.trust(memory());
        }

        public String age() {
            return Tiers.time(doc.real("terms.retention.age_seconds"));
        }

        public String halfLife() {
            return Tiers.time(doc.real("terms.retention.half_life_seconds"));
        }
    }

    /** A term of a score: its value times its weight. */
    public record Term(String name, double value, double weight) {
        public double product() {
            return value * weight;
        }

        /** The term as {@code 0.375 × 0.20 = 0.075}. */
        public String said() {
            return String.format(Locale.ROOT, "%.3f × %.2f = %.3f", value, weight, product());
        }
    }

    /** A memory that did not come back. */
    public record Cut(Doc doc, String why) {
        public String href() {
            return Links.to("memory", doc.raw("memory.id"));
        }
    }

    /** What was asked for beside the words; empty where nothing was. */
    public record Bound(String tier, String trust, int most) {}

    /**
     * The view of two answers.
     *
     * @param all what comes back for the same words without filters
     */
    public static RecallView of(Doc recalled, List<Doc> all, Bound asked) {
        List<Hit> hits = recalled.docs("items").stream().map(RecallView::hit).toList();
        Set<String> shown = hits.stream().map(hit -> hit.memory().raw("id")).collect(Collectors.toSet());
        List<Cut> cut = all.stream()
                .filter(hit -> !shown.contains(hit.raw("memory.id")))
                .map(hit -> new Cut(hit, why(hit, asked)))
                .toList();
        Bars bars = new Bars(
                "Scores",
                Axis.number("score", 0, 1),
                false,
                hits.stream().map(RecallView::bar).toList());
        return new RecallView(hits, bars, cut, recalled.text("note"));
    }

    private static String why(Doc hit, Bound asked) {
        String tier = hit.text("memory.tier", NAME);
        if (!asked.tier().isEmpty() && !asked.tier().equals(tier)) {
            return "its tier is " + tier;
        }
        String trust = hit.text("memory.trust", NAME);
        return !asked.trust().isEmpty() && isBelow(trust, asked.trust())
                ? "its trust is " + trust
                : Language.t("not among the best {0}", asked.most());
    }

    private static boolean isBelow(String trust, String least) {
        List<String> words = List.of("untrusted", "agent", "confirmed", "human");
        return words.indexOf(trust) < words.indexOf(least);
    }

    private static Hit hit(Doc doc) {
        List<Term> terms = new ArrayList<>();
        for (String name : TERMS) {
            Doc term = doc.doc("terms." + name);
            if (term.has("value")) {
                terms.add(new Term(name, term.real("value"), term.real("weight")));
            }
        }
        return new Hit(doc, terms, marks(doc.raw("memory.content"), doc.texts("terms.lexical.matched")));
    }

    private static Bars.Bar bar(Hit hit) {
        List<Bars.Part> parts = hit.terms().stream()
                .map(term -> new Bars.Part(term.name(), TONES.get(TERMS.indexOf(term.name())), term.product()))
                .toList();
        return new Bars.Bar(hit.memory().text("content", NAME), parts, null, null, "", hit.href());
    }

    /** Where words of a text are matched ones, whatever their endings, as pairs of places in code points. */
    static List<List<Integer>> marks(String text, List<String> matched) {
        List<List<Integer>> marks = new ArrayList<>();
        int[] points = text.codePoints().toArray();
        for (int i = 0; i < points.length; ) {
            int end = i;
            while (end < points.length && Character.isLetterOrDigit(points[end])) {
                end++;
            }
            String word = new String(points, i, end - i).toLowerCase(Locale.ROOT);
            if (matched.stream().anyMatch(each -> isAlike(word, each.toLowerCase(Locale.ROOT)))) {
                marks.add(List.of(i, end));
            }
            i = Math.max(end, i + 1);
        }
        return marks;
    }

    private static boolean isAlike(String word, String matched) {
        int same = 0;
        while (same < Math.min(word.length(), matched.length()) && word.charAt(same) == matched.charAt(same)) {
            same++;
        }
        return word.equals(matched) || (same >= 3 && same >= Math.max(word.length(), matched.length()) - 3);
    }
}
