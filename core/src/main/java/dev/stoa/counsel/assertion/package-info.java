/** Assertions: the checks that an answer passes before it is given, and the policies that choose them. */
@NullMarked
package dev.stoa.counsel.assertion;

import org.jspecify.annotations.NullMarked;
