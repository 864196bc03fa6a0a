/** Live streams: what happens, told to clients while it does. */
@NullMarked
package dev.stoa.server.sse;

import org.jspecify.annotations.NullMarked;
