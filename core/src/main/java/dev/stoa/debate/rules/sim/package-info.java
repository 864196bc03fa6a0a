/** Simulated seats, and dry runs without any provider. */
@NullMarked
package dev.stoa.debate.rules.sim;

import org.jspecify.annotations.NullMarked;
