/** Benchmarks of the counsel wing. */
@NullMarked
package dev.stoa.bench.counsel;

import org.jspecify.annotations.NullMarked;
