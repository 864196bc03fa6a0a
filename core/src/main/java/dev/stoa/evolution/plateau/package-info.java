/** When mutation has stalled: what is due, and which agent is designed. */
@NullMarked
package dev.stoa.evolution.plateau;

import org.jspecify.annotations.NullMarked;
