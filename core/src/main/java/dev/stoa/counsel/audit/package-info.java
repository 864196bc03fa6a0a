/** The audit log: a chain of events that cannot be changed unnoticed. */
@NullMarked
package dev.stoa.counsel.audit;

import org.jspecify.annotations.NullMarked;
