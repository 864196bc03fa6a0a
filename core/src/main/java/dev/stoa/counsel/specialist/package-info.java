/** Specialists: who answers, the shadow that is measured beside it, and how a model is promoted on evidence. */
@NullMarked
package dev.stoa.counsel.specialist;

import org.jspecify.annotations.NullMarked;
