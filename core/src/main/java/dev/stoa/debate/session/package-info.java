/** The stored rows of a debate, the hash chain of its events, and the one way to write them. */
@NullMarked
package dev.stoa.debate.session;

import org.jspecify.annotations.NullMarked;
