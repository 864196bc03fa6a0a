/** Hints for pages that keep themselves current. */
@NullMarked
package dev.stoa.server.console.live;

import org.jspecify.annotations.NullMarked;
