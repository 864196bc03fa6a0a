/** Encryption at rest with Tink. */
@NullMarked
package dev.stoa.seal;

import org.jspecify.annotations.NullMarked;
