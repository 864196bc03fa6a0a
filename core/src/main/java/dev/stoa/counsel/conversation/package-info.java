/** Conversations with their messages in order, the projects they belong to and the sessions that ask in them. */
@NullMarked
package dev.stoa.counsel.conversation;

import org.jspecify.annotations.NullMarked;
