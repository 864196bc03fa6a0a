/** Runs of agents and the queue of executions that workers take from. */
@NullMarked
package dev.stoa.society.run;

import org.jspecify.annotations.NullMarked;
