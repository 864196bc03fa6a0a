/**
 * The rules of a debate as pure functions: who sees what, what a reply means, how votes are counted, what comes next.
 *
 * <p>No input or output, no clock, no chance: replay must come to the same result on every machine, now and later.
 */
@NullMarked
package dev.stoa.debate.rules;

import org.jspecify.annotations.NullMarked;
