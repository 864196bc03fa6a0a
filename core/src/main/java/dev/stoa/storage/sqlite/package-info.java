/** Archives as SQLite files. */
@NullMarked
package dev.stoa.storage.sqlite;

import org.jspecify.annotations.NullMarked;
