/**
 * HTTP as the server speaks it: the table of routes, what requests may hold, how they are checked, answered and
 * refused. Nothing here knows a wing.
 */
@NullMarked
package dev.stoa.server.http;

import org.jspecify.annotations.NullMarked;
