/** What tests of every module share: real databases to run on. */
@NullMarked
package dev.stoa.testing;

import org.jspecify.annotations.NullMarked;
