/** Taking over the database of the system that the society schema comes from. */
@NullMarked
package dev.stoa.society.foreign;

import org.jspecify.annotations.NullMarked;
