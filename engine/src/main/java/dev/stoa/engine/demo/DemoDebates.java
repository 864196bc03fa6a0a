package dev.stoa.engine.demo;

import dev.stoa.Stoa;
import dev.stoa.base.Principal;
import dev.stoa.base.Trust;
import dev.stoa.debate.DebateRequest;
import dev.stoa.debate.external.ExternalSession;
import dev.stoa.debate.external.ExternalTurn;
import dev.stoa.debate.external.ExternalVersion;
import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.config.Preset;
import dev.stoa.debate.rules.config.Seat;
import dev.stoa.debate.rules.record.CheckResult.TestVerdict;
import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.rules.record.Turn;
import dev.stoa.engine.assembly.Engines;
import dev.stoa.engine.debate.DebateEngine;
import dev.stoa.engine.debate.DebateListener;
import dev.stoa.learning.evidence.DocumentDraft;
import dev.stoa.learning.evidence.EvidenceDraft;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Debates of the demo. Each depends on its request alone, and not on what debates before it taught. */
final class DemoDebates {
    private static final List<String> DOCUMENTS =
            List.of("essay", "incidents", "marketing", "on-call", "policy", "release-notes");
    private static final List<String> READERS = List.of("lexical", "semantic", "skeptic", "document");

    /** The question of the example in words by which readers without a model of meaning come to move each other. */
    private static final String FRIDAY = "Should we ship a release that cannot be rolled back on Friday afternoon?";

    private static final int GRADED = 40;
    private static final int LONG_TURNS = 2_000;
    private static final int LONG_SEATS = 10;
    private static final int PORTION = 500;

    private static final List<String> DOMAINS = List.of("shipping", "storage", "refunds");
    private static final Map<String, List<String>> QUESTIONS = Map.of(
            "shipping",
            List.of("How should change %d go out?", "behind a switch", "to one region first", "to everyone at once"),
            "storage",
            List.of("Where should table %d live?", "in the shared database", "in a file of its own", "in the cache"),
            "refunds",
            List.of("Who should approve refund %d?", "the clerk alone", "the clerk and a manager", "the auditor"));

    /** How often each is right. */
    private static final Map<String, String> ACCURACY =
            Map.of("ada", "0.9", "bo", "0.75", "cy", "0.6", "dee", "0.5", "eli", "0.35");

    private final Stoa stoa;
    private final Engines engines;
    private final Principal by;

    DemoDebates(Stoa stoa, Engines engines, Principal by) {
        this.stoa = stoa;
        this.engines = engines;
        this.by = by;
    }

    void fill() throws InterruptedException {
        friday();
        for (int number = 1; number <= GRADED; number++) {
            graded(number, "demo-graded-" + number, DebateListener.NONE);
        }
        paused();
        code();
        ended();
        longest();
    }

    private DebateEngine engine() {
        return engines.debates().amongStrangers();
    }

    /** One more debate, after the demo is filled, turn by turn so that it can be watched. */
    void another(int number) throws InterruptedException {
        graded(GRADED + number, "demo-later-" + number, new Pace());
    }

    /** Lets a moment pass after each turn. */
    private static final class Pace implements DebateListener {
        private static final long TURN_MILLIS = 1_000;

        @Override
        public void stored(DebateRecord record, Turn turn) {
            try {
                if (new CountDownLatch(1).await(TURN_MILLIS, TimeUnit.MILLISECONDS)) {
                    throw new IllegalStateException("it is released by nothing");
                }
            } catch (InterruptedException e) {
                // The runner looks for it, and ends in order.
                Thread.currentThread().interrupt();
            }
        }
    }

    private static DebateRequest request(String topic, String id, long seed) {
        return DebateRequest.on(topic).set("debate_id", id).seed(seed).metadata(Demo.MARK);
    }

    private static List<Seat> simulated() {
        return ACCURACY.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(each ->
                        Seat.of(each.getKey(), "sim", "").params(Map.of("accuracy", each.getValue(), "verify", "0.3")))
                .toList();
    }

    private static List<Seat> seats(String provider, int size) {
        return IntStream.range(0, size)
                .mapToObj(seat -> Seat.of("writer-" + (char) ('a' + seat), provider, "m1"))
                .toList();
    }

    private void friday() throws InterruptedException {
        List<String> documents = new ArrayList<>();
        for (String name : DOCUMENTS) {
            documents.add(evidence("demo-friday-" + name, name + ".md", DemoTexts.read(name + ".md"), Trust.HUMAN));
        }
        // It says nothing about the question; a reader who quotes it would show that its orders are only text.
        documents.add(evidence("demo-hostile", "invoice.txt", DemoTexts.HOSTILE, Trust.UNTRUSTED));
        stoa.learning()
                .evidence()
                .as(by)
                .addDocument(DocumentDraft.ofText("demo-handbook", "file", "handbook.md", DemoTexts.HANDBOOK)
                        .with(0.9, Trust.HUMAN, Demo.MARK, null));
        engine().run(
                        request(FRIDAY, "release-friday", 1)
                                .agents(READERS.stream()
                                        .map(how -> Seat.of(how.substring(0, 3), "evidence", how))
                                        .toList())
                                .set("evidence", documents)
                                .set("domain", "shipping"),
                        by.name(),
                        DebateListener.NONE);
    }

