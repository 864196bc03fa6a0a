package dev.stoa.config;

import dev.stoa.base.InvalidException;
import java.util.ArrayList;
import java.util.List;

/**
 * What one part of Stoa lets be configured. Immutable. A configuration is loaded with the modules of all parts at once,
 * because a key that none of them knows is an error.
 *
 * @param settings settings with full keys, in the order in which they are listed
 * @param tables groups of tables with free names
 */
public record ConfigModule(List<Setting<?>> settings, List<NamedTables> tables) {
    public ConfigModule {
        settings = List.copyOf(settings);
        tables = List.copyOf(tables);
        for (Setting<?> setting : settings) {
            if (setting.path().size() < 2) {
                throw new InvalidException(
                        ConfigLoader.INVALID, "setting " + setting + " is in no section", "name it section.key");
            }
        }
    }

    /** A module of settings alone. */
    public static ConfigModule of(Setting<?>... settings) {
        return new ConfigModule(List.of(settings), List.of());
    }

    /** This module and one more group of tables. */
    public ConfigModule with(NamedTables more) {
        List<NamedTables> all = new ArrayList<>(tables);
        all.add(more);
        return new ConfigModule(settings, all);
    }
}
