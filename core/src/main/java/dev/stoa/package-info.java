/** The entry point of Stoa, its configuration and its errors. */
@NullMarked
package dev.stoa;

import org.jspecify.annotations.NullMarked;
