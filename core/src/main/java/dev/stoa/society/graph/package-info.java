/** Entities, observations and relations in the form of the MCP memory server. */
@NullMarked
package dev.stoa.society.graph;

import org.jspecify.annotations.NullMarked;
