/** Epochs, the episodes that were played in them, and their logs. */
@NullMarked
package dev.stoa.evolution.episode;

import org.jspecify.annotations.NullMarked;
