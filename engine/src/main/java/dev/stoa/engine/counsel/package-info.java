/** Answering people: asking many models, deciding between their answers, and keeping the proof. */
@NullMarked
package dev.stoa.engine.counsel;

import org.jspecify.annotations.NullMarked;
