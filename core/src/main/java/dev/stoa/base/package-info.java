/** What every other package may use and what uses none of them: bounds, pages, trust, who acts, and the errors. */
@NullMarked
package dev.stoa.base;

import org.jspecify.annotations.NullMarked;
