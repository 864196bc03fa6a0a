/** Sending, receiving and waiting for messages, handoffs, the inbox and bookmarks. */
@NullMarked
package dev.stoa.society.message;

import org.jspecify.annotations.NullMarked;
