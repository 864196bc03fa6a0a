/** Encryption at rest: what is sealed, under which key, and how it is opened. */
@NullMarked
package dev.stoa.counsel.seal;

import org.jspecify.annotations.NullMarked;
