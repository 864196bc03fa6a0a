/** What has happened in a debate, as the rules read it. */
@NullMarked
package dev.stoa.debate.rules.record;

import org.jspecify.annotations.NullMarked;
