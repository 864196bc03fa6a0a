/** The frozen request of a debate: its seats, phases, topology and limits. */
@NullMarked
package dev.stoa.debate.rules.config;

import org.jspecify.annotations.NullMarked;
