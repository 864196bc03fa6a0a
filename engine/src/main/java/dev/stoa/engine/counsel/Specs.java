package dev.stoa.engine.counsel;

import dev.stoa.debate.rules.config.Seat;
import dev.stoa.engine.provider.AgentSpec;
import dev.stoa.engine.provider.Target;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The model of an agent as text, from which the agent can be made again. Stateless. */
final class Specs {
    private Specs() {}

    /** What stands behind the {@code =} of an agent's description, its parameters in the order of their names. */
    static String model(AgentSpec agent) {
        // A profile is made again from the archive; its prompt has no place in a line of text.
        String profile = agent.profile();
        Map<String, String> query = new TreeMap<>(profile == null ? agent.params() : Map.of());
        if (agent.role() != null) {
            query.put("role", agent.role());
        }
        if (agent.family() != null) {
            query.put("family", agent.family());
        }
        if (!agent.fallback().isEmpty()) {
            query.put(
                    "fallback", agent.fallback().stream().map(Target::toString).collect(Collectors.joining("|")));
        }
        String params = query.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + encoded(entry.getValue()))
                .collect(Collectors.joining("&"));
        String model = profile == null ? agent.provider() + ":" + encoded(agent.model()) : Seat.PROFILE + ":" + profile;
        return model + (params.isEmpty() ? "" : "?" + params);
    }

    /** Only what would be read as something else is encoded, so that names of models stay readable. */
    private static String encoded(String text) {
        StringBuilder encoded = new StringBuilder();
        text.codePoints().forEach(c -> {
            String one = Character.toString(c);
            encoded.append("%?&=+# ".contains(one) || c < 0x20 ? percent(one) : one);
        });
        return encoded.toString();
    }

    private static String percent(String one) {
        return URLEncoder.encode(one, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
