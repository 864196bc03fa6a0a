/** Whether a candidate is better: the exact paired test, its correction for several candidates, and the bound. */
@NullMarked
package dev.stoa.evolution.trial;

import org.jspecify.annotations.NullMarked;
