/** What pictures of results share. */
@NullMarked
package dev.stoa.engine.plot;

import org.jspecify.annotations.NullMarked;
