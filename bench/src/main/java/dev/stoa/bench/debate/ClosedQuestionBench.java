package dev.stoa.bench.debate;

import dev.stoa.Stoa;
import dev.stoa.bench.debate.ClosedQuestion.Part;
import dev.stoa.debate.DebateRequest;
import dev.stoa.debate.rules.config.Seat;
import dev.stoa.engine.code.CodeRunner;
import dev.stoa.engine.debate.DebateEngine;
import dev.stoa.engine.debate.DebateListener;
import dev.stoa.engine.debate.GivenDocuments;
import dev.stoa.engine.provider.Providers;
import dev.stoa.json.JsonFields;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * How often the readers of documents are right, when they are silent, and what their confidence is worth: each question
 * is a debate as the command line holds it, over all texts at once. Not thread-safe.
 */
public final class ClosedQuestionBench {
    private static final List<Seat> PANEL = List.of(
            Seat.of("lex", "evidence", "lexical"),
            Seat.of("sem", "evidence", "semantic"),
            Seat.of("ske", "evidence", "skeptic"),
            Seat.of("doc", "evidence", "document"));

    private static final int FEW = 30;

    private final List<Seat> panel;
    private final DebateEngine engine;
    private final Map<Part, List<String>> documents = new EnumMap<>(Part.class);
    private final Map<Part, BestSentence> baselines = new EnumMap<>(Part.class);

    /** A benchmark in the archives of a data directory, which it fills with its texts. */
    public ClosedQuestionBench(Stoa stoa) {
        this.engine = DebateEngine.over(
                        stoa,
                        Providers.of(stoa.config(), Map.of(), InstantSource.system()),
                        InstantSource.system(),
                        CodeRunner.create(false, List.of()),
                        "bench")
                .amongStrangers();
        // Without an embedder nobody reads by meaning, as on the command line.
        this.panel = PANEL.stream()
                .filter(seat -> stoa.embedder().isOn() || !seat.model().equals("semantic"))
                .toList();
        Map<String, List<String>> stored = new HashMap<>();
        for (Part part : Part.values()) {
            Map<String, String> texts = ClosedQuestion.texts(part);
            texts.forEach((title, text) -> stored.computeIfAbsent(
                    title, t -> GivenDocuments.store(stoa.learning().evidence(), title, text, "bench:" + title)));
            documents.put(
                    part,
                    texts.keySet().stream()
                            .flatMap(title -> stored.getOrDefault(title, List.of()).stream())
                            .toList());
            baselines.put(part, new BestSentence(texts.values()));
        }
    }

    /**
     * The lines of a table.
     *
     * @param few whether to ask only some of the questions
     */
    public List<String> run(boolean few) throws InterruptedException {
        List<String> lines = new ArrayList<>();
        List<ClosedQuestion> all = ClosedQuestion.all();
        if (few) {
            all = IntStream.range(0, all.size())
                    .filter(i -> i % FEW == 0)
                    .mapToObj(all::get)
                    .toList();
        }
        lines.add("| closed questions | questions | right of answered | answered | right of answerable |"
                + " abstained of unanswerable | ECE | AUROC |");
        lines.add("|---|---:|---:|---:|---:|---:|---:|---:|");
        for (Part part : Part.values()) {
            List<ClosedQuestion> questions =
                    all.stream().filter(q -> q.part() == part).toList();
            lines.add(panel(questions).row(part.title() + ", panel"));
            lines.add(baseline(questions).row(part.title() + ", best sentence"));
        }
        lines.add("");
        lines.add(
                "Each question is asked over nine texts, those of the second part over five more. Aims: right of"
                        + " answered at least .85 with at least .7 answered, abstained at least .85, AUROC at least .75, never below the best sentence.");
        return lines;
    }

    /** What the panel answers. */
    ClosedAnswers panel(List<ClosedQuestion> questions) throws InterruptedException {
        ClosedAnswers answers = new ClosedAnswers();
        for (ClosedQuestion question : questions) {
            JsonFields outcome = JsonFields.of(outcome(question));
            String winner = outcome.textOrNull("answer");
            answers.add(question, winner, outcome.real("confidence", 0));
        }
        return answers;
    }

    /** What the baseline answers, as sure of one answer as of another. */
    ClosedAnswers baseline(List<ClosedQuestion> questions) {
        ClosedAnswers answers = new ClosedAnswers();
        questions.forEach(question ->
                answers.add(question, required(baselines, question.part()).answer(question), 0.5));
        return answers;
    }

    private static <T> T required(Map<Part, T> of, Part part) {
        return Objects.requireNonNull(of.get(part));
    }

    private Map<String, @Nullable Object> outcome(ClosedQuestion question) throws InterruptedException {
        return engine.run(
                        DebateRequest.on(question.question())
                                .seed(1)
                                .options(question.options())
                                .set("memory", false)
                                .set("learn", false)
                                .set("evidence", required(documents, question.part()))
                                .agents(panel),
                        "bench",
                        DebateListener.NONE)
                .row()
                .outcome();
    }
}
