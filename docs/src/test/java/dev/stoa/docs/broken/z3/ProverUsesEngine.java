package dev.stoa.docs.broken.z3;

import dev.stoa.docs.broken.engine.EngineUsesServer;

public record ProverUsesEngine(EngineUsesServer engine) {}
