package dev.stoa.engine.provider.evidence;

import dev.stoa.debate.rules.FocusAssignment;
import dev.stoa.json.Json;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A debater that only quotes: every answer is a sentence of the documents or an option they bear out. Immutable, safe
 * from any thread, and equal input gives equal bytes. Each reply is the JSON text that a model would have to send, so
 * it passes the same parser; what stands in a document appears there inside strings alone.
 */
public final class EvidenceAgent {
    private static final int MOST_CRITIQUES = 20;
    private static final int MOST_REASONS = 16;
    private static final double SECOND_WORTH = 0.7;
    private static final double FIT = 0.5;

    private static final Comparator<Issue> GRAVEST = Comparator.comparingDouble(Issue::severity)
            .thenComparing(issue -> issue.support().contradicted())
            .reversed();

    private final Strategy strategy;
    private final String topic;
    private final Relevance relevance;
    private final Wording wording;

    private EvidenceAgent(Strategy strategy, String topic, Relevance relevance, Wording wording) {
        this.strategy = strategy;
        this.topic = topic;
        this.relevance = relevance;
        this.wording = wording;
    }

    /** An agent that reads these documents for one topic. */
    public static EvidenceAgent of(Corpus corpus, Strategy strategy, String topic) {
        return new EvidenceAgent(
                strategy, topic, Relevance.of(corpus, topic, strategy), new Wording(strategy, corpus.hasMeaning()));
    }

    /** How far the documents bear out a statement, as this agent reads them. */
    public Support support(String statement) {
        return relevance.support(statement);
    }

    /** Its first position: one of the labels of a closed question, or, without labels, a sentence. */
    public String draft(List<String> labels) {
        return Json.canonical(drafted(labels));
    }

    private Map<String, @Nullable Object> drafted(List<String> labels) {
        List<Candidate> best =
                labels.isEmpty() ? Candidate.sentences(relevance, topic) : Candidate.ranked(relevance, options(labels));
        double first = value(best, 0);
        double second = value(best, 1);
        if (first < strategy.least()) {
            return wording.abstention(first, strategy.least());
        }
        boolean contrary = strategy == Strategy.CONTRARIAN && second > 0 && second >= SECOND_WORTH * first;
        Candidate chosen = best.get(contrary ? 1 : 0);
        return position(chosen, contrary ? first : second, "");
    }

    /** Its position after it has seen others: theirs, if it finds strictly more support for it than for its own. */
    public String revise(List<Option> visible, int own) {
        return Json.canonical(revised(visible, own));
    }

    private Map<String, @Nullable Object> revised(List<Option> visible, int own) {
        List<Candidate> ranked = Candidate.ranked(relevance, visible);
        Candidate best = ranked.stream().findFirst().orElse(null);
        Candidate held =
                ranked.stream().filter(c -> c.option() == own).findFirst().orElse(null);
        Candidate chosen = held == null || (best != null && best.value() > held.value()) ? best : held;
        if (chosen == null || chosen.value() < strategy.least()) {
            return wording.abstention(chosen == null ? 0 : chosen.value(), strategy.least());
        }
        double rival = ranked.stream()
                .filter(c -> c.option() != chosen.option())
                .mapToDouble(Candidate::value)
                .max()
                .orElse(0);
        if (held == null || chosen.option() == own) {
            return position(chosen, rival, "");
        }
        Map<String, @Nullable Object> moved = position(chosen, rival, wording.move(held, chosen));
        List<String> because = visible.stream()
                .filter(o -> o.index() == own)
                .flatMap(o -> o.critiques().stream())
                .limit(MOST_REASONS)
                .toList();
        if (!because.isEmpty()) {
            moved.put("because", because);
        }
        return moved;
    }

    /** What the documents have against the options of others, the gravest first if there are too many. */
    public String critique(List<Option> visible, int own) {
        return Json.canonical(Json.object("critiques", critiques(visible, own)));
    }

    /** The same with its revised position, as a ladder asks for. */
    public String critiqueAndRevise(List<Option> visible, int own) {
        return Json.canonical(Json.object("critiques", critiques(visible, own), "position", revised(visible, own)));
    }

    private List<Map<String, @Nullable Object>> critiques(List<Option> visible, int own) {
        List<Issue> issues = visible.stream()
                .filter(o -> o.index() != own)
                .sorted(Comparator.comparingInt(Option::index))
                .flatMap(o -> Issue.of(relevance, o).stream())
                .toList();
        if (issues.size() > MOST_CRITIQUES) {
            issues = issues.stream().sorted(GRAVEST).limit(MOST_CRITIQUES).toList();
        }
        return issues.stream().map(wording::critique).toList();
    }

