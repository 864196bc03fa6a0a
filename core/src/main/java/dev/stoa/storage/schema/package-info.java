/** Reports what a database really contains, for comparison with the contract. */
@NullMarked
package dev.stoa.storage.schema;

import org.jspecify.annotations.NullMarked;
