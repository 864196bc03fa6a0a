/** Measurements of the debate wing. */
@NullMarked
package dev.stoa.bench.debate;

import org.jspecify.annotations.NullMarked;
