/** The prompts that seats are sent. */
@NullMarked
package dev.stoa.debate.rules.prompt;

import org.jspecify.annotations.NullMarked;
