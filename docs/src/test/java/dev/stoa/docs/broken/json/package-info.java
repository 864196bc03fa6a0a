/** Part of a house that breaks every rule once. */
@NullMarked
package dev.stoa.docs.broken.json;

import org.jspecify.annotations.NullMarked;
