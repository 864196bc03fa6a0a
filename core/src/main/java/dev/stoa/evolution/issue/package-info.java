/** What actors negotiate about: issues, the grid of outcomes and what each outcome is worth to an actor. */
@NullMarked
package dev.stoa.evolution.issue;

import org.jspecify.annotations.NullMarked;
