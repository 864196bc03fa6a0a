/** What the server says about itself: metrics and the access log. */
@NullMarked
package dev.stoa.server.observe;

import org.jspecify.annotations.NullMarked;
