package dev.stoa.learning.evidence;

import dev.stoa.json.Digest;
import dev.stoa.search.vector.Embedder;
import dev.stoa.search.vector.Vectors;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Tx;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The vectors of the sentences of evidence, kept beside it and gone with it, so that a text is embedded once however
 * many debates read it. Safe from any thread. A text whose sentences are cut otherwise than they were is embedded again.
 */
final class SentenceVectors {
    private final Archive archive;

    SentenceVectors(Archive archive) {
        this.archive = archive;
    }

    /** The vectors of these sentences of a text, kept or made now; those of a text that is not there are only made. */
    List<float[]> of(String id, List<String> sentences, Embedder embedder) {
        if (sentences.isEmpty()) {
            return List.of();
        }
        String hash = Digest.sha256(String.join("\u0000", sentences));
        int each = Vectors.encode(new float[embedder.dimensions()]).length;
        Optional<byte[]> kept = archive.one(
                "SELECT vectors FROM sentence_vectors WHERE evidence_id = ? AND model = ? AND sentences_hash = ?",
                row -> row.bytes(1),
                id,
                embedder.modelId(),
                hash);
        if (kept.isPresent() && kept.get().length == each * sentences.size()) {
            return decode(kept.get(), each, embedder.dimensions());
        }
        // Before the unit of work: the model is slow, and other writers would wait for it.
        List<float[]> vectors = embedder.embed(sentences);
        byte[] bytes = encode(vectors);
        archive.write(tx -> keep(tx, id, embedder.modelId(), hash, bytes));
        return vectors;
    }

    private static int keep(Tx tx, String id, String model, String hash, byte[] bytes) {
        if (tx.number("SELECT count(*) FROM evidence WHERE id = ?", id) == 0) {
            return 0;
        }
        return tx.update("""
                INSERT INTO sentence_vectors (evidence_id, model, sentences_hash, vectors) VALUES (?, ?, ?, ?)
                ON CONFLICT (evidence_id, model) DO UPDATE
                    SET sentences_hash = excluded.sentences_hash, vectors = excluded.vectors""", id, model, hash, bytes);
    }

    private static byte[] encode(List<float[]> vectors) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        vectors.forEach(vector -> out.writeBytes(Vectors.encode(vector)));
        return out.toByteArray();
    }

    private static List<float[]> decode(byte[] bytes, int each, int dimensions) {
        List<float[]> vectors = new ArrayList<>();
        for (int from = 0; from < bytes.length; from += each) {
            vectors.add(Vectors.decode(Arrays.copyOfRange(bytes, from, from + each), dimensions));
        }
        return vectors;
    }
}
