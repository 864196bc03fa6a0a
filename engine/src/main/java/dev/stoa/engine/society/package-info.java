/** Runs the agents of the society: workers, prompts and processes. */
@NullMarked
package dev.stoa.engine.society;

import org.jspecify.annotations.NullMarked;
