/** The commands for the society: agents, channels, messages, runs, tasks, notes, knowledge, context. */
@NullMarked
package dev.stoa.cli.society;

import org.jspecify.annotations.NullMarked;
