/** How better profiles are looked for: the mutator, the race of candidates and their recombination. */
@NullMarked
package dev.stoa.evolution.search;

import org.jspecify.annotations.NullMarked;
