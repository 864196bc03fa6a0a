package dev.stoa.counsel.audit;

import java.util.Base64;
import java.util.List;

/** The proof that one event is in the log, for a third party that has nothing else of it. Stateless. */
final class TlogProof {
    private static final String FORM = "c2sp.org/tlog-proof@v1";

    private TlogProof() {}

    /**
     * A C2SP tlog-proof.
     *
     * @param preimage what the hash of the row is taken over, so that the reader sees what is proved
     * @param path the hashes that lead from the row to the root of the checkpoint
     */
    static String write(byte[] preimage, long index, List<byte[]> path, String checkpoint) {
        Base64.Encoder base64 = Base64.getEncoder();
        StringBuilder text = new StringBuilder(FORM)
                .append("\nextra ")
                .append(base64.encodeToString(preimage))
                .append("\nindex ")
                .append(index)
                .append('\n');
        path.forEach(hash -> text.append(base64.encodeToString(hash)).append('\n'));
        return text.append('\n').append(checkpoint).toString();
    }
}
