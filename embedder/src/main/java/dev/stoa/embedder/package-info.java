/** The sentence model e5-small-v2 with the native code it runs on. */
@NullMarked
package dev.stoa.embedder;

import org.jspecify.annotations.NullMarked;
