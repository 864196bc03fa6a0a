/** JSON as a stream and as a tree, its canonical form, its limits, and the hashes over it. */
@NullMarked
package dev.stoa.json;

import org.jspecify.annotations.NullMarked;
