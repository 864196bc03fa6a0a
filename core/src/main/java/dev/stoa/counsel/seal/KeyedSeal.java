package dev.stoa.counsel.seal;

import dev.stoa.base.ConflictException;
import dev.stoa.base.StoaException;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Tx;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Seals under the newest key and opens with every key of a keyset. Thread-safe. Another process may add or retire keys:
 * an unknown key makes it read the keyset again, and so does a write under a key that was retired.
 */
final class KeyedSeal implements Seal {
    private static final int DIGEST_BYTES = 32;
    private static final String MARK = "mark";
    private static final int MARK_DIGITS = 32;
    private static final byte VERSION = 1;
    private static final int HEAD = 1 + Integer.BYTES;

    private final Keysets keysets;
    private volatile Keysets.Loaded keys;
    private volatile String mark;

    /** Fails if the keysets cannot be used, before anything is opened or created. */
    KeyedSeal(Keysets keysets) {
        this.keysets = keysets;
        this.keys = keysets.load();
        this.mark = mark(keys);
    }

    /** What tells keys of the index apart; made once, because every write compares it. */
    private static String mark(Keysets.Loaded keys) {
        try {
            return mark(keys.index().hash(input(MARK, new byte[0]), DIGEST_BYTES));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the key of the index could not be marked", e);
        }
    }

    private static String mark(byte[] hash) {
        return HexFormat.of().formatHex(hash).substring(0, MARK_DIGITS);
    }

    @Override
    public void begin(Archive archive) {
        if (!isNoted(SealState.of(archive))) {
            // Read again inside: another process may have been first, with other keys.
            archive.write(tx -> {
                SealState state = SealState.of(tx);
                if (!isNoted(state)) {
                    note(tx, state);
                }
                return 0;
            });
        }
    }

    /** Whether the archive says what these keysets are; refused if they are those of another archive. */
    private boolean isNoted(SealState state) {
        if (!state.sealed()) {
            return false;
        }
        Long sealKey = state.sealKey();
        if (sealKey != null && !keys.sealing().ids().contains(sealKey)) {
            reload();
        }
        if (sealKey != null && !keys.sealing().ids().contains(sealKey)) {
            throw KeysetSource.missing(
                    "the keyset of encryption.keyset is not that of the archive: it has no key " + sealKey,
                    "put that one back from where you keep it",
                    null);
        }
        boolean sameIndex = indexMark().equals(state.indexKey());
        // The key before is still in the keyset: a rotation was cut short, and is finished now.
        if (!sameIndex && (state.indexKey() == null || !marks().contains(state.indexKey()))) {
            throw KeysetSource.missing(
                    "the keyset of encryption.index_keyset is not that of the archive",
                    "put that one back from where you keep it",
                    null);
        }
        return sameIndex && sealKey != null && sealKey == keys.sealing().primary();
    }

    private void note(Tx tx, SealState state) {
        if (state.sealed()) {
            SealState.sealKey(tx, keys.sealing().primary());
            SealState.indexKey(tx, indexMark());
        } else {
            SealState.turnOn(tx, keys.sealing().primary(), indexMark());
        }
    }

    @Override
    public void admit(Tx tx) {
        SealState state = SealState.of(tx);
        if (!fits(state)) {
            reload();
            if (!fits(state)) {
                throw new ConflictException(
                        "key_retired",
                        "a key that this process writes under was replaced, and the keyset here still has it",
                        "give this process the keysets as they are now");
            }
        }
    }

    private boolean fits(SealState state) {
        return !state.retired().contains(keys.sealing().primary())
                && indexMark().equals(state.indexKey());
    }

    @Override
    public void indexReplaced(Tx tx) {
        reload();
        SealState.indexKey(tx, mark);
    }

    @Override
    public String indexMark() {
        return mark;
    }

    private List<String> marks() {
        try {
            return keys.index().hashes(input(MARK, new byte[0]), DIGEST_BYTES).stream()
                    .map(KeyedSeal::mark)
                    .toList();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the keys of the index could not be marked", e);
        }
    }

    private void reload() {
        if (keysets.changed(keys)) {
            Keysets.Loaded next = keysets.load();
            mark = mark(next);
            keys = next;
        }
    }

    @Override
    public void refresh() {
        reload();
    }

    @Override
    public boolean on() {
        return true;
    }

    @Override
    public RowSeal row() {
        return new Row(keys.sealing());
    }

    private record Row(SealingKeys keys) implements RowSeal {
        @Override
        public Long keyId() {
            return keys.primary();
        }

        @Override
        public String text(SealedColumn column, String row, String parent, String text) {
            return Base64.getEncoder()
                    .encodeToString(bytes(column, row, parent, text.getBytes(StandardCharsets.UTF_8)));
        }

        @Override
        public byte[] bytes(SealedColumn column, String row, String parent, byte[] bytes) {
            try {
                return keys.seal(bytes, associated(column, row, parent));
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException(
                        column.table() + "." + column.column() + " of row " + row + " could not be sealed", e);
            }
        }
    }

    /** What binds a value to its place, so that it does not open in another. */
    private static byte[] associated(SealedColumn column, String row, String parent) {
        return String.join("\n", "stoa.seal.v1", column.table(), column.column(), row, parent)
                .getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String open(SealedColumn column, String row, String parent, String stored, @Nullable Long keyId) {
        if (keyId == null) {
            return stored;
        }
        byte[] sealed;
        try {
            sealed = Base64.getDecoder().decode(stored);
        } catch (IllegalArgumentException e) {
            throw broken(column, row, keyId);
        }
        return new String(open(column, row, parent, sealed, keyId), StandardCharsets.UTF_8);
    }

    @Override
    public byte[] open(SealedColumn column, String row, String parent, byte[] stored, @Nullable Long keyId) {
        if (keyId == null) {
            return stored;
        }
        if (stored.length <= HEAD || stored[0] != VERSION || idOf(stored) != keyId) {
            throw broken(column, row, keyId);
        }
        if (!keys.sealing().ids().contains(keyId)) {
            reload();
        }
        try {
            return keys.sealing().open(stored, associated(column, row, parent));
        } catch (GeneralSecurityException e) {
            throw broken(column, row, keyId);
        }
    }

    private static long idOf(byte[] sealed) {
        return Integer.toUnsignedLong(ByteBuffer.wrap(sealed, 1, Integer.BYTES).getInt());
    }

    private static StoaException broken(SealedColumn column, String row, long keyId) {
        return PlainSeal.broken(column, row, keyId);
    }

    @Override
    public String digest(String label, byte[] text) {
        try {
            return HexFormat.of().formatHex(keys.index().hash(input(label, text), DIGEST_BYTES));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a value of " + label + " could not be hashed", e);
        }
    }

    private static byte[] input(String label, byte[] text) {
        byte[] name = label.getBytes(StandardCharsets.UTF_8);
        // A zero byte between them: no label can end in what another begins with.
        byte[] input = Arrays.copyOf(name, name.length + 1 + text.length);
        System.arraycopy(text, 0, input, name.length + 1, text.length);
        return input;
    }
}
