/** Consensus memory: the outcome of every debate with its dissent, and the proofs of its claims. */
@NullMarked
package dev.stoa.learning.consensus;

import org.jspecify.annotations.NullMarked;
