package dev.stoa.server.console.chart;

import gg.jte.Content;

/**
 * A picture of numbers that also says them as a sentence and as a table. Immutable; equal charts give equal text.
 *
 * <p>Texts are written escaped, and as given: foreign text is made visible by the caller. Links are paths of the
 * console.
 */
public sealed interface Chart
        permits Alluvial, Bars, Intervals, Layers, Lines, Matrix, Minimap, Scatter, Spark, Topology, Tree {
    /** The most marks of one drawing. What has more is drawn in bins, or its rest is counted. */
    int MARKS = 400;

    /** Whether there is nothing to draw; then the drawing is empty and the sentence says so. */
    boolean isEmpty();

    /** The drawing: one {@code svg} element, or nothing. */
    Content svg();

    /** What the drawing shows, in words. */
    String sentence();

    /** The numbers of the drawing. */
    Table table();
}
