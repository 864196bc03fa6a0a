/** What every command shares: the invocation, its streams, text and JSON output, exit codes. Uses no command. */
@NullMarked
package dev.stoa.cli.console;

import org.jspecify.annotations.NullMarked;
