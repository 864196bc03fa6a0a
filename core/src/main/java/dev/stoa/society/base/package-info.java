/** What all parts of the society share: agents by name, visibility, references, the feed, and the unit of work of an actor. */
@NullMarked
package dev.stoa.society.base;

import org.jspecify.annotations.NullMarked;
