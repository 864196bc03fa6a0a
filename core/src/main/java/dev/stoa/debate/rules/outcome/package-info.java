/** What a debate came to, its dissents, and what it would have come to otherwise. */
@NullMarked
package dev.stoa.debate.rules.outcome;

import org.jspecify.annotations.NullMarked;
