/** Notes that let a specialist go on when its context window is full, and the counters that say when. */
@NullMarked
package dev.stoa.counsel.backup;

import org.jspecify.annotations.NullMarked;
