/** The configuration: which settings there are, where their values come from, and which of them are in force. */
@NullMarked
package dev.stoa.config;

import org.jspecify.annotations.NullMarked;
