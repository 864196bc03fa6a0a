package dev.stoa.bench.harness;

import dev.stoa.storage.Durability;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * The baseline in C, compiled here if this machine has a C compiler and SQLite's header. Immutable. It uses the
 * machine's SQLite library, whose version is not that of the driver.
 */
public final class CBaseline {
    public static final String NAME = "C";

    private final Path program;
    private final Path examples;
    private final int tableRows;

    private CBaseline(Path program, Path examples, int tableRows) {
        this.program = program;
        this.examples = examples;
        this.tableRows = tableRows;
    }

    /** Compiles the source into the folder; nothing if that is not possible on this machine. */
    public static Optional<CBaseline> compile(Path source, Path folder, int tableRows) throws IOException {
        Path program = folder.resolve("baseline");
        Path examples = folder.resolve("examples.tsv");
        Rows.export(examples);
        try {
            Process compiler = new ProcessBuilder(
                            "cc", "-O2", "-o", program.toString(), source.toString(), "-lsqlite3", "-lpthread")
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("cc.log").toFile())
                    .start();
            return compiler.waitFor() == 0 && Files.exists(program)
                    ? Optional.of(new CBaseline(program, examples, tableRows))
                    : Optional.empty();
        } catch (IOException noCompiler) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /** The version of the library that was linked. */
    public String version(Path anyFile) throws IOException {
        try (Child child = new Child(anyFile, Durability.NORMAL)) {
            return child.ask("version");
        }
    }

    /** A contender that answers one command of the program, which ends with the number of operations. */
    public Contender contender(String command, Path file, Durability durability) throws IOException {
        Child child = new Child(file, durability);
        return new Contender() {
            @Override
            public String name() {
                return NAME;
            }

            @Override
            public Sample run(int ops) throws IOException {
                String[] numbers = child.ask(command + " " + ops).split(" ", -1);
                return new Sample(
                        ops, Long.parseLong(numbers[0]), Long.parseLong(numbers[1]), Long.parseLong(numbers[2]));
            }

            @Override
            public void close() throws IOException {
                child.close();
            }
        };
    }

    /** The running program, which waits for commands. Not thread-safe. */
    private final class Child implements AutoCloseable {
        private final Process process;
        private final BufferedWriter commands;
        private final BufferedReader answers;

        Child(Path file, Durability durability) throws IOException {
            process = new ProcessBuilder(
                            program.toString(),
                            file.toString(),
                            durability.name().toLowerCase(Locale.ROOT),
                            examples.toString(),
                            Integer.toString(tableRows))
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            commands = process.outputWriter();
            answers = process.inputReader();
        }

        String ask(String command) throws IOException {
            commands.write(command + "\n");
            commands.flush();
            String answer = answers.readLine();
            if (answer == null) {
                throw new IOException("the baseline in C ended while it was asked: " + command);
            }
            return answer;
        }

        /** The end of its input ends the program, and closes its database properly. */
        @Override
        public void close() throws IOException {
            commands.close();
            try {
                process.waitFor();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
