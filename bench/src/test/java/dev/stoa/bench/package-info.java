/** Tests of the benchmarks: that they measure what they say, and that they still run. */
@NullMarked
package dev.stoa.bench;

import org.jspecify.annotations.NullMarked;
