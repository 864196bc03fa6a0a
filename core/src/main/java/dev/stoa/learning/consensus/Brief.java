package dev.stoa.learning.consensus;

import dev.stoa.search.text.PromptData;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What a new debate should know of earlier ones on its topic. Immutable.
 *
 * @param hits at most five
 * @param unanswered the weightiest dissents of the hits that have no answer
 * @param answered those that have an answer; both lists together have at most ten
 */
public record Brief(List<Similar> hits, List<Dissent> unanswered, List<Dissent> answered) {
    static final int MOST_HITS = 5;
    private static final int MOST_DISSENTS = 10;

    static Brief of(List<Similar> hits) {
        Map<Boolean, List<Dissent>> byAnswer = hits.stream()
                .flatMap(hit -> hit.consensus().dissents().stream())
                .sorted(Dissent.WEIGHTIEST_FIRST)
                .limit(MOST_DISSENTS)
                .collect(Collectors.partitioningBy(Dissent::acknowledged));
        return new Brief(
                List.copyOf(hits), byAnswer.getOrDefault(false, List.of()), byAnswer.getOrDefault(true, List.of()));
    }

    /** All of it as it may enter a prompt: conclusions, then dissents without an answer, then those with one. */
    public List<PromptData> prompt() {
        Map<String, Consensus> byId =
                hits.stream().map(Similar::consensus).collect(Collectors.toMap(Consensus::id, Function.identity()));
        List<PromptData> texts = new ArrayList<>();
        hits.forEach(hit -> texts.add(hit.consensus().prompt()));
        for (List<Dissent> dissents : List.of(unanswered, answered)) {
            for (Dissent dissent : dissents) {
                Consensus debate = byId.get(dissent.debateId());
                if (debate != null) {
                    texts.add(debate.prompt(dissent));
                }
            }
        }
        return texts;
    }
}
