/**
 * The wind tunnel: debates of simulated agents, by the thousand, under the same rules as real ones, to see what a way
 * of debating does before it is paid for.
 */
@NullMarked
package dev.stoa.engine.tunnel;

import org.jspecify.annotations.NullMarked;
