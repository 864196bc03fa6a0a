/** Verbs that a server carries out, for those who have its address and a token instead of the data directory. */
@NullMarked
package dev.stoa.cli.remote;

import org.jspecify.annotations.NullMarked;
