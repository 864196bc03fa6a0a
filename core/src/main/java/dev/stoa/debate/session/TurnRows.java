package dev.stoa.debate.session;

import dev.stoa.debate.rules.code.CodeTask;
import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.debate.rules.record.CodeRules;
import dev.stoa.debate.rules.record.Context;
import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.rules.record.Slot;
import dev.stoa.storage.Ids;
import dev.stoa.storage.Tx;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Writes the rows of a turn, and those that exist before the first turn. Stateless. */
final class TurnRows {
    private TurnRows() {}

    /** Writes what follows from the context of a debate: the supplied tests, and which lessons it was shown. */
    static void attach(Tx tx, LessonSink lessons, String session, DebateConfig config, Context context, Instant at) {
        CodeTask code = config.code();
        if (code != null) {
            code.tests()
                    .forEach(test ->
                            VersionTable.test(tx, session, test.name(), true, null, test.hidden(), test.body()));
        }
        context.lessons().forEach(lesson -> lessons.apply(tx, session, lesson, !context.holdout(), at));
    }

    /** Writes a turn, its version of the code, and the tests that it brought. */
    static void insert(
            Tx tx,
            Ids ids,
            String session,
            DebateConfig config,
            TurnDraft draft,
            DebateTurn row,
            String hash,
            DebateRecord.Version version,
            @Nullable String parentCode,
            Instant at) {
        String id = ids.next();
        DebateTurn.COLUMNS.insert(tx, row.stored(id, hash, at));
        CodeTask code = config.code();
        if (code == null) {
            return;
        }
        if (version.number() > 0) {
            VersionTable.insert(tx, ids.next(), session, id, code.language(), config, version, parentCode, at);
        }
        Slot slot = draft.slot();
        CodeRules.written(config.agent(slot.seat()), slot.turnSeq(), draft.said())
                .forEach(test -> VersionTable.test(tx, session, test.name(), false, test.author(), false, test.body()));
    }
}
