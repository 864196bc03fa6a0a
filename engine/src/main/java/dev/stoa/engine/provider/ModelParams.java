package dev.stoa.engine.provider;

import dev.stoa.base.Bounds;
import java.util.Map;
import java.util.TreeSet;

/** What an agent of a language model may say about how it is called. Stateless. */
final class ModelParams {
    private ModelParams() {}

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
                case "top_k", "num_ctx" ->
                    Bounds.whole(field, SpecText.whole(agent, key, param.getValue()), 1, 10_000_000);
                default -> Bounds.text(field, param.getValue(), 1, 64);
            }
        }
    }
}
