/** Profiles: what an actor is made of, where it comes from, and which trial gave it each of its lines. */
@NullMarked
package dev.stoa.evolution.profile;

import org.jspecify.annotations.NullMarked;
