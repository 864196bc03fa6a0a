package dev.stoa.config;

/**
 * One line of the effective configuration. Immutable. What is secret is already hidden in it.
 *
 * @param key the full key
 * @param value the plain form of the value, as {@code Json.write} takes it
 * @param origin {@code default}, {@code env STOA_…}, {@code /path/stoa.toml:12}, {@code --flag} or {@code java}
 * @param doc one line about the setting
 */
public record ConfigEntry(String key, Object value, String origin, String doc) {}
