/** Measurements of the evolution wing. */
@NullMarked
package dev.stoa.bench.evolution;

import org.jspecify.annotations.NullMarked;
