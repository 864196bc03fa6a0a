package dev.stoa.bench.debate;

import dev.stoa.Stoa;
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
import java.util.List;
import java.util.Map;
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

    private static final int FEW = 12;

    private final List<Seat> panel;
    private final DebateEngine engine;
    private final List<String> documents = new ArrayList<>();
    private final BestSentence baseline;

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
        Map<String, String> texts = ClosedQuestion.texts();
        texts.forEach((title, text) ->
                documents.addAll(GivenDocuments.store(stoa.learning().evidence(), title, text, "bench:" + title)));
        this.baseline = new BestSentence(texts.values());
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
        for (boolean heldOut : List.of(false, true)) {
            List<ClosedQuestion> part =
                    all.stream().filter(q -> q.heldOut() == heldOut).toList();
            String name = heldOut ? "held out" : "to develop on";
            lines.add(panel(part).row(name + ", panel"));
            lines.add(baseline(part).row(name + ", best sentence"));
        }
        lines.add("");
        lines.add("Each question is asked over all nine texts. Aims: right of answered at least .85 with at least .7"
                + " answered, abstained at least .85, AUROC at least .75, never below the best sentence.");
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
        questions.forEach(question -> answers.add(question, baseline.answer(question), 0.5));
        return answers;
    }

    private Map<String, @Nullable Object> outcome(ClosedQuestion question) throws InterruptedException {
        return engine.run(
                        DebateRequest.on(question.question())
                                .seed(1)
                                .options(question.options())
                                .set("memory", false)
                                .set("learn", false)
                                .set("evidence", documents)
                                .agents(panel),
                        "bench",
                        DebateListener.NONE)
                .row()
                .outcome();
    }
}