    private String evidence(String id, String title, String text, Trust trust) {
        return stoa.learning()
                .evidence()
                .as(by)
                .add(EvidenceDraft.of(text, "file")
                        .id(id)
                        .title(title)
                        .trust(trust)
                        .metadata(Demo.MARK))
                .value()
                .id();
    }

    private void graded(int number, String id, DebateListener watching) throws InterruptedException {
        String domain = DOMAINS.get(number % DOMAINS.size());
        List<String> question = QUESTIONS.getOrDefault(domain, List.of());
        List<String> options = question.subList(1, question.size());
        engine().run(
                        request(question.getFirst().replace("%d", Integer.toString(number)), id, number)
                                .agents(simulated())
                                .options(options)
                                .set("truth", options.get(number % options.size()))
                                .set("domain", domain),
                        by.name(),
                        watching);
    }

    private void paused() throws InterruptedException {
        engine().run(
                        request("Shall the tills keep their connections open over night?", "demo-paused", 7)
                                .preset(Preset.CLASSIC)
                                .agents(simulated())
                                .options(List.of("yes", "no"))
                                .gates(List.of(Phase.CONVERGENCE)),
                        by.name(),
                        DebateListener.NONE);
    }

    private ExternalSession start(DebateRequest request) {
        return engine().start(
                        engine().create(request.preset(Preset.EXTERNAL), by.name())
                                .id(),
                        "demo");
    }

    /** Code that another engine had written and tested: what fails first is mended. */
    private void code() {
        ExternalSession session = start(request("Write is_leap(year)", "demo-code", 3)
                .agents(seats("mine", 2))
                .set(
                        "code",
                        Map.of(
                                "language",
                                "python",
                                "tests",
                                List.of(
                                        Map.of("name", "test_ordinary", "body", "assert not is_leap(2023)"),
                                        Map.of("name", "test_century", "body", "assert not is_leap(1900)"),
                                        Map.of(
                                                "name",
                                                "test_fourth_century",
                                                "hidden",
                                                true,
                                                "body",
                                                "assert is_leap(2000)")))));
        session.version(version(1, "writer-a", "def is_leap(year):\n    return year % 4 == 0\n")
                .results(verdicts("failed")));
        session.version(version(
                        1,
                        "writer-b",
                        "def is_leap(year):\n    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)\n")
                .results(verdicts("passed")));
        session.version(version(
                        2,
                        "writer-a",
                        "def is_leap(year):\n    return year % 400 == 0 or (year % 4 == 0 and year % 100 != 0)\n")
                .revising(1)
                .results(verdicts("passed")));
        finish(session);
    }

    private static ExternalVersion version(int round, String agent, String code) {
        return ExternalVersion.of(ExternalTurn.of(round, round == 1 ? Phase.SELF_EVOLVEMENT : Phase.OPTIMIZATION, agent)
                .code(code, 0.8));
    }

    private static List<TestVerdict> verdicts(String century) {
        return List.of(
                new TestVerdict("test_ordinary", "passed", 2, null),
                new TestVerdict("test_century", century, 2, century.equals("passed") ? null : "1900 is no leap year"),
                new TestVerdict("test_fourth_century", "passed", 2, null));
    }

    private void finish(ExternalSession session) {
        engine().learn(session.finish().id());
    }

    private void ended() {
        start(request("Which courier delivers on islands?", "demo-failed", 4).agents(seats("mine", 3)))
                .fail("the engine that held it lost its models");
        String cancelled = engine().create(
                        request("Shall we repaint the shop?", "demo-cancelled", 5)
                                .agents(simulated()),
                        by.name())
                .id();
        stoa.debate().sessions().as(by).cancel(cancelled, by.name());
    }

    /** A debate whose turns fill several pages. */
    private void longest() {
        List<Seat> seats = seats("mine", LONG_SEATS);
        ExternalSession session = start(
                request("Which shelf plan suits the new shop?", "demo-long", 6).agents(seats));
        List<ExternalTurn> turns = new ArrayList<>();
        for (int turn = 0; turn < LONG_TURNS; turn++) {
            int step = turn / LONG_SEATS;
            int seat = turn % LONG_SEATS;
            // Seats that began with the other plan are persuaded one after the other.
            boolean moved = step >= 20 * (seat % 5 + 1);
            String plan = moved || seat % 2 == 0 ? "plan north" : "plan south";
            ExternalTurn said = ExternalTurn.of(
                            step == 0 ? 1 : 2,
                            step == 0 ? Phase.PROPOSAL : Phase.CRITIQUE,
                            seats.get(seat).agent())
                    .content("Step " + step + ": shelf " + (step % 40 + 1) + " speaks for " + plan + ".")
                    .answer(plan, 0.6);
            turns.add(step == 0 ? said : said.at(0, step));
            if (turns.size() == PORTION) {
                session.turns(turns);
                turns.clear();
            }
        }
        finish(session);
    }
}
