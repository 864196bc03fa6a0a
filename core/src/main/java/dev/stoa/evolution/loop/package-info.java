/** A whole run in memory, step by step, without storage. */
@NullMarked
package dev.stoa.evolution.loop;

import org.jspecify.annotations.NullMarked;
