/**
 * The work that concerns several wings or whole archives: prune, import, export, examine, upgrade, folders of evidence,
 * debates that wait at gates, and the identities of agents. It takes values and returns records, so that the command
 * line, the server and MCP call the same services.
 */
@NullMarked
package dev.stoa.engine.upkeep;

import org.jspecify.annotations.NullMarked;
