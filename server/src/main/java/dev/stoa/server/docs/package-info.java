/** The API described by its own table of routes: the OpenAPI document and a page to read. */
@NullMarked
package dev.stoa.server.docs;

import org.jspecify.annotations.NullMarked;
