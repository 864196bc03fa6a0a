/** What all stores of the evolution wing share. */
@NullMarked
package dev.stoa.evolution.base;

import org.jspecify.annotations.NullMarked;
