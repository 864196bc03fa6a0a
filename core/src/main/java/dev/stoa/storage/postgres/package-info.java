/** Archives as schemas of one PostgreSQL database. */
@NullMarked
package dev.stoa.storage.postgres;

import org.jspecify.annotations.NullMarked;
