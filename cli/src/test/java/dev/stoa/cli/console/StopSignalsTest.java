package dev.stoa.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.storage.crash.Child;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class StopSignalsTest {
    /** A program with a hook as libraries have them, which says when it runs. */
    static final class Hooked {
        private Hooked() {}

        public static void main(String[] args) throws IOException {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook")));
            StopSignals.take(StopSignals::end);
            System.out.println("ready");
            if (System.in.read() < 0) {
                System.out.println("end of input");
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"INT, 130", "TERM, 143"})
    void aSignalEndsTheProcessWithoutTheHooksOfLibraries(String signal, int exit) {
        try (Child child = Child.start(Child.heedingSignals(), Hooked.class)) {
            child.expect("ready");
            assertThat(Child.works(List.of(
                            "kill", "-" + signal, String.valueOf(child.handle().pid()))))
                    .isTrue();
            assertThat(child.exit()).isEqualTo(exit);
            assertThat(child.rest()).doesNotContain("hook", "end of input");
        }
    }
}
