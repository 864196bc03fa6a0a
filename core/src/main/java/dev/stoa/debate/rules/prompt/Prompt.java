package dev.stoa.debate.rules.prompt;

import dev.stoa.json.Digest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a call is told. Immutable.
 *
 * @param system what the seat brought of its own; it stands before the instruction
 * @param body the instruction, the brief, and everything else quoted as data
 * @param trimmed what was left out because there was too much, as {@code kind id}
 */
public record Prompt(@Nullable String system, String body, List<String> trimmed) {
    public Prompt {
        trimmed = List.copyOf(trimmed);
    }

    /** The whole text, as it is stored. */
    public String text() {
        return system == null ? body : system + "\n\n" + body;
    }

    public String sha256() {
        return Digest.sha256(text());
    }
}
