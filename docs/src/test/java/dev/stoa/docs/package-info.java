/** The house tests: what the documents say runs, the rules of the code hold, and the launcher starts. */
@NullMarked
package dev.stoa.docs;

import org.jspecify.annotations.NullMarked;
