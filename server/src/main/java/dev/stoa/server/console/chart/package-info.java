/**
 * Charts of the console: immutable records that write themselves as SVG, as a sentence and as a table.
 *
 * <p>No chart has a style of its own: the policy of the pages forbids {@code style}. Shapes are painted with
 * {@code currentColor}, so that a class only has to set {@code color}. The classes:
 *
 * <ul>
 *   <li>{@code chart} and {@code chart-lines}, {@code chart-bars}, {@code chart-intervals}, {@code chart-scatter},
 *       {@code chart-matrix}, {@code chart-alluvial}, {@code chart-layers}, {@code chart-tree}, {@code chart-spark},
 *       {@code chart-minimap}, {@code chart-topology}: the drawing. It has a natural width and height; it may shrink to
 *       the width of its frame. {@code chart-wide}: wider than 720, the frame scrolls and the drawing does not shrink
 *   <li>{@code option-a} to {@code option-g}, {@code good}, {@code warn}, {@code bad}, {@code soft}, {@code accent},
 *       {@code plain}: the colour of a mark or a text (see {@link dev.stoa.server.console.chart.Tone})
 *   <li>{@code axis} (axis lines), {@code grid} (decoration behind the marks), {@code tick} (axis texts),
 *       {@code reference} (a bound or a first value), {@code label} (text beside a mark), {@code strong} (text of weight),
 *       {@code halo} (text over lines: a stroke of the page's back colour under it)
 *   <li>{@code mark} (a thing with a title; an {@code a} if it links), and inside it {@code line}, {@code band},
 *       {@code dot}, {@code hollow}, {@code bar}, {@code whisker}, {@code cell}, {@code grey}, {@code ribbon},
 *       {@code moved}, {@code node}, {@code edge}, {@code thick}, {@code window}
 * </ul>
 */
@NullMarked
package dev.stoa.server.console.chart;

import org.jspecify.annotations.NullMarked;
