/**
 * Where everything is kept: one {@link dev.stoa.storage.Archive} per database, on SQLite or PostgreSQL alike, its
 * migrations, snapshots and commit signal, and the values that are stored the same way everywhere.
 */
@NullMarked
package dev.stoa.storage;

import org.jspecify.annotations.NullMarked;
