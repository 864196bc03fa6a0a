/** Continuum memory: what is remembered, in four tiers that outcomes move it through. */
@NullMarked
package dev.stoa.learning.memory;

import org.jspecify.annotations.NullMarked;
