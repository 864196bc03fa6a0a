/** What a move of archives from one database to another needs on both: values, hashes and notes of its state. */
@NullMarked
package dev.stoa.storage.move;

import org.jspecify.annotations.NullMarked;
