/** The evolution wing: how agents improve. */
@NullMarked
package dev.stoa.evolution;

import org.jspecify.annotations.NullMarked;
