/** Who may come in: modes, tokens, hosts and origins, rates, and what of it goes on record. */
@NullMarked
package dev.stoa.server.access;

import org.jspecify.annotations.NullMarked;
