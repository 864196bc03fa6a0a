/** The loop that improves agents: it plays, tries, decides and stores, and goes on where it was interrupted. */
@NullMarked
package dev.stoa.engine.evolution;

import org.jspecify.annotations.NullMarked;
