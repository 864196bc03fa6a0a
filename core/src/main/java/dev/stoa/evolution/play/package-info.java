/** One episode: the environment, proposals, permissions, turns and endings. */
@NullMarked
package dev.stoa.evolution.play;

import org.jspecify.annotations.NullMarked;
