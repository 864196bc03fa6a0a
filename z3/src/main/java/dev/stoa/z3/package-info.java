/** The Z3 prover: a program that asks it, and what tells the rest of Stoa where that program is. */
@NullMarked
package dev.stoa.z3;

import org.jspecify.annotations.NullMarked;
