package dev.stoa.evolution.scenario;

import dev.stoa.base.NotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** The scenarios that Stoa brings along. Stateless, safe from any thread. */
public final class Scenarios {
    /** Their names. */
    public static final List<String> NAMES = List.of("split-100", "two-issue-trade", "split-deadlock", "debate-panel");

    private Scenarios() {}

    /** The text of a scenario. */
    public static String text(String name) {
        if (!NAMES.contains(name)) {
            throw new NotFoundException(
                    "not_found",
                    "no scenario " + dev.stoa.base.Bounds.shown(name) + " is built in",
                    "built in are " + String.join(", ", NAMES));
        }
        try (InputStream in = Scenarios.class.getResourceAsStream(name + ".toml")) {
            if (in == null) {
                throw new AssertionError("the scenario " + name + " is not in the artefact");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A scenario, ready to run. */
    public static Scenario get(String name) {
        return get(name, Map.of());
    }

    /**
     * A scenario where a configuration gives defaults.
     *
     * @param defaults settings of {@code [evolution]} that hold where the scenario does not give them, by name
     */
    public static Scenario get(String name, Map<String, ?> defaults) {
        return ScenarioReader.toml(name + ".toml", text(name), defaults);
    }
}
