package dev.stoa.server.config;

import dev.stoa.config.ConfigModule;
import dev.stoa.config.ModuleSource;
import java.util.List;

/** The settings of the server, for loading a configuration. Stateless. */
public final class ServerModules implements ModuleSource {
    @Override
    public List<ConfigModule> modules() {
        return List.of(ServerSettings.module());
    }
}
