/** The archives and the values they are made of: ids, times and JSON. */
@NullMarked
package dev.stoa.storage;

import org.jspecify.annotations.NullMarked;
