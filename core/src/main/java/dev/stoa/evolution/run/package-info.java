/** Runs, their owners, and their chains of generations. */
@NullMarked
package dev.stoa.evolution.run;

import org.jspecify.annotations.NullMarked;
