package dev.stoa.debate.rules.record;

import dev.stoa.debate.rules.reply.ParsedReply.Position;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The words of an option: the latest position of its first author while that seat holds it, else of the last to take
 * it. Stateless. They are those of the option that won and not of the best agent.
 */
public final class Winner {
    private Winner() {}

    /** The turn that speaks for an option; null if nobody ever held it. */
    public static @Nullable Turn turn(DebateRecord record, int option) {
        List<Turn> given = Positions.giving(record, option);
        if (given.isEmpty()) {
            return null;
        }
        int author = given.getFirst().seat();
        Turn held = Positions.of(record, author);
        boolean holds = held != null && Positions.option(record, held) == option;
        return given.reversed().stream()
                .filter(turn -> !holds || turn.seat() == author)
                .findFirst()
                .orElseThrow();
    }

    /** The turn itself; of code that was only chosen by its key the last turn that spells it out. */
    static Turn spelledOut(DebateRecord record, Turn turn) {
        if (record.config().code() == null || turn.version() > 0) {
            return turn;
        }
        return record.turns().stream()
                .filter(other -> other.version() > 0 && record.option(other) == record.option(turn))
                .reduce((before, after) -> after)
                .orElse(turn);
    }

    /** The text of an option: what was answered, the code, or the given label. */
    public static String text(DebateRecord record, int option) {
        Turn turn = turn(record, option);
        Position position = turn == null ? null : spelledOut(record, turn).position();
        String code = position == null ? null : position.code();
        String answer = position == null ? null : position.answer();
        return code != null ? code : answer != null ? answer : record.labels().get(option);
    }
}
