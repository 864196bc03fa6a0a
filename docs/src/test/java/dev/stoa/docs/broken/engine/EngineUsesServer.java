package dev.stoa.docs.broken.engine;

import dev.stoa.docs.broken.server.ServerUsesCli;

public record EngineUsesServer(ServerUsesCli server) {}
