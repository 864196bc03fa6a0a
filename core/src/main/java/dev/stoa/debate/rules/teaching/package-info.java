/** Grades, and what a finished debate teaches the other wings. */
@NullMarked
package dev.stoa.debate.rules.teaching;

import org.jspecify.annotations.NullMarked;
