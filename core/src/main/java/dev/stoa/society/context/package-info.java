/** One search over notes, knowledge, messages, work and files. */
@NullMarked
package dev.stoa.society.context;

import org.jspecify.annotations.NullMarked;
