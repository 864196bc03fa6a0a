package dev.stoa;

import dev.stoa.base.LessonSources;
import dev.stoa.debate.session.LessonSink;
import dev.stoa.learning.lesson.LessonWriter;
import dev.stoa.storage.Tx;
import java.time.Instant;

/** The lessons that debates write, for those who open the stores of a debate archive themselves. Stateless. */
public final class DebateLessons implements LessonSink {
    @Override
    public void learn(Tx tx, String session, String domain, LessonSources sources, Instant at) {
        LessonWriter.learn(tx, session, domain, sources, at);
    }

    @Override
    public void apply(Tx tx, String session, String lesson, boolean shown, Instant at) {
        LessonWriter.apply(tx, session, lesson, shown, at);
    }

    @Override
    public void outcome(Tx tx, String session, boolean correct, String basis, Instant at) {
        LessonWriter.outcome(tx, session, correct, basis, at);
    }

    @Override
    public void forget(Tx tx, String session) {
        LessonWriter.forget(tx, session);
    }
}
