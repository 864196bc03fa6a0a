package dev.stoa.engine;

import dev.stoa.config.ConfigModule;
import dev.stoa.config.ModuleSource;
import java.util.List;

/** The settings of the engine, for whoever looks for settings. Stateless. */
public final class EngineModules implements ModuleSource {
    @Override
    public List<ConfigModule> modules() {
        return List.of(EngineSettings.modules());
    }
}
