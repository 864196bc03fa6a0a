/** The work that the server does by itself, beside answering requests. */
@NullMarked
package dev.stoa.server.jobs;

import org.jspecify.annotations.NullMarked;
