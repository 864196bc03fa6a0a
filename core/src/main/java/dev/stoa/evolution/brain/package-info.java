/** What speaks for an actor: the interface of brains, the built-in policies and their random streams. */
@NullMarked
package dev.stoa.evolution.brain;

import org.jspecify.annotations.NullMarked;
