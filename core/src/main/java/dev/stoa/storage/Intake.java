package dev.stoa.storage;

import java.nio.file.Path;

/** An archive on its way into a site: a SQLite file of the latest version that nobody else uses. Immutable. */
public record Intake(ArchiveSchema schema, Path file) {}
