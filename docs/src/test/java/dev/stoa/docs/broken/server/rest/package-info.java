/** Part of a house that breaks every rule once. */
@NullMarked
package dev.stoa.docs.broken.server.rest;

import org.jspecify.annotations.NullMarked;
