/** Words, text queries and text indexes, for every wing. */
@NullMarked
package dev.stoa.search.text;

import org.jspecify.annotations.NullMarked;
