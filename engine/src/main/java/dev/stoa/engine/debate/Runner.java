package dev.stoa.engine.debate;

import dev.stoa.base.ConflictException;
import dev.stoa.base.UnavailableException;
import dev.stoa.debate.rules.Deliberation;
import dev.stoa.debate.rules.OptionMatching;
import dev.stoa.debate.rules.Situation;
import dev.stoa.debate.rules.Step;
import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.debate.rules.prompt.Prompt;
import dev.stoa.debate.rules.prompt.Prompts;
import dev.stoa.debate.rules.record.CheckResult;
import dev.stoa.debate.rules.record.ClarifiedQuestion;
import dev.stoa.debate.rules.record.Context;
import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.rules.record.OptionAssignment;
import dev.stoa.debate.rules.record.Slot;
import dev.stoa.debate.rules.record.StopReason;
import dev.stoa.debate.rules.record.Turn;
import dev.stoa.debate.session.SessionWriter;
import dev.stoa.debate.session.TurnDraft;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One run of one debate, from wherever its record stands to its end or its next gate. For one thread, which starts
 * others for calls.
 *
 * <p>It keeps nothing that the record does not have: killed at any point, another run goes on from the last commit.
 */
final class Runner {
    private final SessionWriter writer;
    private final DebateConfig config;
    private final Asking asking;
    private final Function<DebateConfig, Context> reading;
    private final Meaning meaning;
    private final Checking checking;
    private final DebateListener listener;
    private final Duration heartbeat;

    Runner(
            SessionWriter writer,
            Asking asking,
            Function<DebateConfig, Context> reading,
            Meaning meaning,
            Checking checking,
            DebateListener listener,
            Duration heartbeat) {
        this.writer = writer;
        this.config = writer.record().config();
        this.asking = asking;
        this.reading = reading;
        this.meaning = meaning;
        this.checking = checking;
        this.listener = listener;
        this.heartbeat = heartbeat;
    }

    /** Goes on until the debate ends or waits. A runner that lost its lease stops without a word. */
    void run() throws InterruptedException {
        try {
            hold();
        } catch (InterruptedException e) {
            giveBack();
            throw e;
        } catch (UnavailableException e) {
            // An archive does not let an interrupted thread wait for a connection, and an interrupt breaks the
            // connection of
            // a virtual thread, which then may not know what became of its commit.
            if (!e.isInterruption() && !Thread.currentThread().isInterrupted()) {
                throw e;
            }
            giveBack();
            throw Interrupts.by(e);
        } catch (ConflictException e) {
            if (!e.code().equals("fenced")) {
                throw e;
            }
        }
    }

    private void giveBack() {
        Interrupts.clear();
        writer.release();
    }

    /** What cannot be done here could not be done by the next runner either, so the debate ends with it. */
    private void hold() throws InterruptedException {
        try {
            proceed();
        } catch (Broken e) {
            writer.fail(e.text());
        }
    }

    private void proceed() throws InterruptedException {
        DebateRecord record = writer.record();
        listener.opened(writer.session(), record);
        if (!record.attached()) {
            writer.attach(Broken.unless(() -> reading.apply(config)));
        }
        boolean open = true;
        while (open) {
            Interrupts.check();
            StopReason spent = record.spent() == null ? spent(record) : null;
            if (spent != null) {
                writer.spend(spent, silences(record));
            }
            open = take(record, Deliberation.next(record));
        }
    }

    /** Does a step; false if it was the last of this run. */
    private boolean take(DebateRecord record, Step step) throws InterruptedException {
        step.marks().forEach(record::mark);
        switch (step) {
            case Step.Call call -> call(record, call);
            case Step.Measure measure -> {
                List<OptionAssignment> assigned = Broken.unless(
                        () -> OptionMatching.of(record, measure.turns(), meaning.of(record, measure.turns())));
                List<ClarifiedQuestion> clarified = Broken.unless(() -> meaning.clarified(measure.turns()));
                writer.measure(measure, assigned, clarified, meaning.model());
                listener.measured(record, measure);
            }
            case Step.Check check -> check(record, check);
            case Step.Tally tally -> listener.counted(record, writer.tally(tally));
            case Step.Gate gate -> {
                listener.paused(record, gate, writer.gate(gate));
                return false;
            }
            case Step.Finish finish -> {
                writer.finish(finish);
                return false;
            }
            case Step.Fail fail -> {
                writer.fail(fail);
                return false;
            }
        }
        return true;
    }

