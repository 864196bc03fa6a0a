package dev.stoa.search.vector;

import dev.stoa.base.UnavailableException;
import java.util.List;
import java.util.Optional;

/** The embedder that does not embed, for one of two reasons. Immutable. */
enum NoEmbedder implements Embedder {
    OFF("the embedder is switched off", "choose one in stoa.toml"),
    MISSING(
            "the module stoa-embedder is missing, which has the sentence model e5-small-v2",
            "add dev.stoa:stoa-embedder to the class path, or set search.embedder to hashing or off");

    private final String message;
    private final String hint;

    NoEmbedder(String message, String hint) {
        this.message = message;
        this.hint = hint;
    }

    @Override
    public String modelId() {
        return "off";
    }

    @Override
    public int dimensions() {
        return 0;
    }

    @Override
    public List<float[]> embed(List<String> texts) {
        throw new UnavailableException("no_embedder", message, hint);
    }

    /** A user who switched it off knows; a user who chose a model that cannot be loaded needs a warning. */
    @Override
    public Optional<String> shortfall() {
        return this == MISSING ? Optional.of(message + "; " + hint) : Optional.empty();
    }
}
