/** The society wing: who the agents are and how they work together. */
@NullMarked
package dev.stoa.society;

import org.jspecify.annotations.NullMarked;
