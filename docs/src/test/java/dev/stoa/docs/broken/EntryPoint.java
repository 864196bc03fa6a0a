package dev.stoa.docs.broken;

public record EntryPoint() {}
