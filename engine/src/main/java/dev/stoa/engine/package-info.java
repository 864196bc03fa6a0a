/** What runs over the record: it may use every wing of core, and nothing of the server or the command line. */
@NullMarked
package dev.stoa.engine;

import org.jspecify.annotations.NullMarked;
