/** What the verbs of the surface need of who uses them; one table for every way in. */
@NullMarked
package dev.stoa.engine.access;

import org.jspecify.annotations.NullMarked;
