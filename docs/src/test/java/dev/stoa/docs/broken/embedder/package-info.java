/** Part of a house that breaks every rule once. */
@NullMarked
package dev.stoa.docs.broken.embedder;

import org.jspecify.annotations.NullMarked;