    /** What ran out, if anything. */
    private @Nullable StopReason spent(DebateRecord record) {
        if (writer.activeNow().toSeconds() >= config.timeoutSeconds()) {
            return StopReason.DEADLINE;
        }
        return Budget.spent(record) ? StopReason.BUDGET : null;
    }

    private List<TurnDraft> silences(DebateRecord record) {
        return questions(record, record.unfilled()).stream()
                .map(asking::silence)
                .toList();
    }

    private static List<Asking.Question> questions(DebateRecord record, List<Slot> slots) {
        List<Asking.Question> questions = new ArrayList<>();
        for (Slot slot : slots) {
            Situation situation = Situation.of(record, slot);
            questions.add(new Asking.Question(slot, Prompts.of(record, situation), situation));
        }
        return questions;
    }

    private void call(DebateRecord record, Step.Call call) throws InterruptedException {
        List<Asking.Question> questions = questions(record, call.slots());
        List<Prompt> prompts = questions.stream().map(Asking.Question::prompt).toList();
        boolean offline = asking.offline(call.slots());
        if (offline) {
            writer.announce(call, prompts);
        } else {
            writer.plan(call, prompts);
        }
        listener.calling(record, call.slots());
        if (offline) {
            List<TurnDraft> drafts = new ArrayList<>();
            for (Asking.Question question : questions) {
                if (spent(record) != null || Budget.spent(record, drafts)) {
                    break;
                }
                drafts.add(asking.ask(question));
            }
            // What an interrupted agent could not read is no answer.
            Interrupts.check();
            writer.turns(drafts);
            drafts.forEach(
                    draft -> listener.stored(record, record.turn(draft.slot().turnSeq())));
            return;
        }
        Arrivals arrivals = new Arrivals(call.slots());
        try (Wave wave = Wave.of(asking, config.maxParallel(), questions)) {
            while (!wave.done() && spent(record) == null) {
                TurnDraft answered = wave.next(remaining());
                if (answered != null) {
                    arrivals.add(answered);
                } else {
                    writer.keep();
                }
            }
        } catch (InterruptedException e) {
            arrivals.end();
            throw e;
        }
        arrivals.end();
    }

    /**
     * The replies of a wave on their way into the record: as they come, but those that bring code in the order of
     * their seats, because versions are numbered as they are stored and prompts name them.
     */
    private final class Arrivals {
        private final boolean ordered = config.code() != null;
        private final Deque<Integer> expected = new ArrayDeque<>();
        private final NavigableMap<Integer, TurnDraft> early = new TreeMap<>();

        Arrivals(List<Slot> slots) {
            slots.forEach(slot -> expected.add(slot.turnSeq()));
        }

        void add(TurnDraft draft) {
            early.put(draft.slot().turnSeq(), draft);
            while (!early.isEmpty() && (!ordered || early.firstKey().equals(expected.peek()))) {
                expected.poll();
                store(early.pollFirstEntry().getValue());
            }
        }

        /** Stores what still waits for a seat that will not answer any more. */
        void end() {
            while (!early.isEmpty()) {
                store(early.pollFirstEntry().getValue());
            }
        }
    }

    /** Runs checks, which may take longer than a lease. What the end of the time interrupts is not stored. */
    private void check(DebateRecord record, Step.Check check) throws InterruptedException {
        try (BackgroundTask<List<CheckResult>> task = BackgroundTask.start(() -> checking.run(record, check.turns()))) {
            while (!task.done(remaining())) {
                if (spent(record) != null) {
                    return;
                }
                writer.keep();
            }
            writer.check(check, task.result());
        }
        listener.checked(record, check);
    }

    /** How long to wait before the lease must be looked after or the time is up. */
    private Duration remaining() {
        Duration left = Duration.ofSeconds(config.timeoutSeconds()).minus(writer.activeNow());
        return left.compareTo(heartbeat) < 0 ? left : heartbeat;
    }

    private void store(TurnDraft draft) {
        writer.turn(draft);
        Turn turn = writer.record().turn(draft.slot().turnSeq());
        listener.stored(writer.record(), turn);
    }
}
