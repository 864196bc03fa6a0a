/** The one class that runs inside the child process beside the code under test. It uses nothing but the JDK. */
@NullMarked
package dev.stoa.engine.code.harness;

import org.jspecify.annotations.NullMarked;
