/** What the server costs above the stores and engines behind it. */
@NullMarked
package dev.stoa.bench.server;

import org.jspecify.annotations.NullMarked;
