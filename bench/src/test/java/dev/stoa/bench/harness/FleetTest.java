package dev.stoa.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class FleetTest {
    /** A process that counts, fails or works for ever. */
    static final class Worker implements Fleet.Program {
        public static void main(String[] arguments) throws InterruptedException {
            Fleet.serve(() -> {
                if (arguments[0].equals("broken")) {
                    throw new IllegalStateException("cannot begin");
                }
                return new Worker();
            });
        }

        @Override
        public Callable<Long> prepare(String work, int ops) {
            return switch (work) {
                case "count two" -> () -> 2L * ops;
                case "wait" ->
                    () -> {
                        new CountDownLatch(1).await();
                        return 0L;
                    };
                default -> throw new IllegalArgumentException("what is " + work);
            };
        }

        @Override
        public void close() {}
    }

    private static Fleet fleet() throws IOException {
        return new Fleet(2, List.of(), Worker.class, number -> List.of("worker" + number));
    }

    private static List<ProcessHandle> children() {
        return ProcessHandle.current()
                .children()
                .filter(child -> child.info()
                        .arguments()
                        .map(arguments -> List.of(arguments).contains(Worker.class.getName()))
                        .orElse(false))
                .toList();
    }

    @Test
    void everyProcessDoesAnEqualPart() throws Exception {
        try (Fleet fleet = fleet();
                Contender both = fleet.contender("both", 2, "count two");
                Contender one = fleet.contender("one", 1, "count two")) {
            assertThat(both.run(10).check()).isEqualTo(20);
            assertThat(one.run(10).check()).isEqualTo(20);
            assertThat(both.name()).isEqualTo("both");
        }
        assertThat(children()).isEmpty();
    }

    @Test
    void whatFailsInAProcessIsToldAndAllOfThemEnd() throws Exception {
        try (Fleet fleet = fleet();
                Contender unknown = fleet.contender("unknown", 2, "nothing")) {
            assertThatThrownBy(() -> unknown.run(2)).hasMessageContaining("what is nothing");
        }
        assertThatThrownBy(() ->
                        new Fleet(2, List.of(), Worker.class, number -> List.of(number == 1 ? "broken" : "worker")))
                .hasMessageContaining("cannot begin");
        assertThat(children()).isEmpty();
    }

    /** As after the loss of the process that started it, whose end of the pipe is closed by the system. */
    @Test
    void aProcessThatWorksEndsWithTheOneThatStartedIt() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Worker.class.getName(),
                        "worker")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader answers = process.inputReader()) {
            try (Writer commands = process.outputWriter()) {
                assertThat(answers.readLine()).isEqualTo("ready");
                commands.write("prepare 1 wait\n");
                commands.flush();
                assertThat(answers.readLine()).isEqualTo("ready");
                commands.write("go\n");
            }
            assertThat(process.waitFor()).isEqualTo(1);
        } finally {
            process.destroyForcibly();
        }
    }
}
