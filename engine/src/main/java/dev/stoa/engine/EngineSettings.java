package dev.stoa.engine;

import dev.stoa.config.ConfigModule;
import dev.stoa.engine.provider.ProviderSettings;

/**
 * What the engine lets be configured beyond the foundation. Stateless. Whoever loads a configuration for the whole of
 * Stoa hands these modules over, since a file may hold their keys and unknown keys are refused.
 */
public final class EngineSettings {
    private EngineSettings() {}

    /** The modules of the engine. */
    public static ConfigModule[] modules() {
        return new ConfigModule[] {ProviderSettings.module(), DebateSettings.module()};
    }
}
