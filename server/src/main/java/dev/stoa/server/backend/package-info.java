/** What handlers work with: the stores and the engines, once they are open. */
@NullMarked
package dev.stoa.server.backend;

import org.jspecify.annotations.NullMarked;
