/** Where all archives of one Stoa live: a directory or a database that is opened, checked, backed up and restored. */
@NullMarked
package dev.stoa.storage.site;

import org.jspecify.annotations.NullMarked;
