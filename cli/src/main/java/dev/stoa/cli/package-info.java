/** The {@code stoa} command: the only place that writes to the terminal and sets exit codes. */
@NullMarked
package dev.stoa.cli;

import org.jspecify.annotations.NullMarked;
