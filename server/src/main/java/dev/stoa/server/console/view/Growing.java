package dev.stoa.server.console.view;

import dev.stoa.server.console.chart.Spark;

/**
 * How many rows came to an archive each day. Immutable.
 *
 * @param atLeast whether the oldest days are not counted to the end
 */
public record Growing(String archive, boolean atLeast, Spark line) {}
