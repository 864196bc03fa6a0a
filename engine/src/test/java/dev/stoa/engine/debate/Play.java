package dev.stoa.engine.debate;

import dev.stoa.debate.DebateRequest;
import dev.stoa.debate.rules.config.Preset;
import dev.stoa.json.Json;
import java.util.List;

/** Debates whose every word is settled beforehand, so that several processes hold the same one. */
enum Play {
    /** All phases, of simulated seats. */
    CLASSIC,
    /** Four seats, each asked by a call of its own. */
    LADDER,
    /** Two seats who write programs, which are run. */
    CODE,
    /** Two seats that are commands, which do not answer. */
    SILENCE,
    /** Two seats who write programs that do not end. */
    IDLING;

    /** What {@code stoa.toml} says of the commands. */
    static final String COMMANDS = """
            [provider.command.silent]
            argv = ["sleep", "60"]
            """;

    DebateRequest request() {
        return switch (this) {
            case CLASSIC -> Ground.request("q3", "sim", 3).preset(Preset.CLASSIC);
            case LADDER -> Ground.request("q1", "script", 4).set("threshold", 1).set("voting_method", "borda");
            case CODE, IDLING -> ResumeLawTest.code();
            case SILENCE -> Ground.request("q1", "command", List.of("silent", "silent"));
        };
    }

    /** Teaches the provider {@code script} its lines. */
    void stage(Ground ground) {
        if (this == CODE) {
            ground.script().says(ResumeLawTest::coded);
        } else if (this == IDLING) {
            ground.script()
                    .says((situation, call) -> Json.canonical(Json.object(
                            "answer", "a script", "confidence", 0.9, "code", "#!/bin/sh\nexec sleep 60\n")));
        }
    }
}
