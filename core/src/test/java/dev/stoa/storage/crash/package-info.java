/** Proofs that archives keep their promises when processes die and disks, files and servers fail. */
@NullMarked
package dev.stoa.storage.crash;

import org.jspecify.annotations.NullMarked;
