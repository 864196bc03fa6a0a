/** The verbs of the counsel wing. */
@NullMarked
package dev.stoa.cli.counsel;

import org.jspecify.annotations.NullMarked;
