/** Part of a house that breaks every rule once. */
@NullMarked
package dev.stoa.docs.broken.z3;

import org.jspecify.annotations.NullMarked;
