/** Options, ballots and the methods that count them; uses no other package of the rules. */
@NullMarked
package dev.stoa.debate.rules.voting;

import org.jspecify.annotations.NullMarked;
