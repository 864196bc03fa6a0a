/** Taking over files of the program that the counsel succeeds. */
@NullMarked
package dev.stoa.counsel.foreign;

import org.jspecify.annotations.NullMarked;
