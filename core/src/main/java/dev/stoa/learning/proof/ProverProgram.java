package dev.stoa.learning.proof;

import java.nio.file.Path;
import java.util.List;

/**
 * The Z3 prover as a Java program, found by {@link java.util.ServiceLoader}. Z3 is many times the size of this library,
 * so it is present only with the module {@code stoa-z3}.
 *
 * <p>The program takes a limit in milliseconds, its memory in MiB and the number of assertions as arguments, reads an
 * SMT-LIB text from standard input and answers with lines of {@link #MARK}, the name of a step and its words in Base64:
 * {@code ready} with its version, {@code parsed}, then {@code satisfiable}, {@code unsatisfiable} or {@code unknown}
 * for all assertions, and after {@code unsatisfiable} once more for all but the last; or {@code error} in place of any.
 */
public interface ProverProgram {
    /** What begins every line of an answer; Z3 and the JVM may write others. */
    String MARK = "stoa-z3";

    /** The name of the class with its {@code main} method. */
    String mainClass();

    /** The jars and folders it runs on, and nothing else. */
    List<Path> classPath();
}
