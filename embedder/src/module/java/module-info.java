/** The sentence model e5-small-v2. */
module dev.stoa.embedder {
    requires dev.stoa.core;
    requires com.microsoft.onnxruntime;
    requires ai.djl.tokenizers;
    // The files of the model; nothing calls its classes.
    requires langchain4j.embeddings.e5.small.v2.q;
    // The tokenizer names no modules it needs.
    requires ai.djl.api;
    requires com.google.gson;
    requires org.slf4j;

    provides dev.stoa.search.vector.SentenceModelProvider with
            dev.stoa.embedder.E5Small;
}
