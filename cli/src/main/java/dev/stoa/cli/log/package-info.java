/** The log of the process on standard error: what is heard, how a line looks, and what is hidden in it. */
@NullMarked
package dev.stoa.cli.log;

import org.jspecify.annotations.NullMarked;
