/** Words, text queries, embeddings, exact vector search and the fusion of rankings, for every wing. */
@NullMarked
package dev.stoa.search;

import org.jspecify.annotations.NullMarked;