    /** The support of each option in all four marks. */
    public String review(List<Option> visible) {
        List<Map<String, @Nullable Object>> reviews = visible.stream()
                .sorted(Comparator.comparingInt(Option::index))
                .map(o -> wording.review(o, support(o.answer()).value()))
                .toList();
        return Json.canonical(Json.object("reviews", reviews));
    }

    /** What it finds against the leading option; a finding keeps its id as long as the documents say the same. */
    public String attack(Option leading) {
        List<Map<String, @Nullable Object>> findings = Issue.of(relevance, leading).stream()
                .limit(MOST_CRITIQUES)
                .map(wording::finding)
                .toList();
        return Json.canonical(Json.object("findings", findings));
    }

    /**
     * Its answer to findings against its own option: the passage that bears it out, or else it concedes and takes a
     * visible option with more support, or drafts a new one.
     */
    public String defend(List<String> findingIds, List<Option> visible, int own, List<String> labels) {
        Option held = visible.stream().filter(o -> o.index() == own).findFirst().orElse(null);
        Support support = held == null ? Support.NONE : support(held.answer());
        Map<String, @Nullable Object> position;
        if (support.isEnough()) {
            position = revised(visible.stream().filter(o -> o.index() == own).toList(), own);
        } else {
            boolean better = visible.stream().anyMatch(o -> support(o.answer()).value() > support.value());
            position = better ? revised(visible, own) : drafted(labels);
        }
        List<Map<String, @Nullable Object>> answers =
                findingIds.stream().map(id -> wording.answer(id, support)).toList();
        return Json.canonical(Json.object("answers", answers, "position", position));
    }

    /** Its vote and ranking: options by support, then by their keys. */
    public String ballot(List<Option> paper) {
        List<Candidate> ranked = Candidate.ranked(relevance, paper);
        double first = value(ranked, 0);
        if (ranked.isEmpty() || first < strategy.least()) {
            return Json.canonical(wording.abstention(first, strategy.least()));
        }
        Candidate best = ranked.getFirst();
        return Json.canonical(Json.object(
                "vote",
                Wording.key(best.option()),
                "confidence",
                confidence(best.value(), value(ranked, 1)),
                "ranking",
                ranked.stream().map(c -> Wording.key(c.option())).toList(),
                "reason",
                wording.reason(best, value(ranked, 1))));
    }

    /** It asks nothing back. */
    public String question() {
        return Json.canonical(Json.object("questions", List.of(), "confidence", 1));
    }

    /** The default focus of every seat. */
    public String plan(int seats) {
        List<Map<String, @Nullable Object>> foci = IntStream.range(0, seats)
                .mapToObj(seat -> Json.object("seat", seat, "focus", FocusAssignment.byDefault(seat)))
                .toList();
        return Json.canonical(Json.object("foci", foci));
    }

    /** A bid for the default focus of its seat. */
    public String bid(int seat) {
        return Json.canonical(
                Json.object("bids", List.of(Json.object("focus", FocusAssignment.byDefault(seat), "fit", FIT))));
    }

    static double confidence(double chosen, double rival) {
        return chosen / (chosen + rival + 0.1);
    }

    private static List<Option> options(List<String> labels) {
        return IntStream.range(0, labels.size())
                .mapToObj(i -> Option.of(i, labels.get(i)))
                .toList();
    }

    private static double value(List<Candidate> ranked, int place) {
        return place < ranked.size() ? ranked.get(place).value() : 0;
    }

    private Map<String, @Nullable Object> position(Candidate chosen, double rival, String move) {
        Map<String, @Nullable Object> position = new LinkedHashMap<>();
        if (chosen.option() < 0) {
            position.put("answer", chosen.answer());
        } else {
            position.put("option", Wording.key(chosen.option()));
        }
        position.put("confidence", confidence(chosen.value(), rival));
        position.put("reasoning", move + wording.reason(chosen, rival));
        position.put("claims", claims(chosen));
        return position;
    }

    /** The words that bear the answer out, with the document they stand in. */
    private List<Map<String, @Nullable Object>> claims(Candidate chosen) {
        List<Map<String, @Nullable Object>> claims = new ArrayList<>();
        Window window = chosen.window();
        if (window != null) {
            String text = relevance.corpus().passages().stream()
                    .filter(p -> p.window().equals(window))
                    .findFirst()
                    .map(p -> p.nearest(Words.distinctStems(chosen.answer())).text())
                    .orElse(window.text());
            claims.add(Json.object("text", text, "evidence", List.of(window.documentId())));
        }
        return claims;
    }
}
