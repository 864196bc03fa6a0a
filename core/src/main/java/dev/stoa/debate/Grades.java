package dev.stoa.debate;

import dev.stoa.base.Bounds;
import dev.stoa.base.ConflictException;
import dev.stoa.base.Needs;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.base.TextNormalizer;
import dev.stoa.debate.rules.config.ConfigReader;
import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.rules.teaching.Grade;
import dev.stoa.debate.rules.teaching.Grading;
import dev.stoa.debate.rules.teaching.OutboxItem;
import dev.stoa.debate.rules.teaching.TeachingItems;
import dev.stoa.debate.rules.teaching.Truth;
import dev.stoa.debate.session.Completion;
import dev.stoa.debate.session.EventLog;
import dev.stoa.debate.session.GradeRow;
import dev.stoa.debate.session.LessonSink;
import dev.stoa.debate.session.Outbox;
import dev.stoa.debate.session.RecordLoader;
import dev.stoa.debate.session.Register;
import dev.stoa.debate.session.SessionLookup;
import dev.stoa.debate.session.SessionRow;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whether debates were right, as something outside them knows. Thread-safe. A debate is graded once: agreement is no
 * truth, and a truth does not change.
 */
public final class Grades {
    private final Archive archive;
    private final InstantSource clock;
    private final LessonSink lessons;
    private final Principal caller;

    private Grades(Archive archive, InstantSource clock, LessonSink lessons, Principal caller) {
        this.archive = archive;
        this.clock = clock;
        this.lessons = lessons;
        this.caller = caller;
    }

    /** The grades in an archive of {@link DebateArchive#SCHEMA}. */
    public static Grades over(Archive archive, InstantSource clock, LessonSink lessons) {
        return new Grades(archive, clock, lessons, Principal.local());
    }

    /** The same for another principal, who may do what its rights allow. */
    public Grades as(Principal other) {
        return new Grades(archive, clock, lessons, other);
    }

    /** The grade of a session, if it has one. */
    @Needs(Right.READ)
    public Optional<GradeRow> find(String session) {
        Rights.check(caller);
        return archive.read(tx -> GradeRow.find(tx, session));
    }

    /** Grades a completed debate. The same grade again changes nothing; another is refused. */
    @Needs(Right.OPERATE)
    public GradeRow grade(String named, Truth truth, String by) {
        Rights.check(caller);
        String name = Bounds.name("by", by);
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        return archive.write(tx -> grade(tx, SessionLookup.find(tx, named), truth, name, now));
    }

    private GradeRow grade(Tx tx, SessionRow row, Truth truth, String by, Instant now) {
        if (row.status() != SessionRow.Status.COMPLETED) {
            throw new ConflictException(
                    "precondition",
                    "debate " + row.id() + " is " + row.status().text() + "; only a completed one can be graded",
                    null);
        }
        DebateRecord record = RecordLoader.load(tx, row.id(), ConfigReader.stored(row.config()));
        Grade grade = Grading.of(record, truth);
        Optional<GradeRow> before = GradeRow.find(tx, row.id());
        if (before.isPresent()) {
            return same(before.get(), grade);
        }
        GradeRow graded = GradeRow.of(row.id(), grade, by, now);
        EventLog.append(tx, row.id(), "debate_graded", graded.event(), now);
        Completion.grade(tx, lessons, graded);
        if (record.config().learn()) {
            Completion.learn(tx, lessons, row.id(), record, grade, now);
        }
        for (OutboxItem item : TeachingItems.gradeRows(record, row.outcome(), row.id(), grade)) {
            Outbox.put(tx, row.id(), item.target(), item.itemKey(), item.payload(), now);
        }
        Register.sealed(tx, row.id(), now);
        return graded;
    }

    private static GradeRow same(GradeRow before, Grade grade) {
        boolean onlyWrong = grade.truth() == null && grade.trueKey() == null;
        boolean equal = before.correct() == grade.correct()
                && (onlyWrong
                        || (Objects.equals(grade.trueKey(), before.trueOption())
                                && sameWords(grade.truth(), before.truth())));
        if (!equal) {
            throw new ConflictException(
                    "conflict",
                    "debate " + before.sessionId() + " was graded " + (before.correct() ? "correct" : "wrong") + " by "
                            + before.gradedBy(),
                    "a truth does not change: the first grade stands");
        }
        return before;
    }

    private static boolean sameWords(@Nullable String given, @Nullable String known) {
        return given == null || known == null || TextNormalizer.of(given).equals(TextNormalizer.of(known));
    }
}
