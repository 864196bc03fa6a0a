/** What makes text of others harmless for a terminal. */
@NullMarked
package dev.stoa.cli.text;

import org.jspecify.annotations.NullMarked;
