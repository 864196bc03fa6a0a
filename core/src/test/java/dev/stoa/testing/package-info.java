/** What tests of every module share. */
@NullMarked
package dev.stoa.testing;

import org.jspecify.annotations.NullMarked;
