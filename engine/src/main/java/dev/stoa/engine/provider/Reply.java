package dev.stoa.engine.provider;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a provider answered, as it was received. Immutable.
 *
 * @param content the text, with nothing added and nothing taken away
 * @param tokensIn tokens of the prompt; null if the provider did not count
 * @param tokensOut tokens of the reply; null if the provider did not count
 * @param reportedLatency how long an offline provider says it took; null for the others, whose time is measured
 * @param truncated whether the provider cut it because it became too long
 * @param model the model that the provider says has answered; null if it does not say
 */
public record Reply(
        String content,
        @Nullable Integer tokensIn,
        @Nullable Integer tokensOut,
        @Nullable Duration reportedLatency,
        boolean truncated,
        @Nullable String model) {
    /** The longest reply that can be kept, in bytes of UTF-8. */
    public static final int MOST_BYTES = 1 << 20;

    /** A reply that is whole, of a model that is not named. */
    public Reply(
            String content,
            @Nullable Integer tokensIn,
            @Nullable Integer tokensOut,
            @Nullable Duration reportedLatency) {
        this(content, tokensIn, tokensOut, reportedLatency, false, null);
    }

    /** A reply of a provider that counts nothing. */
    public static Reply of(String content) {
        return new Reply(content, null, null, null);
    }

    /** The text of received bytes; what is not UTF-8 is refused instead of mended. */
    static String decoded(byte[] bytes) throws CallFailure {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw CallFailure.malformed("the reply is not UTF-8");
        }
    }

    /** This reply, if an archive can keep it as it is. */
    Reply checked() throws CallFailure {
        if (content.indexOf('\0') >= 0) {
            throw CallFailure.malformed("the reply holds U+0000");
        }
        long bytes = 0;
        for (int i = 0; i < content.length(); i++) {
            char c = content.charAt(i);
            if (Character.isHighSurrogate(c)
                    && i + 1 < content.length()
                    && Character.isLowSurrogate(content.charAt(i + 1))) {
                i++;
                bytes += 4;
            } else if (Character.isSurrogate(c)) {
                throw CallFailure.malformed("the reply holds half of a surrogate pair");
            } else {
                bytes += c < 0x80 ? 1 : c < 0x800 ? 2 : 3;
            }
        }
        if (bytes > MOST_BYTES) {
            throw CallFailure.malformed("the reply has " + bytes + " bytes, above " + MOST_BYTES);
        }
        return this;
    }
}
