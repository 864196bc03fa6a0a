/** The way in which another engine writes the debates that it holds. */
@NullMarked
package dev.stoa.debate.external;

import org.jspecify.annotations.NullMarked;
