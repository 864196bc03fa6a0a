/** Replies: their form, their schemas and how they are read. */
@NullMarked
package dev.stoa.debate.rules.reply;

import org.jspecify.annotations.NullMarked;
