/** The ledger of work items: claim, lease, finish and release. */
@NullMarked
package dev.stoa.society.work;

import org.jspecify.annotations.NullMarked;
