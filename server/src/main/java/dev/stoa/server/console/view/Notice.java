package dev.stoa.server.console.view;

/**
 * What was done before a page was shown. Immutable.
 *
 * @param undo the address that takes it back; empty if nothing does
 * @param key the key under which it is taken back once
 */
public record Notice(String words, String undo, String key) {}
