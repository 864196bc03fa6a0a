/** What all stores of the counsel wing share. */
@NullMarked
package dev.stoa.counsel.base;

import org.jspecify.annotations.NullMarked;
