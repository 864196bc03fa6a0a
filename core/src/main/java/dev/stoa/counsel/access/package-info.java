/** Who may do what: access tokens with their scopes, limits of rate, and keys that make a repeated write harmless. */
@NullMarked
package dev.stoa.counsel.access;

import org.jspecify.annotations.NullMarked;
