/** A house that breaks every rule once. */
@NullMarked
package dev.stoa.docs.broken;

import org.jspecify.annotations.NullMarked;
