package dev.stoa.engine.debate;

import dev.stoa.debate.rules.Clarifications;
import dev.stoa.debate.rules.OptionMatching.Nearness;
import dev.stoa.debate.rules.record.ClarifiedQuestion;
import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.rules.record.Turn;
import dev.stoa.debate.rules.reply.ParsedReply.Question;
import dev.stoa.engine.provider.evidence.Corpus;
import dev.stoa.engine.provider.evidence.Quote;
import dev.stoa.engine.provider.evidence.Support;
import dev.stoa.search.vector.Embedder;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Compares answers by meaning, and looks up questions in the documents. For one thread. */
final class Meaning {
    private final Embedder embedder;
    private final Supplier<Corpus> corpus;
    private final Map<String, float[]> vectors = new HashMap<>();

    Meaning(Embedder embedder, Supplier<Corpus> corpus) {
        this.embedder = embedder;
        this.corpus = corpus;
    }

    /** The model that compares; empty if none understands meaning. */
    String model() {
        return understands() ? embedder.modelId() : "";
    }

    /** Hashing counts shared letters: near vectors of it mean nothing. */
    private boolean understands() {
        return embedder.isOn() && !embedder.modelId().startsWith("hash");
    }

    /** The likenesses that the measuring of these turns may ask for. */
    Nearness of(DebateRecord record, List<Turn> turns) {
        if (!understands()) {
            return (turn, answer, option, label) -> Double.NaN;
        }
        return (turn, answer, option, label) -> likeness(vector(answer), vector(label));
    }

    private float[] vector(String text) {
        return vectors.computeIfAbsent(text, embedder::embed);
    }

    /** Rounded as the record stores it, so that the decision made now is the one that replay makes. */
    private double likeness(float[] a, float[] b) {
        double dot = 0;
        double left = 0;
        double right = 0;
        for (int i = 0; i < a.length; i++) {
            dot += a[i] * (double) b[i];
            left += a[i] * (double) a[i];
            right += b[i] * (double) b[i];
        }
        double length = Math.sqrt(left * right);
        double likeness = length == 0 ? 0 : embedder.scale().likeness(dot / length);
        return BigDecimal.valueOf(likeness).setScale(9, RoundingMode.HALF_EVEN).doubleValue();
    }

    /** What the documents answer to the questions of these turns. */
    List<ClarifiedQuestion> clarified(List<Turn> turns) {
        List<ClarifiedQuestion> answers = new ArrayList<>();
        for (Turn turn : turns) {
            for (Question question : Clarifications.questions(turn)) {
                Optional<Quote> found = Support.answering(corpus.get(), question.text());
                found.ifPresent(quote -> answers.add(new ClarifiedQuestion(
                        question.id(), question.text(), quote.text(), "evidence", quote.documentId())));
            }
        }
        return answers;
    }
}
