package dev.stoa.engine.provider.evidence;

/**
 * A text that a debate was given. Immutable.
 *
 * @param id the id under which it can be cited
 * @param title what people call it; may be empty
 * @param text plain text or Markdown, of any length
 */
public record Document(String id, String title, String text) {}
