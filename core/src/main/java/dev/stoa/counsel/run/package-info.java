/** Who is asked, what their answers are worth, which of them wins, and what came of it. */
@NullMarked
package dev.stoa.counsel.run;

import org.jspecify.annotations.NullMarked;
