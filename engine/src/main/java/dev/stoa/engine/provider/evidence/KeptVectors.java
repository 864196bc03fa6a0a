package dev.stoa.engine.provider.evidence;

import dev.stoa.search.vector.Embedder;
import java.util.List;

/** Where the vectors of documents are kept, so that the same text is embedded once. Safe from any thread. */
public interface KeptVectors {
    /** Keeps nothing. */
    KeptVectors NONE = (document, texts, embedder) -> embedder.embed(texts);

    /** The vectors of the texts of a document, kept or made now. */
    List<float[]> vectors(String document, List<String> texts, Embedder embedder);
}
