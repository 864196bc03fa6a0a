/** The settings of the server. */
@NullMarked
package dev.stoa.server.config;

import org.jspecify.annotations.NullMarked;
