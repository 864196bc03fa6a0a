/** Holds debates: asks the rules what comes next, does it, writes it down, and asks again. */
@NullMarked
package dev.stoa.engine.debate;

import org.jspecify.annotations.NullMarked;
