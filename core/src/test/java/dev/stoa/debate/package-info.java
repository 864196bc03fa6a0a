@NullMarked
package dev.stoa.debate;

import org.jspecify.annotations.NullMarked;
