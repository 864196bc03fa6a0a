package dev.stoa.debate.rules.sim;

import dev.stoa.base.Bounds;
import dev.stoa.json.RecordFields;
import java.util.List;
import java.util.Map;

/**
 * How a simulated agent behaves. Immutable.
 *
 * @param accuracy how often its draft is right
 * @param correlation how strongly it is right together with others of its family
 * @param family whose errors it shares
 * @param conformity how likely one seat it sees draws it over
 * @param verify how likely it recognises the truth when it sees or holds it
 * @param flip how likely it changes its mind for no reason
 * @param pool how likely it takes what most of those it sees hold
 * @param faulty whether it is always wrong and never moves
 * @param sharpness how much more it trusts itself when right, and less when wrong
 * @param spread how much its confidence varies otherwise
 * @param failure how often a call fails
 * @param latencyMs the mean time of a call, reported and never slept
 */
public record SimParams(
        double accuracy,
        double correlation,
        String family,
        double conformity,
        double verify,
        double flip,
        double pool,
        boolean faulty,
        double sharpness,
        double spread,
        double failure,
        double latencyMs) {
    private static final double SLOWEST = 3_600_000;
    private static final int FAMILY_LENGTH = 64;
    private static final double ACCURACY = 0.6;
    private static final RecordFields<SimParams> FIELDS = RecordFields.of(SimParams.class);

    public SimParams {
        accuracy = Bounds.unit("accuracy", accuracy);
        correlation = Bounds.unit("correlation", correlation);
        family = Bounds.id("family", family, FAMILY_LENGTH);
        conformity = Bounds.unit("conformity", conformity);
        verify = Bounds.unit("verify", verify);
        flip = Bounds.unit("flip", flip);
        pool = Bounds.unit("pool", pool);
        sharpness = Bounds.unit("sharpness", sharpness);
        spread = Bounds.unit("spread", spread);
        failure = Bounds.unit("failure", failure);
        latencyMs = Bounds.real("latency_ms", latencyMs, 0, SLOWEST);
    }

    /** The parameters of an agent as given, the rest by default; an unknown one is refused. */
    public static SimParams parse(String agent, Map<String, String> given) {
        List<String> keys = FIELDS.components().stream().map(RecordFields::name).toList();
        given.keySet().stream().sorted().forEach(key -> Bounds.word("parameter", key, keys));
        return FIELDS.make(keys.stream()
                .map(key -> switch (key) {
                    case "family" -> given.getOrDefault(key, agent);
                    case "faulty" -> flag(given, key);
                    default -> number(given, key, key.equals("accuracy") ? ACCURACY : 0);
                })
                .toArray());
    }

    /** The same agent, broken: always wrong, never moved. */
    public SimParams broken() {
        return FIELDS.with(this, "faulty", true);
    }

    private static double number(Map<String, String> given, String key, double otherwise) {
        String text = given.get(key);
        if (text == null) {
            return otherwise;
        }
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw Bounds.invalid(key + " " + Bounds.shown(text) + " is no number", "write it like 0.6");
        }
    }

    private static boolean flag(Map<String, String> given, String key) {
        String text = Bounds.word(key, given.getOrDefault(key, "0"), List.of("0", "1", "false", "true"));
        return text.equals("1") || text.equals("true");
    }
}
