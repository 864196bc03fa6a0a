/** Circuit breakers: failing providers are left alone and probed with care, agreed on by all processes. */
@NullMarked
package dev.stoa.learning.breaker;

import org.jspecify.annotations.NullMarked;
