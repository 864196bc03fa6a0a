/** What turns a prompt into a reply, and the care with which it is asked: breakers, timeouts, retries, fall-backs. */
@NullMarked
package dev.stoa.engine.provider;

import org.jspecify.annotations.NullMarked;
