/** The keyword index over messages: its queue on disk, its map in memory, and the search that ranks what it finds. */
@NullMarked
package dev.stoa.counsel.keyword;

import org.jspecify.annotations.NullMarked;
