package dev.stoa.counsel.run;

import dev.stoa.counsel.base.Field;
import dev.stoa.counsel.base.Fields;
import dev.stoa.search.text.Tokenizer;
import dev.stoa.search.vector.Embedder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Says to which fields a question belongs. Thread-safe. Equal questions of equal sessions are routed alike. */
public final class Routing {
    private static final int LEAST_PREFIX = 4;
    private static final double UNLIKE = .30;
    private static final double HITS_OF_MEANING = 4;
    private static final double OF_QUESTION = .4;
    private static final double OF_SESSION = .6;
    private static final double DROPPED = .02;

    private final Fields fields;
    private final Embedder embedder;
    /** What the fields mean; read when a question without a keyword first needs it. */
    private @Nullable Map<Field, float[]> meanings;

    private Routing(Fields fields, Embedder embedder) {
        this.fields = fields;
        this.embedder = embedder;
    }

    /** A routing over the table of fields. */
    public static Routing over(Fields fields, Embedder embedder) {
        return new Routing(fields, embedder);
    }

    /** The table it routes by. */
    public Fields fields() {
        return fields;
    }

    /** The distribution of a question of which the field was said. */
    public Distribution forced(String field) {
        return Distribution.of(Map.of(fields.get(field), 1.0));
    }

    /** The distribution of a question, together with what its session was about. */
    public Distribution of(String question, @Nullable Distribution session) {
        Map<Field, Double> shares = shares(hits(question));
        if (session != null) {
            shares = blended(shares, session);
        }
        return Distribution.of(raised(kept(shares)));
    }

    private Map<Field, Double> hits(String question) {
        Set<String> terms = new HashSet<>(Tokenizer.keywords(question));
        Map<Field, Double> hits = new LinkedHashMap<>();
        double sum = 0;
        for (Field field : fields.all()) {
            long found = terms.stream().filter(term -> belongs(term, field)).count();
            hits.put(field, (double) found);
            sum += found;
        }
        if (sum == 0 && embedder.isOn()) {
            float[] asked = embedder.embedQuestion(question);
            meanings()
                    .forEach((field, meaning) ->
                            hits.put(field, HITS_OF_MEANING * Math.max(0, embedder.likeness(asked, meaning) - UNLIKE)));
        }
        return hits;
    }

    private static boolean belongs(String term, Field field) {
        return field.keywords().stream()
                .anyMatch(keyword ->
                        term.equals(keyword) || (keyword.length() >= LEAST_PREFIX && term.startsWith(keyword)));
    }

    private synchronized Map<Field, float[]> meanings() {
        if (meanings == null) {
            List<Field> known = fields.all().stream()
                    .filter(field -> !field.keywords().isEmpty())
                    .toList();
            List<float[]> vectors = embedder.embed(known.stream()
                    .map(field -> field.name() + ": " + String.join(" ", field.keywords()))
                    .toList());
            Map<Field, float[]> read = new LinkedHashMap<>();
            for (int i = 0; i < known.size(); i++) {
                read.put(known.get(i), vectors.get(i));
            }
            meanings = read;
        }
        return meanings;
    }

    /** One more than the hits is shared out, so that the more words speak for a field the less is left over. */
    private Map<Field, Double> shares(Map<Field, Double> hits) {
        double all = 1 + hits.values().stream().mapToDouble(Double::doubleValue).sum();
        Map<Field, Double> shares = new LinkedHashMap<>();
        hits.forEach((field, found) -> {
            if (found > 0) {
                shares.put(field, found / all);
            }
        });
        shares.merge(fields.get(Fields.GENERAL), 1 / all, Double::sum);
        return shares;
    }

    private static Map<Field, Double> blended(Map<Field, Double> shares, Distribution session) {
        Map<Field, Double> both = new LinkedHashMap<>();
        shares.forEach((field, share) -> both.merge(field, OF_QUESTION * share, Double::sum));
        session.shares().forEach((field, share) -> both.merge(field, OF_SESSION * share, Double::sum));
        return both;
    }

    private static Map<Field, Double> kept(Map<Field, Double> shares) {
        Map<Field, Double> kept = new LinkedHashMap<>(shares);
        kept.values().removeIf(share -> share <= DROPPED);
        if (kept.isEmpty()) {
            // Each share is too small to be kept: then none of them is to be preferred.
            kept.putAll(shares);
        }
        double sum = kept.values().stream().mapToDouble(Double::doubleValue).sum();
        if (kept.size() < shares.size()) {
            kept.replaceAll((field, share) -> share / sum);
        }
        return kept;
    }

    /** Gives every high-stakes field that is there at all the share from which its floors hold. */
    private static Map<Field, Double> raised(Map<Field, Double> shares) {
        Map<Field, Double> result = new LinkedHashMap<>(shares);
        Set<Field> raised = new HashSet<>();
        while (true) {
            // Scaling the others may bring another one below; then it is raised too.
            List<Field> low = new ArrayList<>();
            result.forEach((field, share) -> {
                if (field.highStakes() && share < Distribution.GOVERNS && !raised.contains(field)) {
                    low.add(field);
                }
            });
            if (low.isEmpty()) {
                return result;
            }
            raised.addAll(low);
            double rest = 1 - raised.size() * Distribution.GOVERNS;
            double others = shares.entrySet().stream()
                    .filter(entry -> !raised.contains(entry.getKey()))
                    .mapToDouble(Map.Entry::getValue)
                    .sum();
            if (rest <= 0 || others <= 0) {
                result.keySet().retainAll(raised);
                result.replaceAll((field, share) -> 1.0 / raised.size());
                return result;
            }
            result.replaceAll((field, share) ->
                    raised.contains(field) ? Distribution.GOVERNS : shares.getOrDefault(field, 0.0) * rest / others);
        }
    }
}
