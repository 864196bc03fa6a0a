package dev.stoa.engine.provider;

import dev.stoa.base.Bounds;
import dev.stoa.json.Json;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What an agent of a language model may say about how it is called. Stateless. */
final class ModelParams {
    private static final Set<String> WHOLE = Set.of("max_tokens", "top_k", "num_ctx");

    private ModelParams() {}

    /** A number as an agent is given it; of what is counted there are no halves. */
    static String text(String parameter, double value) {
        return WHOLE.contains(parameter) ? Long.toString(Math.round(value)) : Json.canonical(value);
    }

    static void check(String agent, Vendor vendor, Target target) {
        if (target.model().isEmpty()) {
            throw Bounds.invalid(
                    "agent " + agent + " names no model of " + target.provider(),
                    "write " + agent + "=" + target.provider() + ":MODEL");
        }
        for (Map.Entry<String, String> param : target.params().entrySet()) {
            String key = param.getKey();
            if (SpecText.SHARED.contains(key)) {
                continue;
            }
            if (!vendor.params().contains(key)) {
                TreeSet<String> known = new TreeSet<>(vendor.params());
                known.addAll(SpecText.SHARED);
                throw Providers.unknown("parameter", key, agent, known);
            }
            String field = key + " of agent " + agent;
            switch (key) {
                case "top_p" -> Bounds.real(field, SpecText.real(agent, key, param.getValue()), 0, 1);
                case Vendor.FREQUENCY_PENALTY -> Bounds.real(field, SpecText.real(agent, key, param.getValue()), -2, 2);
                case "top_k", "num_ctx" ->
                    Bounds.whole(field, SpecText.whole(agent, key, param.getValue()), 1, 10_000_000);
                default -> Bounds.text(field, param.getValue(), 1, 64);
            }
        }
    }
}
