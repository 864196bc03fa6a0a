/** The console: pages for people, made of the answers of the API. */
@NullMarked
package dev.stoa.server.console;

import org.jspecify.annotations.NullMarked;
