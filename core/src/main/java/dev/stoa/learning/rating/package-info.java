/** Ratings, matches, predictions and calibration of agents. */
@NullMarked
package dev.stoa.learning.rating;

import org.jspecify.annotations.NullMarked;
