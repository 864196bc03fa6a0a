package dev.stoa.counsel.seal;

import dev.stoa.base.ConflictException;
import dev.stoa.base.StoaException;
import dev.stoa.base.VerificationException;
import dev.stoa.json.Digest;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Tx;
import org.jspecify.annotations.Nullable;

/** Leaves everything as it is. Stateless. */
final class PlainSeal implements Seal, Seal.RowSeal {
    static final PlainSeal INSTANCE = new PlainSeal();

    private PlainSeal() {}

    @Override
    public RowSeal row() {
        return this;
    }

    @Override
    public @Nullable Long keyId() {
        return null;
    }

    @Override
    public String text(SealedColumn column, String row, String parent, String text) {
        return text;
    }

    @Override
    public byte[] bytes(SealedColumn column, String row, String parent, byte[] bytes) {
        return bytes;
    }

    @Override
    public String open(SealedColumn column, String row, String parent, String stored, @Nullable Long keyId) {
        needPlain(column, row, keyId);
        return stored;
    }

    @Override
    public byte[] open(SealedColumn column, String row, String parent, byte[] stored, @Nullable Long keyId) {
        needPlain(column, row, keyId);
        return stored;
    }

    private static void needPlain(SealedColumn column, String row, @Nullable Long keyId) {
        if (keyId != null) {
            throw broken(column, row, keyId);
        }
    }

    /** Says that a value does not open. */
    static StoaException broken(SealedColumn column, String row, long keyId) {
        return new VerificationException(
                "seal_broken",
                column.table() + "." + column.column() + " of row " + row + " does not open with key " + keyId,
                "restore the row or the keyset from a backup");
    }

    @Override
    public void begin(Archive archive) {
        if (SealState.of(archive).sealed()) {
            throw sealed();
        }
    }

    @Override
    public void admit(Tx tx) {
        if (SealState.sealed(tx)) {
            throw sealed();
        }
    }

    private static StoaException sealed() {
        return new ConflictException(
                "archive_sealed",
                "the archive is sealed and no keyset is configured",
                "set encryption.keyset and encryption.index_keyset to its keysets");
    }

    @Override
    public void refresh() {}

    @Override
    public void indexReplaced(Tx tx) {
        throw new IllegalStateException("a plain archive has no key of the index");
    }

    @Override
    public String indexMark() {
        return "";
    }

    @Override
    public boolean on() {
        return false;
    }

    @Override
    public String digest(String label, byte[] text) {
        return Digest.sha256(text);
    }
}
