/** Measurements of the system as a user meets it; nothing else depends on this module. */
@NullMarked
package dev.stoa.bench;

import org.jspecify.annotations.NullMarked;
