/** The routes of the API, one class for each noun. A handler parses, calls one operation and renders. */
@NullMarked
package dev.stoa.server.rest;

import org.jspecify.annotations.NullMarked;
