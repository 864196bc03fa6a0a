/** Corrections: what was learned to be true, found again by words and meaning, and put into prompts. */
@NullMarked
package dev.stoa.counsel.correction;

import org.jspecify.annotations.NullMarked;
