package dev.stoa.cli.log;

/**
 * The configuration of java.util.logging: none, so that it has no handler and writes nowhere. Stateless. The JDK makes
 * one by name when a library first logs there, and not before.
 */
public final class JulSilence {}
