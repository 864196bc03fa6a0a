/** The keys of a sealed archive: making, changing and retiring them, and sealing again under the newest. */
@NullMarked
package dev.stoa.counsel.key;

import org.jspecify.annotations.NullMarked;
