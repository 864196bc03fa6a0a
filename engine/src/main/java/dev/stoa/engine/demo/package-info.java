/** What a server is filled with that is to be looked at: the same each time, made by the engines themselves. */
@NullMarked
package dev.stoa.engine.demo;

import org.jspecify.annotations.NullMarked;
