/** The counsel wing: answering people with many models, and the audit log. */
@NullMarked
package dev.stoa.counsel;

import org.jspecify.annotations.NullMarked;
