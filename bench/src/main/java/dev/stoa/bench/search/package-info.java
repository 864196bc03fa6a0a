/** Measurements of retrieval on judged collections. */
@NullMarked
package dev.stoa.bench.search;

import org.jspecify.annotations.NullMarked;
