/** The archives: one database each, its schema and migrations, its units of work, and copies of it. */
@NullMarked
package dev.stoa.storage;

import org.jspecify.annotations.NullMarked;
