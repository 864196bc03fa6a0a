/**
 * Child processes of provers, agents, code and commands: started without a shell and with an environment of their own,
 * read while they run, kept within bounds and ended with all that they have started.
 */
@NullMarked
package dev.stoa.process;

import org.jspecify.annotations.NullMarked;
