/** What the stores of the learning wing promise together. */
@NullMarked
package dev.stoa.learning;

import org.jspecify.annotations.NullMarked;
