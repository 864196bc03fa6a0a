/** Databases that other programs wrote: reading them and taking them over. */
@NullMarked
package dev.stoa.storage.foreign;

import org.jspecify.annotations.NullMarked;
