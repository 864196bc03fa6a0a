/** Measurements of the society wing. */
@NullMarked
package dev.stoa.bench.society;

import org.jspecify.annotations.NullMarked;
