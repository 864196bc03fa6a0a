@NullMarked
package dev.stoa.society;

import org.jspecify.annotations.NullMarked;
