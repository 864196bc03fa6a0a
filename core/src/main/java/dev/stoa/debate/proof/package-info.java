/** Replay: whether the rows of a debate, its events and its outcome agree. */
@NullMarked
package dev.stoa.debate.proof;

import org.jspecify.annotations.NullMarked;
