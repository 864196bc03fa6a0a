/** Critiques, the patterns they form, and the reputation of those who give them. */
@NullMarked
package dev.stoa.learning.critique;

import org.jspecify.annotations.NullMarked;
