/** The measuring itself: contests against baselines, samples, arenas on both databases, and the report. */
@NullMarked
package dev.stoa.bench.harness;

import org.jspecify.annotations.NullMarked;
