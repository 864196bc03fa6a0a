/** How an episode is scored: the expression language of rubrics and the measures of a settlement. */
@NullMarked
package dev.stoa.evolution.judge;

import org.jspecify.annotations.NullMarked;
