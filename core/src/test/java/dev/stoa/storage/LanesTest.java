package dev.stoa.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.stoa.base.ConflictException;
import dev.stoa.base.StoaException;
import dev.stoa.base.UnavailableException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the writers of an archive promise where there are lanes, and where connections break. */
@Tag("quick")
@Timeout(20)
class LanesTest {
    private static final String LOST = "08006";
    private static final String CHOSEN_TO_FAIL = "40001";
    private static final String BROKEN = "58000";

    private static final Scope.Kind AUTHOR = new Scope.Kind("author", "entry");

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    private final AtomicInteger signals = new AtomicInteger();
    private final AtomicInteger runs = new AtomicInteger();
    private final CountDownLatch holding = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);

    private BrittleBackend reliable(int lanes) {
        return new BrittleBackend(folder, lanes, (step, transaction) -> {});
    }

    /** A backend whose first transactions fail at a step. */
    private BrittleBackend failing(BrittleBackend.Step where, int first, String state) {
        return new BrittleBackend(folder, 0, (step, transaction) -> {
            if (step == where && transaction <= first) {
                throw new SQLException("it is gone", state);
            }
        });
    }

    private Archive over(BrittleBackend backend) {
        Archive archive = Archive.over(Notebook.SCHEMA, backend, StorageSettings.defaults());
        archive.commits().listen(signals::incrementAndGet);
        return archive;
    }

    private long add(Archive archive, String body) {
        return archive.write(tx -> {
            runs.incrementAndGet();
            return Notebook.add(tx, "ana", body);
        });
    }

    private StoaException refusal(Archive archive) {
        return (StoaException) catchThrowable(() -> add(archive, "a"));
    }

    @Test
    void aConnectionLostDuringTheCommitLeavesTheOutcomeOpenAndNothingIsWrittenTwice() {
        BrittleBackend backend = failing(BrittleBackend.Step.ANSWER, 99, LOST);
        Archive archive = over(backend);
        StoaException told = refusal(archive);
        assertThat(told.code()).isEqualTo("outcome_unknown");
        assertThat(told.hint()).hasValue("read what was written before writing it again");
        assertThat(runs).hasValue(1);
        assertThat(signals).as("who waits for the change has to look").hasValue(1);
        assertThat(Notebook.bodies(archive)).containsExactly("a");
        assertThat(backend.lent()).isZero();
    }

    @Test
    void aConnectionLostBeforeTheCommitIsReplaced() {
        BrittleBackend backend = failing(BrittleBackend.Step.BEGIN, 2, LOST);
        Archive archive = over(backend);
        add(archive, "a");
        assertThat(backend.transactions()).isEqualTo(3);
        assertThat(backend.lent()).isZero();
        assertThat(signals).hasValue(1);
        assertThat(Notebook.bodies(archive)).containsExactly("a");
    }

    @Test
    void aConnectionThatCannotBeMadeIsToldAtOnce() {
        BrittleBackend backend = failing(BrittleBackend.Step.CONNECT, 1, LOST);
        Archive archive = over(backend);
        assertThat(refusal(archive).code()).isEqualTo("unreachable");
        assertThat(backend.transactions()).isEqualTo(1);
        assertThat(runs).hasValue(0);
        assertThat(signals).hasValue(0);
        add(archive, "b");
        assertThat(Notebook.bodies(archive)).containsExactly("b");
    }

    @Test
    void aTransactionThatLosesAgainstOthersIsRunAgain() {
        BrittleBackend backend = failing(BrittleBackend.Step.COMMIT, 3, CHOSEN_TO_FAIL);
        Archive archive = over(backend);
        add(archive, "a");
        assertThat(runs).hasValue(4);
        assertThat(signals).hasValue(1);
        assertThat(Notebook.bodies(archive)).containsExactly("a");
    }

    @Test
    void aTransactionThatAlwaysLosesIsRefusedInTheEnd() {
        BrittleBackend backend = failing(BrittleBackend.Step.COMMIT, 99, CHOSEN_TO_FAIL);
        Archive archive = over(backend);
        assertThat(refusal(archive).code()).isEqualTo("busy");
        assertThat(runs).as("once with others, six times alone").hasValue(7);
        assertThat(signals).hasValue(0);
        assertThat(backend.lent()).isZero();
        assertThat(Notebook.bodies(archive)).isEmpty();
    }

    @Test
    void aUnitWhoseStatementLosesAgainstOthersIsRunAgain() {
        BrittleBackend backend = reliable(0);
        Archive archive = over(backend);
        archive.write(tx -> {
            if (runs.incrementAndGet() < 4) {
                throw lost();
            }
            return Notebook.add(tx, "ana", "at last");
        });
        assertThat(runs).hasValue(4);
        assertThat(Notebook.bodies(archive)).containsExactly("at last");
        assertThatThrownBy(() -> archive.write(tx -> {
                    runs.incrementAndGet();
                    Notebook.add(tx, "ana", "undone");
                    throw lost();
                }))
                .hasMessage("it was lost");
        assertThat(runs).hasValue(11);
        assertThat(signals).hasValue(1);
        assertThat(Notebook.bodies(archive)).containsExactly("at last");
    }

    private static UnavailableException lost() {
        return new UnavailableException("busy", "it was lost", null, new SQLException("lost", CHOSEN_TO_FAIL));
    }

    @Test
    void whatCannotBeginIsToldAtOnce() {
        BrittleBackend backend = failing(BrittleBackend.Step.BEGIN, 1, BROKEN);
        assertThat(refusal(over(backend)).code()).isEqualTo("storage");
        assertThat(backend.transactions()).isEqualTo(1);
        assertThat(backend.lent()).isZero();
    }

    @Test
    void aCommitThatFailsIsTriedOnceMoreWithEachUnitAlone() {
        BrittleBackend backend = failing(BrittleBackend.Step.COMMIT, 2, BROKEN);
        Archive archive = over(backend);
        assertThat(refusal(archive).code()).isEqualTo("storage");
        assertThat(backend.transactions()).isEqualTo(2);
        assertThat(signals).hasValue(0);
        assertThat(Notebook.bodies(archive)).isEmpty();
    }

    @Test
    void whatAUnitLeavesForLaterIsPartOfIt() {
        Archive archive = over(reliable(0));
        archive.write(tx -> {
            tx.later("INSERT INTO entry (author, body) VALUES ('ana', 'later')");
            tx.last("UPDATE entry SET tag = 'last'");
            return true;
        });
        assertThat(archive.list("SELECT body || ' ' || tag FROM entry", row -> row.text(1)))
                .containsExactly("later last");
        assertThatThrownBy(() -> archive.write(tx -> {
                    Notebook.add(tx, "ana", "undone");
                    tx.later("INSERT INTO entry (author, body) VALUES ('ana', 'later')");
                    return true;
                }))
                .isInstanceOf(ConflictException.class);
        assertThatThrownBy(() -> archive.write(tx -> {
                    Notebook.add(tx, "ana", "undone");
                    tx.last("INSERT INTO entry (author, body) VALUES ('ana', 'later')");
                    return true;
                }))
                .isInstanceOf(ConflictException.class);
        assertThat(Notebook.bodies(archive)).containsExactly("later");
        assertThat(signals).hasValue(1);
    }

    /** Runs a unit that holds its writer while others queue up behind it, and tells what becomes of each. */
    private List<FutureTask<Long>> behind(Callable<Long> first, List<Callable<Long>> others) throws Exception {
        List<FutureTask<Long>> all = new ArrayList<>();
        FutureTask<Long> leader = new FutureTask<>(first);
        all.add(leader);
        Thread.ofPlatform().daemon().start(leader);
        holding.await();
        for (Callable<Long> other : others) {
            FutureTask<Long> follower = new FutureTask<>(other);
            all.add(follower);
            awaitAsleep(Thread.ofPlatform().daemon().start(follower));
        }
        release.countDown();
        for (FutureTask<Long> one : all) {
            var unused = catchThrowable(one::get);
        }
        return all;
    }

    /** Those that sleep in the queue take part in its order; one that only comes might be quicker. */
    private static void awaitAsleep(Thread thread) {
        while (thread.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
    }

    private Callable<Long> holder(Archive archive, Scope scope) {
        return () -> archive.write(scope, this::hold);
    }

    private long hold(Tx tx) {
        awaitRelease();
        return Notebook.add(tx, "holder", "held " + runs.incrementAndGet());
    }

    private void awaitRelease() {
        holding.countDown();
        try {
            release.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Callable<Long> writing(Archive archive, Scope scope, String body) {
        return () -> archive.write(scope, tx -> Notebook.add(tx, "ana", body));
    }

    private static List<Long> locks(Scope... scopes) {
        return Stream.of(scopes)
                .flatMap(scope -> scope.locks().boxed())
                .sorted()
                .distinct()
                .toList();
    }

    @Test
    void unitsThatQueueForALaneShareATransactionThatHoldsTheLocksOfAll() throws Exception {
        BrittleBackend backend = reliable(1);
        Archive archive = over(backend);
        Scope ana = AUTHOR.of("ana");
        Scope bo = AUTHOR.of("bo");
        Scope both = AUTHOR.of("cy", "bo");
        List<FutureTask<Long>> all = behind(
                holder(archive, ana),
                List.of(writing(archive, bo, "b"), writing(archive, both, "c"), writing(archive, ana, "a")));
        for (FutureTask<Long> one : all) {
            assertThat(one.get()).isPositive();
        }
        assertThat(backend.begun()).containsExactly(locks(ana), locks(ana, bo, both));
        assertThat(signals).hasValue(2);
        assertThat(Notebook.bodies(archive)).containsExactly("held 1", "b", "c", "a");
    }

    @Test
    void aUnitThatNeedsNoMoreLocksAndTablesJoinsTheRunningTransaction() throws Exception {
        BrittleBackend backend = reliable(1);
        Archive archive = over(backend);
        Scope two = AUTHOR.of("ana", "bo");
        Scope wider = new Scope.Kind("author", "entry", "reply").of("ana");
        behind(
                holder(archive, two),
                List.of(
                        writing(archive, AUTHOR.of("bo"), "b"),
                        writing(archive, AUTHOR.of("ana"), "a"),
                        writing(archive, wider, "w")));
        assertThat(backend.begun()).containsExactly(locks(two), locks(wider));
        assertThat(Notebook.bodies(archive)).containsExactly("held 1", "b", "a", "w");
    }

    @Test
    void unitsThatStayApartShareNoTransactionOnTheSameAggregate() throws Exception {
        BrittleBackend backend = reliable(1);
        Archive archive = over(backend);
        Scope.Kind apart = AUTHOR.apart();
        Scope ana = apart.of("ana");
        Scope bo = apart.of("bo");
        behind(
                holder(archive, ana),
                List.of(
                        writing(archive, ana, "1"),
                        writing(archive, bo, "2"),
                        writing(archive, bo, "3"),
                        writing(archive, ana, "4")));
        assertThat(backend.begun()).containsExactly(locks(ana), locks(ana, bo), locks(ana, bo));
        assertThat(Notebook.bodies(archive)).containsExactly("held 1", "1", "2", "3", "4");
    }

    @Test
    void noMoreThanThirtyTwoAreGathered() throws Exception {
        BrittleBackend backend = reliable(1);
        Archive archive = over(backend);
        List<Scope> scopes =
                IntStream.range(0, 40).mapToObj(i -> AUTHOR.of("author " + i)).toList();
        behind(
                holder(archive, AUTHOR.of("ana")),
                IntStream.range(0, 40)
                        .mapToObj(i -> writing(archive, scopes.get(i), "body " + i))
                        .toList());
        assertThat(backend.begun())
                .containsExactly(
                        locks(AUTHOR.of("ana")),
                        locks(scopes.subList(0, 32).toArray(Scope[]::new)),
                        locks(scopes.subList(32, 40).toArray(Scope[]::new)));
        assertThat(Notebook.bodies(archive)).hasSize(41);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void whatOneLeftForLaterFailsItAloneInWhateverPlaceOfARound(int place) throws Exception {
        Archive archive = over(reliable(1));
        add(archive, "there");
        Callable<Long> broken = () -> archive.write(AUTHOR.of("cy"), tx -> {
            long id = Notebook.add(tx, "ana", "undone");
            tx.later("INSERT INTO entry (author, body) VALUES ('ana', 'there')");
            return id;
        });
        Callable<Long> sound = writing(archive, AUTHOR.of("bo"), "sound");
        List<FutureTask<Long>> all =
                behind(holder(archive, AUTHOR.of("ana")), place == 0 ? List.of(broken, sound) : List.of(sound, broken));
        assertThat(all.get(2 - place).get()).isPositive();
        assertThatThrownBy(all.get(1 + place)::get).hasCauseInstanceOf(ConflictException.class);
        assertThat(Notebook.bodies(archive)).containsExactlyInAnyOrder("there", "held 2", "sound");
    }

    @Test
    void whatTheFirstOfARunningTransactionLeftForLaterFailsItAlone() throws Exception {
        Archive archive = over(reliable(1));
        add(archive, "there");
        Scope ana = AUTHOR.of("ana");
        List<FutureTask<Long>> all = behind(
                () -> archive.write(ana, tx -> {
                    tx.later("INSERT INTO entry (author, body) VALUES ('ana', 'there')");
                    awaitRelease();
                    return 0L;
                }),
                List.of(writing(archive, ana, "sound")));
        assertThatThrownBy(all.get(0)::get).hasCauseInstanceOf(ConflictException.class);
        assertThat(all.get(1).get()).isPositive();
        assertThat(Notebook.bodies(archive)).containsExactly("there", "sound");
    }

    @Test
    void whenATransactionOfSeveralFailsEachIsAnsweredWithWhatBecameOfItsOwn() throws Exception {
        // The holder is transaction 1, the others together are 2, and then each of them has one of its own.
        BrittleBackend backend = new BrittleBackend(folder, 1, (step, transaction) -> {
            if (step == BrittleBackend.Step.COMMIT && (transaction == 2 || transaction == 4)) {
                throw new SQLException("the disk is full", BROKEN);
            }
        });
        Archive archive = over(backend);
        List<FutureTask<Long>> all = behind(
                holder(archive, AUTHOR.of("ana")),
                List.of(writing(archive, AUTHOR.of("bo"), "first"), writing(archive, AUTHOR.of("cy"), "second")));
        assertThat(all.get(1).get()).isPositive();
        assertThatThrownBy(all.get(2)::get).hasMessageContaining("the disk is full");
        assertThat(backend.transactions()).isEqualTo(4);
        assertThat(signals)
                .as("the holder's commit, and that of the other two's round")
                .hasValue(2);
        assertThat(Notebook.bodies(archive)).containsExactly("held 1", "first");
    }

    @Test
    void aFailureThatNobodyThoughtOfIsTheAnswerOfThoseWhoHaveNoneYet() throws Exception {
        BrittleBackend backend = new BrittleBackend(folder, 1, (step, transaction) -> {
            if (step == BrittleBackend.Step.COMMIT && transaction == 2) {
                throw new SQLException("the disk is full", BROKEN);
            }
            if (step == BrittleBackend.Step.CONNECT && transaction == 4) {
                throw new IllegalStateException("a defect");
            }
        });
        Archive archive = over(backend);
        List<FutureTask<Long>> all = behind(
                holder(archive, AUTHOR.of("ana")),
                List.of(writing(archive, AUTHOR.of("bo"), "first"), writing(archive, AUTHOR.of("cy"), "second")));
        assertThat(all.get(1).get()).isPositive();
        assertThatThrownBy(all.get(2)::get).hasMessageContaining("a defect");
        assertThat(signals).as("the holder's commit, and that of the first").hasValue(2);
        add(archive, "afterwards");
        assertThat(Notebook.bodies(archive)).containsExactly("held 1", "first", "afterwards");
    }

    @Test
    void whoeverListensLooksAfterACommitThatHadNoAnswer() {
        Archive archive = over(new BrittleBackend(folder, 0, (step, transaction) -> {
            if (step == BrittleBackend.Step.ANSWER) {
                throw new IllegalStateException("a defect");
            }
        }));
        assertThatThrownBy(() -> add(archive, "there")).hasMessageContaining("a defect");
        assertThat(signals).hasValue(1);
        assertThat(Notebook.bodies(archive)).containsExactly("there");
    }

    @Test
    void aUnitThatWritesWhatItsScopeDoesNotNameIsFound() {
        BrittleBackend backend = reliable(1);
        Archive archive = over(backend);
        backend.writes("entry", "reply");
        assertThatThrownBy(() -> writing(archive, AUTHOR.of("ana"), "undone").call())
                .isInstanceOf(AssertionError.class)
                .hasMessage("a unit wrote to [reply], which its scope does not name");
        assertThat(add(archive, "a unit without a scope may")).isPositive();
        assertThat(Notebook.bodies(archive)).containsExactly("a unit without a scope may");
        backend.writes("entry");
        assertThat(archive.<Long>write(AUTHOR.of("ana"), tx -> Notebook.add(tx, "ana", "named")))
                .isPositive();
    }

    @Test
    void aUnitOfALaneMustNotCallItsArchiveAgain() {
        Archive archive = over(reliable(2));
        for (String author : List.of("ana", "bo", "cy", "di", "ed")) {
            assertThatThrownBy(() -> archive.write(AUTHOR.of(author), tx -> Notebook.bodies(archive)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("use its Tx");
        }
        assertThat(Notebook.bodies(archive)).isEmpty();
    }

    @Test
    void aClosedArchiveTakesNoUnitsOfScopesEither() {
        BrittleBackend backend = reliable(2);
        Archive archive = over(backend);
        archive.close();
        assertThatThrownBy(() -> writing(archive, AUTHOR.of("ana"), "late").call())
                .hasMessage("archive notebook is closed");
        assertThat(backend.transactions()).isZero();
        assertThat(archive.finishErasure())
                .as("nothing of it is open that could be cleaned")
                .isTrue();
        assertThat(backend.erasures()).isZero();
    }

    @Test
    void anErasureHoldsTheWriterAndThenLetsTheNextGoOn() throws Exception {
        BrittleBackend backend = reliable(0);
        Archive archive = over(backend);
        List<Thread> next = new ArrayList<>();
        backend.whileErasing(() -> {
            next.add(Thread.ofPlatform().daemon().start(() -> add(archive, "next")));
            awaitAsleep(next.getFirst());
            backend.whileErasing(() -> {});
        });
        assertThat(archive.finishErasure()).as("what the backend answers").isFalse();
        next.getFirst().join();
        assertThat(Notebook.bodies(archive)).containsExactly("next");
        assertThat(archive.finishErasure()).isTrue();
        assertThat(backend.erasures()).isEqualTo(2);
    }
}
