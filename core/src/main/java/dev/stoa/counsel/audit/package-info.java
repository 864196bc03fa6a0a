/** The audit log: a chain of events that nobody can change unnoticed. */
@NullMarked
package dev.stoa.counsel.audit;

import org.jspecify.annotations.NullMarked;
