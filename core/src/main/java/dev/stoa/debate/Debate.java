package dev.stoa.debate;

import dev.stoa.base.Singletons;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Ids;
import java.time.InstantSource;
import java.util.function.Supplier;

/** The stores of the debate wing. Thread-safe. */
public final class Debate {
    private final Singletons stores;
    private final Supplier<Archive> archive;
    private final InstantSource clock;
    private final Ids ids;

    /** Stores over these archives; each is made when it is first asked for. */
    public Debate(Singletons stores, Supplier<Archive> archive, InstantSource clock, Ids ids) {
        this.stores = stores;
        this.archive = archive;
        this.clock = clock;
        this.ids = ids;
    }

    /** The debates. */
    public DebateSessions sessions() {
        return stores.get(DebateSessions.class, () -> DebateSessions.over(archive.get(), clock, ids));
    }

    /** What was said. */
    public DebateTurns turns() {
        return stores.get(DebateTurns.class, () -> DebateTurns.over(archive.get()));
    }

    /** What was voted. */
    public Ballots ballots() {
        return stores.get(Ballots.class, () -> Ballots.over(archive.get()));
    }

    /** The versions of code that debates worked on. */
    public CodeVersions versions() {
        return stores.get(CodeVersions.class, () -> CodeVersions.over(archive.get()));
    }

    /** The approvals that debates wait for. */
    public Gates gates() {
        return stores.get(Gates.class, () -> Gates.over(archive.get(), clock));
    }

    /** What happened, event by event. */
    public DebateEvents events() {
        return stores.get(DebateEvents.class, () -> DebateEvents.over(archive.get()));
    }

    /** Whether debates were right. */
    public Grades grades() {
        return stores.get(Grades.class, () -> Grades.over(archive.get(), clock));
    }

    /** Proof that the record of a debate and its outcome agree. */
    public Replay replay() {
        return stores.get(Replay.class, () -> Replay.over(archive.get()));
    }

    /** Receipts: a debate and its outcome for readers without access to the archive. */
    public Receipts receipts() {
        return stores.get(Receipts.class, () -> Receipts.over(archive.get(), clock));
    }

    /** What the other wings have yet to learn from finished debates. */
    public Outbox outbox() {
        return stores.get(Outbox.class, () -> Outbox.over(archive.get(), clock));
    }

    /** Lessons about debating. */
    public Lessons lessons() {
        return stores.get(Lessons.class, () -> Lessons.over(archive.get(), clock));
    }
}
