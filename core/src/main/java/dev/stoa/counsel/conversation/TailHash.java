package dev.stoa.counsel.conversation;

import dev.stoa.counsel.seal.Seal;
import dev.stoa.counsel.seal.SealedColumn;
import dev.stoa.storage.Tx;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The hash over all turns of a conversation, by which one whose client keeps no id is found again. Stateless. In a sealed
 * archive it is made with the key of the index, so that it says nothing about the texts.
 */
public final class TailHash {
    private static final String LABEL = "tail";
    private static final byte[] START = new byte[32];

    private TailHash() {}

    /** One thing that was said. */
    public record Turn(MessageRole role, String content) {}

    /** The hash of these turns. */
    public static String of(Seal seal, List<Turn> turns) {
        String tail = HexFormat.of().formatHex(START);
        for (Turn turn : turns) {
            tail = next(seal, tail, turn.role(), turn.content().getBytes(StandardCharsets.UTF_8));
        }
        return tail;
    }

    /** The hash of a stored conversation; null if a message was erased, since then no client can name its texts. */
    public static @Nullable String of(Seal seal, Tx tx, String conversation) {
        // One message after the other: all of them may not fit into memory.
        @Nullable String[] tail = {HexFormat.of().formatHex(START)};
        tx.each(
                "SELECT message_id, role, content, key_id FROM messages WHERE conversation_id = ? ORDER BY seq",
                row -> {
                    String stored = row.textOrNull(3);
                    if (stored == null || tail[0] == null) {
                        tail[0] = null;
                        return;
                    }
                    String content =
                            seal.open(SealedColumn.CONTENT, row.text(1), conversation, stored, row.numberOrNull(4));
                    // Files of another program may hold other words; what no user said was said to one.
                    MessageRole role =
                            row.text(2).equals(MessageRole.USER.text()) ? MessageRole.USER : MessageRole.ASSISTANT;
                    tail[0] = next(seal, tail[0], role, content.getBytes(StandardCharsets.UTF_8));
                },
                conversation);
        return tail[0];
    }

    /** The hash after one more turn; the first follows null. */
    static String next(Seal seal, @Nullable String tail, MessageRole role, byte[] content) {
        byte[] before = tail == null ? START : HexFormat.of().parseHex(tail);
        return seal.digest(
                LABEL,
                ByteBuffer.allocate(before.length + 1 + Integer.BYTES + content.length)
                        .put(before)
                        .put((byte) (role == MessageRole.USER ? 'u' : 'a'))
                        .putInt(content.length)
                        .put(content)
                        .array());
    }
}
