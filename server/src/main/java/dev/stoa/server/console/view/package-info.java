/** What templates of the console read. */
@NullMarked
package dev.stoa.server.console.view;

import org.jspecify.annotations.NullMarked;
