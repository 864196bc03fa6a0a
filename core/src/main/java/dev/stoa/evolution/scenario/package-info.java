/** The scenario file: read with the position of every error, and written as JSON. */
@NullMarked
package dev.stoa.evolution.scenario;

import org.jspecify.annotations.NullMarked;
