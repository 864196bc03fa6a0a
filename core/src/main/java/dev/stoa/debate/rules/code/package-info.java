/** Code tasks and unified diffs. */
@NullMarked
package dev.stoa.debate.rules.code;

import org.jspecify.annotations.NullMarked;
