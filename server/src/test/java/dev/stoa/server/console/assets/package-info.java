/** Tests of the console's style sheet, scripts and icons. */
@NullMarked
package dev.stoa.server.console.assets;

import org.jspecify.annotations.NullMarked;
