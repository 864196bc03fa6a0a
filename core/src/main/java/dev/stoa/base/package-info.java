/**
 * The base that every other package may use and that uses none of them: bounds, pages, trust, the principal, and the
 * errors.
 */
@NullMarked
package dev.stoa.base;

import org.jspecify.annotations.NullMarked;
