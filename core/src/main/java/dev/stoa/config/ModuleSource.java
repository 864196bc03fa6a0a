package dev.stoa.config;

import java.util.List;

/**
 * Brings the settings of a part of Stoa that the core does not know. Found as a service, so that a program that opens a
 * data directory understands the configuration of every part that it has on its class path.
 */
public interface ModuleSource {
    /** The modules of that part. */
    List<ConfigModule> modules();
}
