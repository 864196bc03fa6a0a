/** Tests of the server's pages and streams in a real browser, and what they share. */
@NullMarked
package dev.stoa.browser;

import org.jspecify.annotations.NullMarked;
