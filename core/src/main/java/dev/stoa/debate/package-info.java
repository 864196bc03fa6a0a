/** The debate wing: the durable, replayable record of a debate. */
@NullMarked
package dev.stoa.debate;

import org.jspecify.annotations.NullMarked;
