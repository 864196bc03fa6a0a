package dev.stoa.society;

import dev.stoa.society.run.Execution;
import dev.stoa.society.run.PromptParts;
import org.jspecify.annotations.Nullable;

/** What workers of tests ask of agents. Stateless. */
public final class Plans {
    /** The input alone, tried once. */
    public static final Execution.Plan PLAIN = retrying(0);

    private Plans() {}

    /** The input alone, tried again so often. */
    public static Execution.Plan retrying(int times) {
        return new Execution.Plan() {
            @Override
            public int retries(String model) {
                return times;
            }

            @Override
            public String prompt(PromptParts parts) {
                return parts.task().input();
            }
        };
    }

    /** One that keeps what it was given. Not thread-safe. */
    public static final class Seen implements Execution.Plan {
        @Nullable
        public PromptParts parts;

        @Override
        public int retries(String model) {
            return 0;
        }

        @Override
        public String prompt(PromptParts given) {
            parts = given;
            return "seen";
        }
    }
}
