/** What pages of the society show, made of answers of the API. */
@NullMarked
package dev.stoa.server.console.society;

import org.jspecify.annotations.NullMarked;
