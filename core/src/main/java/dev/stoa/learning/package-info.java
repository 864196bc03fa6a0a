/** The learning wing: what debates and their outcomes teach. */
@NullMarked
package dev.stoa.learning;

import org.jspecify.annotations.NullMarked;
