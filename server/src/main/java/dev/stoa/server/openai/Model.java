package dev.stoa.server.openai;

import dev.stoa.base.Need;
import dev.stoa.server.http.Scope;

/**
 * What a client may name as a model. Immutable.
 *
 * @param name what stands behind the slash
 */
record Model(Kind kind, String name) {
    /** What answers under the name of a model. */
    enum Kind {
        /** Many specialists, whose answers are weighed: its name is a level, or {@code debate}. */
        COUNSEL("stoa", Scope.ASK_PERSON),
        /** A stored debate: its name is a preset. */
        DEBATE("stoa", Scope.ASK),
        /** Vectors. */
        EMBED("stoa", Scope.READ),
        /** One specialist. */
        SPECIALIST("specialist", Scope.ASK_PERSON),
        /** A run of one agent. */
        AGENT("agent", Scope.OPERATE);

        private final String prefix;
        private final Scope scope;

        Kind(String prefix, Scope scope) {
            this.prefix = prefix;
            this.scope = scope;
        }

        /** What a caller needs to use it. */
        Need need() {
            return scope.need();
        }

        String prefix() {
            return prefix;
        }
    }

    /** Its full name, such as {@code stoa/fast}. */
    String id() {
        return kind.prefix() + "/" + name;
    }
}
