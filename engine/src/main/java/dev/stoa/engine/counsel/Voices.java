package dev.stoa.engine.counsel;

import dev.stoa.Stoa;
import dev.stoa.base.TextNormalizer;
import dev.stoa.base.UnavailableException;
import dev.stoa.debate.rules.sim.SimParams;
import dev.stoa.debate.rules.sim.SimRules;
import dev.stoa.engine.provider.Call;
import dev.stoa.engine.provider.CallFailure;
import dev.stoa.engine.provider.Provider;
import dev.stoa.engine.provider.Providers;
import dev.stoa.engine.provider.Reply;
import dev.stoa.engine.provider.evidence.Corpora;
import dev.stoa.engine.provider.evidence.Corpus;
import dev.stoa.engine.provider.evidence.Document;
import dev.stoa.engine.provider.evidence.EvidenceAgent;
import dev.stoa.engine.provider.evidence.Strategy;
import dev.stoa.engine.provider.evidence.Support;
import dev.stoa.json.Json;
import dev.stoa.learning.evidence.Evidence;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * What agents without a model say when they are asked: those of evidence quote the documents, simulated ones draw lots
 * and say so. Thread-safe. Equal questions over equal documents get equal answers.
 */
final class Voices {
    /** The provider of agents that only pretend to answer. */
    static final String SIM = "sim";

    /** The provider of agents that quote. */
    static final String EVIDENCE = "evidence";

    private static final int OPTIONS = 4;

    private final Stoa stoa;
    private final Corpora corpora = new Corpora();

    private Voices(Stoa stoa) {
        this.stoa = stoa;
    }

    /** The providers together with those that need neither a key nor a network. */
    static Providers with(Providers providers, Stoa stoa) {
        Voices voices = new Voices(stoa);
        return providers.with(SIM, voice(Voices::drawn)).with(EVIDENCE, voice(voices::quoted));
    }

    /** What is said. */
    private interface Words {
        String of(Call call, Asked asked) throws CallFailure;
    }

    private static Provider voice(Words words) {
        return new Provider() {
            @Override
            public Reply call(Call call) throws CallFailure {
                if (!(call.situation() instanceof Asked asked)) {
                    throw CallFailure.refused("an agent without a model needs a question");
                }
                // Time passes although nothing is waited for.
                return new Reply(words.of(call, asked), 0, 0, Duration.ofNanos(1));
            }

            @Override
            public boolean offline() {
                return true;
            }
        };
    }

    /** The parameters without those that only models understand. */
    private static Map<String, String> own(Map<String, String> params) {
        Map<String, String> own = new HashMap<>(params);
        own.keySet().removeAll(Manner.PARAMS);
        return own;
    }

    private static String drawn(Call call, Asked asked) throws CallFailure {
        SimRules rules = SimRules.of(0, asked.question(), OPTIONS);
        SimParams how = SimParams.parse(call.agent(), own(call.params()));
        if (how.failure() > 0 && rules.chance(call.agent(), "ask", Integer.toString(call.attempt())) < how.failure()) {
            throw CallFailure.io("it failed by chance");
        }
        int option = rules.draft(call.agent(), how);
        String answer = "simulated answer " + (option + 1);
        if (asked.reviewed() != null) {
            return verdict(answer.equals(asked.answer()) ? "correct" : "incorrect", "simulated: it drew another", "");
        }
        return reply(
                "(simulated) " + answer + ". No model was asked and no document was read.",
                answer,
                rules.confidence(call.agent(), how, 1, option));
    }

    private String quoted(Call call, Asked asked) throws CallFailure {
        Lesson lesson =
                asked.lessons().stream().filter(Lesson::fact).findFirst().orElse(null);
        if (lesson != null) {
            return asked.reviewed() == null ? taught(lesson) : compared(lesson, asked);
        }
        try {
            EvidenceAgent agent =
                    EvidenceAgent.of(corpus(asked.documents()), Strategy.of(call.model()), asked.question(), List.of());
            return asked.reviewed() == null ? draft(agent) : review(agent, asked);
        } catch (UnavailableException e) {
            // One that reads by meaning alone cannot without an embedder; the others can.
            throw CallFailure.refused(e.getMessage());
        }
    }

    /** What was corrected comes before what documents say: a person who corrects has read them. */
    private static String taught(Lesson lesson) {
        return reply(
                lesson.claim() + "\n\nFrom a correction about \"" + lesson.subject()
                        + "\", word for word, with confidence "
                        + String.format(Locale.ROOT, "%.2f", lesson.confidence()) + ". It comes before the documents.",
                lesson.claim(),
                lesson.confidence());
    }

    private static String compared(Lesson lesson, Asked asked) {
        String answer = asked.answer() == null ? Objects.toString(asked.reviewed(), "") : asked.answer();
        return TextNormalizer.of(answer).equals(TextNormalizer.of(lesson.claim()))
                ? verdict("correct", "", "")
                : verdict("incorrect", "a correction says otherwise: " + lesson.claim(), lesson.claim());
    }

    private static String draft(EvidenceAgent agent) throws CallFailure {
        Map<String, ?> said = Json.parseObject(agent.draft());
        String reasoning = Objects.toString(said.get("reasoning"), "");
        if (!(said.get("answer") instanceof String answer)) {
            throw CallFailure.refused("the documents do not answer it. " + reasoning);
        }
        double sure = said.get("confidence") instanceof Number number ? number.doubleValue() : .5;
        return reply(answer + "\n\n" + reasoning, answer, sure);
    }

    private static String review(EvidenceAgent agent, Asked asked) {
        String answer = asked.answer() == null ? Objects.toString(asked.reviewed(), "") : asked.answer();
        Support support = agent.support(answer);
        String quote = support.quote() == null ? "" : support.quote().text();
        return support.isEnough()
                ? verdict("correct", "", "")
                : support.contradicted()
                        ? verdict("incorrect", "the documents say the contrary: " + quote, "")
                        : verdict("partially_correct", "the documents do not bear it out", "");
    }

    private static String reply(String text, String answer, double sure) {
        return text + "\n\nANSWER: " + answer.replaceAll("\\R", " ") + "\nCONFIDENCE: " + Math.round(sure * 100);
    }

    private static String verdict(String verdict, String issues, String correction) {
        return "VERDICT: " + verdict + "\nISSUES: " + issues.replaceAll("\\R", " ") + "\nCORRECTION: " + correction;
    }

    /** The documents of a question, which all readers of it share. */
    private Corpus corpus(List<String> ids) {
        List<Document> documents = ids.stream()
                .flatMap(id -> stoa.learning().evidence().find(id).stream())
                .map(Voices::document)
                .toList();
        return corpora.of(documents, stoa.embedder(), stoa.learning().evidence()::sentenceVectors);
    }

    private static Document document(Evidence evidence) {
        String title = evidence.title();
        return new Document(evidence.id(), title == null ? "" : title, evidence.snippet());
    }
}
