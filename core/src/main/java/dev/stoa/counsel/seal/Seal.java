package dev.stoa.counsel.seal;

import dev.stoa.storage.Archive;
import dev.stoa.storage.Tx;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Seals texts before they are stored and opens them again; in a plain archive both leave them as they are. Thread-safe. */
public interface Seal {
    /** Seals the columns of one row, all under one key. Not thread-safe. */
    interface RowSeal {
        /** What {@code key_id} of the row becomes; null where the archive is plain. */
        @Nullable
        Long keyId();

        /** The value to store. */
        String text(SealedColumn column, String row, String parent, String text);

        /** The value to store, for bytes. */
        byte[] bytes(SealedColumn column, String row, String parent, byte[] bytes);
    }

    /** A seal for one row that is written now. */
    RowSeal row();

    /** The text of a stored value; {@code key_id} alone says whether it is sealed. */
    String open(SealedColumn column, String row, String parent, String stored, @Nullable Long keyId);

    /** The bytes of a stored value. */
    byte[] open(SealedColumn column, String row, String parent, byte[] stored, @Nullable Long keyId);

    /** Whether what is written now is sealed. */
    boolean on();

    /**
     * A digest of a text for a column that is compared but not sealed: its hex SHA-256 in a plain archive, and its hex
     * HMAC-SHA256 under the key of the index in a sealed one.
     *
     * @param label what the column is, so that equal texts in two columns do not look equal
     */
    String digest(String label, byte[] text);

    /** What begins a word of the index in a sealed archive; no word of a text has a colon. */
    String KEYED = "h:";

    /** The form in which the index keeps a word: the word itself, or in a sealed archive what stands for it. */
    default String token(String term) {
        return on()
                ? KEYED + digest("term", term.getBytes(StandardCharsets.UTF_8)).substring(0, TOKEN_DIGITS)
                : term;
    }

    /** The digits of a word of the index in a sealed archive. */
    int TOKEN_DIGITS = 32;

    /**
     * Compares with what the archive says of itself when it is opened: a sealed one is not opened without keys, and one
     * that is opened with keys is sealed from then on.
     */
    void begin(Archive archive);

    /** Refuses a unit that is about to write what this seal must not: plain text in a sealed archive. */
    void admit(Tx tx);

    /** Takes up keys that were added or replaced since. */
    void refresh();

    /** Takes up the new key of the index, and says to every process that it is the one from now on. */
    void indexReplaced(Tx tx);

    /** A mark of the key of the index, which says nothing about it; empty in a plain archive. */
    String indexMark();

    /** The seal of an archive that is not sealed. */
    static Seal plain() {
        return PlainSeal.INSTANCE;
    }
}
