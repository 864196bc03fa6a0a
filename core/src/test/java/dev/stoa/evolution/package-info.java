@NullMarked
package dev.stoa.evolution;

import org.jspecify.annotations.NullMarked;
