/** The Model Context Protocol: what agents of other programs call, over HTTP and over standard input and output. */
@NullMarked
package dev.stoa.server.mcp;

import org.jspecify.annotations.NullMarked;
