/** Measurements of the learning wing. */
@NullMarked
package dev.stoa.bench.learning;

import org.jspecify.annotations.NullMarked;
