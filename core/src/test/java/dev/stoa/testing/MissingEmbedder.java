package dev.stoa.testing;

import dev.stoa.search.vector.Embedder;
import java.util.List;
import java.util.Optional;

/** What a store gets where a model was configured whose module is not there. */
public final class MissingEmbedder implements Embedder {
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
        throw new AssertionError("nothing may be embedded");
    }

    @Override
    public Optional<String> shortfall() {
        return Optional.of("the model is missing; add it");
    }
}
