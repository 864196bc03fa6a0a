package dev.stoa.debate.rules.record;

import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.reply.ParsedReply;
import dev.stoa.debate.rules.reply.ParsedReply.Position;
import dev.stoa.debate.rules.reply.ReplyKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was said in a slot, as the rules read it. Immutable.
 *
 * @param said what the reply says; null unless the status is ok
 * @param content the reply as it was received
 * @param provider who answered, which need not be whom the seat names
 * @param cost in US dollars; null where a price is unknown
 * @param version the number of the code version that it made; 0 if none
 * @param supplied it was given with the request and not asked for
 */
public record Turn(
        int turnSeq,
        int seat,
        int round,
        Phase phase,
        int attempt,
        int step,
        ReplyKind kind,
        TurnStatus status,
        @Nullable ParsedReply said,
        @Nullable String content,
        List<Integer> visible,
        String provider,
        String model,
        int tokensIn,
        int tokensOut,
        @Nullable Double cost,
        int version,
        boolean supplied) {

    public boolean ok() {
        return status == TurnStatus.OK;
    }

    /** The position that it bears; null if it bears none. */
    public @Nullable Position position() {
        return said == null ? null : said.position();
    }

    /** Whether its reply contains something of a kind. */
    public boolean bears(ReplyKind wanted) {
        return ok() && (kind == wanted || (wanted == ReplyKind.POSITION && position() != null));
    }
}
