/** The engines of a process, put together in one place for every way in. */
@NullMarked
package dev.stoa.engine.assembly;

import org.jspecify.annotations.NullMarked;
