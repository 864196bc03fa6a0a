/** Measurements of several processes at one PostgreSQL server. */
@NullMarked
package dev.stoa.bench.scale;

import org.jspecify.annotations.NullMarked;
