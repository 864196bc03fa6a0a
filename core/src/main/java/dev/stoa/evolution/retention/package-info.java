/** Which episodes and logs stay at hand, and which are archived or pruned. */
@NullMarked
package dev.stoa.evolution.retention;

import org.jspecify.annotations.NullMarked;
