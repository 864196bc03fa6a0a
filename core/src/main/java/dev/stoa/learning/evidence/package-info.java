/** Evidence: each piece once, linked to every debate that used it. */
@NullMarked
package dev.stoa.learning.evidence;

import org.jspecify.annotations.NullMarked;
