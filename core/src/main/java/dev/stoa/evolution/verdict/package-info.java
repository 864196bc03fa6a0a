/** The decisions about candidates, and what was observed of profiles in use. */
@NullMarked
package dev.stoa.evolution.verdict;

import org.jspecify.annotations.NullMarked;
