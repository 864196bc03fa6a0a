package dev.stoa.docs.broken.embedder;

public record Model(String name) {}
