/** What the pages of counsel show: answers with their proof, corrections, gates and the audit log. */
@NullMarked
package dev.stoa.server.console.counsel;

import org.jspecify.annotations.NullMarked;
