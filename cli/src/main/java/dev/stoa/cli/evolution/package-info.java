/** The noun {@code evolve}: agents that improve, on the command line. */
@NullMarked
package dev.stoa.cli.evolution;

import org.jspecify.annotations.NullMarked;
