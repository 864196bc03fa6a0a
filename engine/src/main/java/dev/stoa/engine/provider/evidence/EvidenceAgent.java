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
 *
 * <p>What it states was held against its own quotation before: what says the contrary speaks for nothing, and where
 * it cannot tell whether a sentence affirms or denies, it abstains.
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
    private final Relevance relevance;
    private final Wording wording;
    /** What it found for the options of a closed question; null if the question is open. */
    private final @Nullable Judgement judgement;

    private EvidenceAgent(Strategy strategy, Relevance relevance, Wording wording, @Nullable Judgement judgement) {
        this.strategy = strategy;
        this.relevance = relevance;
        this.wording = wording;
        this.judgement = judgement;
    }

    /**
     * An agent that reads these documents for one topic.
     *
     * @param labels the options of a closed question; empty if any answer may be given
     */
    public static EvidenceAgent of(Corpus corpus, Strategy strategy, String topic, List<String> labels) {
        Relevance relevance = Relevance.of(corpus, topic, strategy);
        return new EvidenceAgent(
                strategy,
                relevance,
                new Wording(strategy, corpus.hasMeaning()),
                labels.isEmpty() ? null : new Judge(strategy, relevance, topic).of(options(labels)));
    }

    /** How well the documents support a statement, as this agent reads them. */
    public Support support(String statement) {
        return relevance.support(statement);
    }

    /** How well they support an option. */
    private Support support(Option option) {
        return judgement == null ? support(option.answer()) : judgement.support(option.index());
    }

    /** Its first position: one of the options of a closed question, else a sentence. */
    public String draft() {
        return Json.canonical(drafted());
    }

    private Map<String, @Nullable Object> drafted() {
        if (judgement != null) {
            return judged(judgement);
        }
        List<Candidate> best = Candidate.sentences(relevance);
        double first = value(best, 0);
        double second = value(best, 1);
        if (first < strategy.least()) {
            return wording.abstention(first, strategy.least());
        }
        boolean contrary = strategy == Strategy.CONTRARIAN && second > 0 && second >= SECOND_WORTH * first;
        Candidate chosen = best.get(contrary ? 1 : 0);
        if (strategy == Strategy.SKEPTIC) {
            Support support = support(chosen.answer());
            if (support.contradicted()) {
                return wording.disputed(chosen.quote(), support.quote());
            }
        }
        return position(chosen, contrary ? first : second, confidence(chosen.value(), contrary ? first : second), "");
    }

    /** The option that the documents bear out, or why none is stated. */
    private Map<String, @Nullable Object> judged(Judgement found) {
        boolean contrary = strategy == Strategy.CONTRARIAN
                && found.state() == Judgement.State.ANSWERED
                && found.second() > 0
                && found.second() >= SECOND_WORTH * found.first();
        if (contrary) {
            return position(found.ranked().get(1), found.first(), confidence(found.second(), found.first()), "");
        }
        return found.state() == Judgement.State.ANSWERED
                ? position(found.ranked().getFirst(), found.second(), found.confidence(), "")
                : wording.abstention(found);
    }

    /** Its position after it has seen others: theirs, if it finds strictly more support for it than for its own. */
    public String revise(List<Option> visible, int own) {
        return Json.canonical(revised(visible, own));
    }

    private Map<String, @Nullable Object> revised(List<Option> visible, int own) {
        if (judgement != null) {
            // All options were known from the start, and the documents say what they said.
            return judged(judgement);
        }
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
        double sure = confidence(chosen.value(), rival);
        if (held == null || chosen.option() == own) {
            return position(chosen, rival, sure, "");
        }
        Map<String, @Nullable Object> moved = position(chosen, rival, sure, wording.move(held, chosen));
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
                .flatMap(o -> Issue.of(o, support(o), this::support).stream())
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
                .map(o -> wording.review(o, support(o).value()))
                .toList();
        return Json.canonical(Json.object("reviews", reviews));
    }

    /** What it finds against the leading option; a finding keeps its id as long as the documents say the same. */
    public String attack(Option leading) {
        List<Map<String, @Nullable Object>> findings = Issue.of(leading, support(leading), this::support).stream()
                .limit(MOST_CRITIQUES)
                .map(wording::finding)
                .toList();
        return Json.canonical(Json.object("findings", findings));
    }

    /**
     * Its answer to findings against its own option: the passage that bears it out, or else it concedes and takes a
     * visible option with more support, or drafts a new one.
     */
    public String defend(List<String> findingIds, List<Option> visible, int own) {
        Option held = visible.stream().filter(o -> o.index() == own).findFirst().orElse(null);
        Support support = held == null ? Support.NONE : support(held);
        Map<String, @Nullable Object> position;
        if (support.isEnough()) {
            position = revised(visible.stream().filter(o -> o.index() == own).toList(), own);
        } else {
            boolean better = visible.stream().anyMatch(o -> support(o).value() > support.value());
            position = better ? revised(visible, own) : drafted();
        }
        List<Map<String, @Nullable Object>> answers =
                findingIds.stream().map(id -> wording.answer(id, support)).toList();
        return Json.canonical(Json.object("answers", answers, "position", position));
    }

    /** Its ballot over the options on the paper. */
    public String ballot(List<Option> options) {
        List<Candidate> ranked = judgement == null
                ? Candidate.ranked(relevance, options)
                : judgement.ranked().stream()
                        .filter(c -> options.stream().anyMatch(o -> o.index() == c.option()))
                        .toList();
        double first = value(ranked, 0);
        if (judgement != null && judgement.state() != Judgement.State.ANSWERED) {
            return Json.canonical(wording.abstention(judgement));
        }
        if (ranked.isEmpty() || first == 0 || (judgement == null && first < strategy.least())) {
            return Json.canonical(wording.abstention(first, strategy.least()));
        }
        if (first == value(ranked, 1)) {
            return Json.canonical(wording.tie(ranked.get(0), ranked.get(1)));
        }
        Candidate best = ranked.getFirst();
        double second = value(ranked, 1);
        return Json.canonical(Json.object(
                "vote",
                Wording.key(best.option()),
                "confidence",
                judgement == null ? confidence(best.value(), second) : judgement.confidence(),
                "ranking",
                ranking(ranked),
                "reason",
                wording.reason(best, second)));
    }

    /** The options in their order, as far as there is one: what is level with its neighbour is not ranked. */
    private static List<String> ranking(List<Candidate> ranked) {
        List<String> keys = new ArrayList<>();
        for (int i = 0; i < ranked.size(); i++) {
            if (i + 1 < ranked.size()
                    && ranked.get(i).value() == ranked.get(i + 1).value()) {
                break;
            }
            keys.add(Wording.key(ranked.get(i).option()));
        }
        return keys;
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

    private Map<String, @Nullable Object> position(Candidate chosen, double rival, double confidence, String move) {
        Map<String, @Nullable Object> position = new LinkedHashMap<>();
        if (chosen.option() < 0) {
            position.put("answer", chosen.answer());
        } else {
            position.put("option", Wording.key(chosen.option()));
        }
        position.put("confidence", confidence);
        position.put("reasoning", move + wording.reason(chosen, rival));
        position.put("claims", claims(chosen));
        return position;
    }

    /** The words that bear the answer out, with the document they stand in. */
    private static List<Map<String, @Nullable Object>> claims(Candidate chosen) {
        Quote quote = chosen.quote();
        return quote == null
                ? List.of()
                : List.of(Json.object("text", quote.text(), "evidence", List.of(quote.documentId())));
    }
}
