package dev.stoa.learning.lesson;

import dev.stoa.base.Needs;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.base.Simulated;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Tx;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/**
 * What debates have learnt, and how often it helped later ones. Thread-safe. Lessons are made, applied and counted by
 * the debates themselves; hazard: only a grade tells whether a lesson helped, so where nothing is graded every lesson
 * stays bronze and expires.
 */
public final class Lessons {
    private static final Duration KEPT_EXPIRED = Duration.ofDays(365);

    private final Archive archive;
    private final InstantSource clock;
    private final Principal caller;

    private Lessons(Archive archive, InstantSource clock, Principal caller) {
        this.archive = archive;
        this.clock = clock;
        this.caller = caller;
    }

    /** The lessons in an archive of the debate wing. */
    public static Lessons over(Archive archive, InstantSource clock) {
        return new Lessons(archive, clock, Principal.local());
    }

    /** The same for another principal, who may do what its rights allow. */
    public Lessons as(Principal other) {
        return new Lessons(archive, clock, other);
    }

    @Needs(Right.READ)
    public Lesson get(String id) {
        Rights.check(caller);
        return archive.read(tx -> LessonTable.find(tx, id)).orElseThrow(() -> missing("lesson", id));
    }

    /** The lessons that pass a filter, newest first. */
    @Needs(Right.READ)
    public Page<Lesson> list(LessonFilter filter, Page.Request page) {
        Rights.check(caller);
        Instant now = clock.instant();
        return page.of(
                archive.read(tx -> LessonTable.before(
                        tx, page.after(Long.MAX_VALUE), LessonTable.condition(filter, now), page.limit() + 1)),
                Lesson::seq);
    }

    /** The lessons that hold at least one word of the query, the most useful first. */
    @Needs(Right.READ)
    public List<RankedLesson> search(LessonQuery query) {
        Rights.check(caller);
        Instant now = clock.instant();
        return archive.read(tx -> new LessonSearch(tx, query, now).run());
    }

    /**
     * Notes that a debate found a lesson; again is no second use.
     *
     * @param shown whether it stands in a prompt of the debate, or was held back to measure what lessons are worth
     */
    @Needs(value = Right.WRITE, agents = false)
    public void apply(String session, String lesson, boolean shown) {
        Rights.check(caller);
        Instant now = clock.instant();
        archive.write(tx -> {
            require(tx, "debate", "SELECT count(*) FROM debate_sessions WHERE id = ?", session);
            require(tx, "lesson", "SELECT count(*) FROM debate_lessons WHERE id = ?", lesson);
            LessonWriter.apply(tx, session, lesson, shown, now);
            return null;
        });
    }

    /**
     * Retires the lessons that expired a year ago or earlier, and tells how many these are.
     *
     * @param dryRun whether to count them only
     */
    @Needs(Right.OPERATE)
    public long retireExpired(boolean dryRun) {
        Rights.check(caller);
        Instant before = clock.instant().minus(KEPT_EXPIRED);
        String due = "status = 'active' AND expires_at <= ?";
        return dryRun
                ? archive.read(tx -> tx.number("SELECT count(*) FROM debate_lessons WHERE " + due, before))
                : archive.write(
                        tx -> (long) tx.update("UPDATE debate_lessons SET status = 'retired' WHERE " + due, before));
    }

    /** What lessons and debates have been worth so far, as far as they are real. */
    @Needs(Right.READ)
    public LessonStatistics statistics() {
        Rights.check(caller);
        return statistics(Simulated.EXCLUDE);
    }

    /** The same of what is real, of what is simulated, or of both. */
    @Needs(Right.READ)
    public LessonStatistics statistics(Simulated simulated) {
        Rights.check(caller);
        Instant now = clock.instant();
        return archive.read(tx -> LessonReport.of(tx, simulated, now));
    }

    private static void require(Tx tx, String what, String count, String id) {
        if (tx.number(count, id) == 0) {
            throw missing(what, id);
        }
    }

    private static NotFoundException missing(String what, String id) {
        return new NotFoundException("not_found", "there is no " + what + " " + id, "check the id");
    }
}
