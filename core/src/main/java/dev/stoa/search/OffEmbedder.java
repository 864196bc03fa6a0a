package dev.stoa.search;

import dev.stoa.base.UnavailableException;
import java.util.List;

/** The embedder that does not embed. Immutable. */
enum OffEmbedder implements Embedder {
    INSTANCE;

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
        throw new UnavailableException("no_embedder", "the embedder is switched off", "choose one in stoa.toml");
    }
}
