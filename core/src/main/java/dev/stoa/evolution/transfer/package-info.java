/** A run as JSON lines, out of an archive and into another. */
@NullMarked
package dev.stoa.evolution.transfer;

import org.jspecify.annotations.NullMarked;
