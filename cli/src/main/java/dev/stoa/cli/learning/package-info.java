/** The commands for what is learned: memory, consensus, proof, evidence, rating, prediction, critique, breaker. */
@NullMarked
package dev.stoa.cli.learning;

import org.jspecify.annotations.NullMarked;
