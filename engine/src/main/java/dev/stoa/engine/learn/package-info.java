/** What debates read of the archives before they begin, and what they teach them when they are over. */
@NullMarked
package dev.stoa.engine.learn;

import org.jspecify.annotations.NullMarked;
