/** The sentence model all-MiniLM-L6-v2. */
module dev.stoa.embedder {
    requires dev.stoa.core;
    requires langchain4j.core;
    requires langchain4j.embeddings.all.minilm.l6.v2.q;
    // The model's libraries name no modules they need: JSON for the tokenizer, and for what embeddings share with
    // clients.
    requires com.fasterxml.jackson.databind;
    requires com.google.gson;
    requires org.slf4j;

    provides dev.stoa.search.vector.SentenceModelProvider with
            dev.stoa.embedder.MiniLm;
}
