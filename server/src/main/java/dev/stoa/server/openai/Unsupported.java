package dev.stoa.server.openai;

import dev.stoa.server.http.Refusal;

/** Refusals of what OpenAI's service offers and this server does not. Stateless. */
final class Unsupported {
    private Unsupported() {}

    /** The refusal of a field. */
    static Refusal field(String name, String what) {
        return Refusal.of(400, "unsupported", what + " is not supported", "leave it out")
                .of(name);
    }
}
