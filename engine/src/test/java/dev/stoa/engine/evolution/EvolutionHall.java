package dev.stoa.engine.evolution;

import dev.stoa.engine.provider.Call;
import dev.stoa.engine.provider.CallFailure;
import dev.stoa.engine.provider.Reply;
import dev.stoa.engine.provider.ScriptedHall;
import dev.stoa.evolution.Evolution;
import dev.stoa.evolution.EvolutionArchive;
import dev.stoa.evolution.scenario.Scenario;
import dev.stoa.evolution.scenario.Scenarios;
import dev.stoa.evolution.scenario.SettingsReader;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.EmptyArchives;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** A place where evolutions run for a test. */
final class EvolutionHall extends ScriptedHall {
    private Line line = call -> {
        throw CallFailure.refused("the script is empty");
    };

    private EvolutionHall(Dialect dialect, Path folder, String url, boolean owner) {
        super(dialect, folder, url, owner, EvolutionArchive.SCHEMA);
    }

    static EvolutionHall on(Dialect dialect, Path folder) {
        return new EvolutionHall(dialect, folder, EmptyArchives.all(dialect, folder), true);
    }

    /** The same place, as another process sees it. */
    static EvolutionHall at(Dialect dialect, Path folder, String url) {
        return new EvolutionHall(dialect, folder, url, false);
    }

    /** A built-in scenario with other settings. */
    static Scenario scenario(String name, String... settings) {
        Map<String, String> all = new HashMap<>();
        for (int i = 0; i < settings.length; i += 2) {
            all.put(settings[i], settings[i + 1]);
        }
        return SettingsReader.override(Scenarios.get(name), all);
    }

    EvolutionHall says(Line text) {
        line = text;
        return this;
    }

    @Override
    protected Reply said(Call call) throws CallFailure, InterruptedException {
        return new Reply(line.of(call), 10, 5, Duration.ZERO);
    }

    Evolution stores() {
        return stoa().evolution();
    }

    EvolutionEngine engine() {
        return EvolutionEngine.over(stoa(), providers(), clock());
    }
}
