/** Measurements of the storage: reads, writes, callers and wake-ups. */
@NullMarked
package dev.stoa.bench.storage;

import org.jspecify.annotations.NullMarked;
