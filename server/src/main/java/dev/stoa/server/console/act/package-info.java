/** What people may do from pages: the table of acts, the keys and cookies of their forms, and what is said afterwards. */
@NullMarked
package dev.stoa.server.console.act;

import org.jspecify.annotations.NullMarked;
