package dev.stoa.engine;

import dev.stoa.config.ConfigModule;
import dev.stoa.config.ModuleSource;
import dev.stoa.engine.provider.ProviderSettings;
import java.util.List;

/** The settings of the engine, for loading a configuration. Stateless. */
public final class EngineModules implements ModuleSource {
    @Override
    public List<ConfigModule> modules() {
        return List.of(ProviderSettings.module(), DebateSettings.module(), AskSettings.module());
    }
}
