/** The commands that hold debates, read their record and replay them. */
@NullMarked
package dev.stoa.cli.debate;

import org.jspecify.annotations.NullMarked;
