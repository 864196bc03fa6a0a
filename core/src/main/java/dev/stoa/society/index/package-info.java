/** The one text index over notes, knowledge, messages, work and files. */
@NullMarked
package dev.stoa.society.index;

import org.jspecify.annotations.NullMarked;
