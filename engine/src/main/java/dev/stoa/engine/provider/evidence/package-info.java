/**
 * The extractive agent of a debate: it says nothing of its own, but chooses among the words of the given documents, and
 * measures what others say by them.
 */
@NullMarked
package dev.stoa.engine.provider.evidence;

import org.jspecify.annotations.NullMarked;
