/** Reading what changed in the society, in order. */
@NullMarked
package dev.stoa.society.feed;

import org.jspecify.annotations.NullMarked;
