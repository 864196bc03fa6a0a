package dev.stoa.bench.debate;

import dev.stoa.debate.rules.voting.AnswerWording;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * What a newcomer would write first: the sentence with the best BM25 for the question, and the option that shares most
 * words with it; of an option and its denial the one that is negated as the sentence is. Immutable. It answers always.
 */
final class BestSentence {
    private static final double K1 = 1.2;
    private static final double B = 0.75;
    private static final Set<String> DENIALS =
            Set.of("no", "false", "forbidden", "not allowed", "not permitted", "not supported", "disabled");

    private record Sentence(String text, List<String> stems) {}

    private final List<Sentence> sentences = new ArrayList<>();
    private final Map<String, Integer> holders = new HashMap<>();
    private final double mean;

    BestSentence(Collection<String> texts) {
        for (String text : texts) {
            for (String sentence : text.split("\\n\\s*\\n|(?<=[.;:!?])\\s+", -1)) {
                List<String> stems = AnswerWording.stems(sentence);
                if (!stems.isEmpty()) {
                    sentences.add(new Sentence(sentence, stems));
                    new HashSet<>(stems).forEach(stem -> holders.merge(stem, 1, Integer::sum));
                }
            }
        }
        mean = sentences.stream().mapToInt(s -> s.stems().size()).average().orElse(1);
    }

    String answer(ClosedQuestion asked) {
        Set<String> wanted = new LinkedHashSet<>(AnswerWording.stems(asked.question()));
        Sentence best = sentences.getFirst();
        double most = -1;
        for (Sentence sentence : sentences) {
            double score = score(sentence, wanted);
            if (score > most) {
                most = score;
                best = sentence;
            }
        }
        return choose(asked.options(), best);
    }

    private double score(Sentence sentence, Set<String> wanted) {
        double score = 0;
        for (String stem : wanted) {
            long count = sentence.stems().stream().filter(stem::equals).count();
            int df = holders.getOrDefault(stem, 0);
            double rarity = Math.log(1 + (sentences.size() - df + 0.5) / (df + 0.5));
            double length = K1 * (1 - B + B * sentence.stems().size() / mean);
            score += rarity * count * (K1 + 1) / (count + length);
        }
        return score;
    }

    private static String choose(List<String> options, Sentence best) {
        boolean denied = AnswerWording.isNegated(best.text());
        if (options.size() == 2 && denies(options.get(0)) != denies(options.get(1))) {
            return options.get(denies(options.get(0)) == denied ? 0 : 1);
        }
        String chosen = options.getFirst();
        double most = -1;
        for (String option : options) {
            Set<String> stems = new HashSet<>(AnswerWording.stems(option));
            double shared = stems.stream().filter(best.stems()::contains).count() / (double) Math.max(1, stems.size());
            if (shared > most) {
                most = shared;
                chosen = option;
            }
        }
        return chosen;
    }

    private static boolean denies(String option) {
        return DENIALS.contains(option.toLowerCase(Locale.ROOT)) || AnswerWording.isNegated(option);
    }
}
