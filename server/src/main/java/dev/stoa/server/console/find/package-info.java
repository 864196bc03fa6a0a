/** What the pages that search show of what they find. */
@NullMarked
package dev.stoa.server.console.find;

import org.jspecify.annotations.NullMarked;
