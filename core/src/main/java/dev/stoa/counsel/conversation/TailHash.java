package dev.stoa.counsel.conversation;

import dev.stoa.counsel.seal.Seal;
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
