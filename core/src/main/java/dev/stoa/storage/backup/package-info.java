/** The file format of a backup: its manifest, checksums and entries. */
@NullMarked
package dev.stoa.storage.backup;

import org.jspecify.annotations.NullMarked;
