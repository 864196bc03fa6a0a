package dev.stoa.docs.broken.society;

import dev.stoa.docs.broken.engine.EngineUsesServer;

public record CoreUsesEngine(EngineUsesServer engine) {}
