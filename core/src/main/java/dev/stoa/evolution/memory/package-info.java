/** What strategies led to, searched by meaning, and what is to be avoided for a while. */
@NullMarked
package dev.stoa.evolution.memory;

import org.jspecify.annotations.NullMarked;
