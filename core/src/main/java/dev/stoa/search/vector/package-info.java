/** Embedders, vectors and exact vector search, for every wing. */
@NullMarked
package dev.stoa.search.vector;

import org.jspecify.annotations.NullMarked;
