/** Channels with their members, and the rows of messages and mentions in them. */
@NullMarked
package dev.stoa.society.channel;

import org.jspecify.annotations.NullMarked;
