/** Formal proofs of claims, and the provers that check them. */
@NullMarked
package dev.stoa.learning.proof;

import org.jspecify.annotations.NullMarked;
