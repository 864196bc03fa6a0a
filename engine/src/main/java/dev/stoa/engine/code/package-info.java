/** Code that agents wrote, run against tests in a sandbox: what passes is decided by structure, never by words. */
@NullMarked
package dev.stoa.engine.code;

import org.jspecify.annotations.NullMarked;
