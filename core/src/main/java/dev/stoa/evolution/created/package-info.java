/** Agents that were designed when mutation stalled: their trials, approvals and ends. */
@NullMarked
package dev.stoa.evolution.created;

import org.jspecify.annotations.NullMarked;
