/** Shared knowledge with its sources, reviews and trust. */
@NullMarked
package dev.stoa.society.knowledge;

import org.jspecify.annotations.NullMarked;
