package dev.stoa.engine.learn;

import dev.stoa.Stoa;
import dev.stoa.base.Trust;
import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.debate.rules.record.Context.Block;
import dev.stoa.debate.rules.teaching.TextCut;
import dev.stoa.engine.provider.evidence.Corpus;
import dev.stoa.engine.provider.evidence.Document;
import dev.stoa.engine.provider.evidence.Relevance;
import dev.stoa.engine.provider.evidence.Strategy;
import dev.stoa.engine.provider.evidence.Window;
import dev.stoa.learning.evidence.Evidence;
import dev.stoa.learning.evidence.EvidenceQuery;
import dev.stoa.learning.evidence.Found;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Picks the parts of documents that a debate is shown. Thread-safe. */
final class Documents {
    private static final int MOST = 8;
    private static final int CHARACTERS = 4_800;
    private static final int LONGEST_QUERY = 4_000;
    // More windows than this are compared by their words alone: to embed them would hold up the first call.
    private static final int MOST_EMBEDDED = 256;

    private final Stoa stoa;

    Documents(Stoa stoa) {
        this.stoa = stoa;
    }

    /** The windows of given and of found evidence that have most to do with the topic. */
    List<Block> blocks(DebateConfig config) {
        Map<String, Evidence> evidence = new LinkedHashMap<>();
        for (String id : config.evidence()) {
            stoa.learning().evidence().find(id).ifPresent(given -> evidence.put(given.id(), given));
        }
        int given = evidence.size();
        String topic = TextCut.to(config.topic(), LONGEST_QUERY);
        for (Found found :
                stoa.learning().evidence().search(EvidenceQuery.of(topic).limit(MOST))) {
            evidence.putIfAbsent(found.evidence().id(), found.evidence());
        }
        Corpus corpus = Corpus.of(
                evidence.values().stream().map(Documents::document).toList(),
                stoa.embedder(),
                stoa.learning().evidence()::sentenceVectors);
        List<Window> windows = corpus.windows();
        Strategy strategy = windows.size() <= MOST_EMBEDDED ? Strategy.HYBRID : Strategy.LEXICAL;
        Relevance relevance = Relevance.of(corpus, topic, strategy);
        List<String> order = List.copyOf(evidence.keySet());
        List<Integer> best = IntStream.range(0, windows.size())
                .boxed()
                // What was given is shown even if no word of the topic is in it, what was only found is not.
                .filter(w -> relevance.of(w) > 0 || order.indexOf(windows.get(w).documentId()) < given)
                .sorted(Comparator.<Integer>comparingDouble(w -> -relevance.of(w))
                        .thenComparing(w -> w))
                .limit(MOST)
                .toList();
        List<String> texts =
                CharBudget.fit(best.stream().map(w -> windows.get(w).text()).toList(), CHARACTERS);
        List<Block> blocks = new ArrayList<>();
        for (int i = 0; i < best.size(); i++) {
            Window window = windows.get(best.get(i));
            Evidence of = evidence.get(window.documentId());
            if (of != null) {
                boolean isGiven = order.indexOf(window.documentId()) < given;
                blocks.add(new Block(
                        "evidence",
                        of.id(),
                        isGiven ? Trust.UNTRUSTED : of.trust(),
                        of.promptData().origin(),
                        texts.get(i),
                        false,
                        relevance.of(best.get(i))));
            }
        }
        return blocks;
    }

    private static Document document(Evidence evidence) {
        String title = evidence.title();
        return new Document(evidence.id(), title == null ? "" : title, evidence.snippet());
    }
}
