/**
 * Texts of agents, documents and models as the console shows them. Their authors may want to deceive the reader, so
 * what comes out is text, or markup of a small closed set.
 */
@NullMarked
package dev.stoa.server.console.text;

import org.jspecify.annotations.NullMarked;
