/** Private notes of agents with sharing, revisions and lineage. */
@NullMarked
package dev.stoa.society.note;

import org.jspecify.annotations.NullMarked;
