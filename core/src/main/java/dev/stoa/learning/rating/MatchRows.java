package dev.stoa.learning.rating;

import dev.stoa.base.StoaException;
import dev.stoa.json.Json;
import dev.stoa.storage.Row;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The reading of match rows. Stateless. What another program left in a form that cannot be read counts as empty. */
final class MatchRows {
    static final String COLUMNS =
            "id, debate_id, winner, participants, domain, scores, elo_changes, judge, ordered, rated,"
                    + " simulated, created_at";

    private MatchRows() {}

    /** A match from a row that begins with {@link #COLUMNS}. */
    static Match match(Row row) {
        List<String> participants = names(row.textOrNull(4));
        return new Match(
                row.number(1),
                row.textOrNull(2),
                row.textOrNull(3),
                participants,
                row.textOrNull(5),
                inOrder(participants, numbers(row.textOrNull(6))),
                inOrder(participants, numbers(row.textOrNull(7))),
                row.textOrNull(8),
                row.number(9) != 0,
                row.number(10) != 0,
                row.number(11) != 0,
                row.instantOrNull(12));
    }

    /** The texts of a stored JSON array. */
    static List<String> names(@Nullable String json) {
        if (json != null) {
            try {
                return Json.parseArray(json).stream()
                        .filter(String.class::isInstance)
                        .map(String.class::cast)
                        .toList();
            } catch (StoaException unreadable) {
                // Only another program can have written it.
                return List.of();
            }
        }
        return List.of();
    }

    /** The finite numbers of a stored JSON object. */
    static Map<String, Double> numbers(@Nullable String json) {
        Map<String, Double> numbers = new LinkedHashMap<>();
        if (json != null) {
            try {
                Json.parseObject(json).forEach((name, value) -> {
                    if (value instanceof Number number && Double.isFinite(number.doubleValue())) {
                        numbers.put(name, number.doubleValue());
                    }
                });
            } catch (StoaException unreadable) {
                return numbers;
            }
        }
        return numbers;
    }

    /** The values of the scores in the order of the participants, or none if one is missing. */
    static double[] scores(List<String> participants, Map<String, Double> scores) {
        List<Double> values = new ArrayList<>();
        for (String name : participants) {
            Double score = scores.get(name);
            if (score == null) {
                return new double[0];
            }
            values.add(score);
        }
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }

    /** The scores, else 1 for the winner and 0 for the rest; empty if neither is known. */
    static double[] results(List<String> participants, Map<String, Double> scores, @Nullable String winner) {
        double[] given = scores(participants, scores);
        if (given.length == 0 && winner != null && participants.contains(winner)) {
            given = new double[participants.size()];
            given[participants.indexOf(winner)] = 1;
        }
        return given;
    }

    /** PostgreSQL keeps the keys of an object in an order of its own. */
    private static Map<String, Double> inOrder(List<String> participants, Map<String, Double> values) {
        Map<String, Double> ordered = new LinkedHashMap<>();
        for (String name : participants) {
            Double value = values.remove(name);
            if (value != null) {
                ordered.put(name, value);
            }
        }
        ordered.putAll(values);
        return ordered;
    }
}
