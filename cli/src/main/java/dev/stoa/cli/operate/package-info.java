/** The commands that operate an installation: init, doctor, backup, restore, migrate, move, import, export and the like. */
@NullMarked
package dev.stoa.cli.operate;

import org.jspecify.annotations.NullMarked;
