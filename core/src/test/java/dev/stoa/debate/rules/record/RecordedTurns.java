package dev.stoa.debate.rules.record;

import dev.stoa.debate.rules.Play;
import dev.stoa.debate.rules.config.Agenda;
import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.record.CheckResult.TestVerdict;
import dev.stoa.debate.rules.reply.ParsedReply;
import dev.stoa.debate.rules.reply.ReplyKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A record that a test writes turn by turn, without the rules that plan them. Not thread-safe. */
public final class RecordedTurns {
    public final DebateRecord record;
    private int versions;

    private RecordedTurns(DebateRecord record) {
        this.record = record;
    }

    public static RecordedTurns of(int seats, @Nullable Object... settings) {
        return new RecordedTurns(Play.of(seats, settings).record);
    }

    /** A debate about code with these supplied tests; one whose name begins with h is hidden. */
    public static RecordedTurns ofCode(int seats, String... tests) {
        List<Map<String, Object>> supplied = Arrays.stream(tests)
                .map(name -> Map.<String, Object>of("name", name, "hidden", name.startsWith("h"), "body", "body"))
                .toList();
        return of(seats, "code", Map.of("language", "python", "tests", supplied), "preset", "classic");
    }

    private Turn turn(
            int seat,
            Phase phase,
            int attempt,
            ReplyKind kind,
            TurnStatus status,
            @Nullable ParsedReply said,
            int version,
            List<Integer> visible) {
        return stored(seat, phase, attempt, kind, status, said, version, visible, 0.5);
    }

    private Turn stored(
            int seat,
            Phase phase,
            int attempt,
            ReplyKind kind,
            TurnStatus status,
            @Nullable ParsedReply said,
            int version,
            List<Integer> visible,
            @Nullable Double cost) {
        Turn turn = new Turn(
                record.planned() + 1,
                seat,
                1,
                phase,
                attempt,
                1,
                kind,
                status,
                said,
                "",
                visible,
                "command",
                "m",
                10,
                5,
                cost,
                version,
                false);
        record.store(turn);
        return turn;
    }

    /** A draft that takes an option; a new one if there are not so many yet. */
    public Turn draft(int seat, int option) {
        return position(seat, Agenda.drafting(record.config()), 0, option, 0.8);
    }

    public Turn position(int seat, Phase phase, int attempt, int option, double confidence) {
        ParsedReply.Position said = words(seat, option, confidence);
        return takes(option, seat, phase, attempt, ReplyKind.POSITION, said, said, List.of());
    }

    /** A position that was written after others were seen. */
    public Turn revises(int seat, int option, Integer... seen) {
        ParsedReply.Position said = words(seat, option, 0.8);
        return takes(option, seat, Phase.OPTIMIZATION, 0, ReplyKind.POSITION, said, said, List.of(seen));
    }

    /** Blue's answer to an attack, with the position that it now defends. */
    public Turn defends(int seat, int option) {
        ParsedReply.Position position = words(seat, option, 0.8);
        ParsedReply said = new ParsedReply.Defence(List.of(), position);
        return takes(option, seat, Phase.ADVERSARIAL, 0, ReplyKind.DEFENCE, position, said, List.of());
    }

    private ParsedReply.Position words(int seat, int option, double confidence) {
        String words = "answer " + option + " of " + seat;
        return record.config().code() == null
                ? ParsedReply.Position.answering(words, confidence)
                : ParsedReply.Position.coding(words, confidence);
    }

    /** Stores a turn whose position takes an option; a new one if there are not so many yet. */
    private Turn takes(
            int option,
            int seat,
            Phase phase,
            int attempt,
            ReplyKind kind,
            ParsedReply.Position position,
            ParsedReply said,
            List<Integer> visible) {
        String code = position.code();
        Turn turn = turn(seat, phase, attempt, kind, TurnStatus.OK, said, code == null ? 0 : ++versions, visible);
        if (code != null) {
            record.version(new DebateRecord.Version(versions, 0, turn.turnSeq(), seat, code));
        }
        boolean fresh = option >= record.labels().size();
        record.measure(
                List.of(new OptionAssignment(turn.turnSeq(), option, fresh ? "option " + option : null, Map.of())),
                List.of());
        return turn;
    }

    /** A draft of a certain model for an option that is there. */
    public Turn drafted(int seat, int option, String provider, String model) {
        Turn turn = new Turn(
                record.planned() + 1,
                seat,
                1,
                Agenda.drafting(record.config()),
                0,
                1,
                ReplyKind.POSITION,
                TurnStatus.OK,
                words(seat, option, 0.8),
                "",
                List.of(),
                provider,
                model,
                10,
                5,
                0.5,
                0,
                false);
        record.store(turn);
        record.measure(List.of(new OptionAssignment(turn.turnSeq(), option, null, Map.of())), List.of());
        return turn;
    }

    /** Tells the record what the seats are rated; the rest of their standing is unknown. */
    public void rate(double... ratings) {
        Context.Standing unknown = Context.Standing.unknown();
        record.attach(new Context(
                Arrays.stream(ratings)
                        .mapToObj(rating -> new Context.Standing(rating, 1, unknown.resolved(), unknown.correct()))
                        .toList(),
                List.of(),
                List.of(),
                false,
                List.of()));
    }

    /** A draft with all its words, for an option that is there. */
    public Turn argues(int seat, int option, ParsedReply.Position said) {
        Turn turn =
                turn(seat, Agenda.drafting(record.config()), 0, ReplyKind.POSITION, TurnStatus.OK, said, 0, List.of());
        record.measure(List.of(new OptionAssignment(turn.turnSeq(), option, null, Map.of())), List.of());
        return turn;
    }

    public Turn vote(int seat, ParsedReply.Vote vote) {
        return turn(seat, Phase.CONVERGENCE, 0, ReplyKind.BALLOT, TurnStatus.OK, vote, 0, List.of());
    }

    public Turn attack(int seat, List<Integer> visible, ParsedReply.Finding... findings) {
        return turn(
                seat,
                Phase.ADVERSARIAL,
                0,
                ReplyKind.ATTACK,
                TurnStatus.OK,
                new ParsedReply.Attack(List.of(findings)),
                0,
                visible);
    }

    public Turn asks(int seat, ParsedReply.Question... questions) {
        return turn(
                seat,
                Phase.DEHALLUCINATION,
                0,
                ReplyKind.QUESTION,
                TurnStatus.OK,
                new ParsedReply.Questions(List.of(questions), 0.5),
                0,
                List.of());
    }

    /** A review whose price is unknown. */
    public Turn unpriced(int seat) {
        return stored(
                seat,
                Phase.REVIEW,
                0,
                ReplyKind.REVIEW,
                TurnStatus.OK,
                new ParsedReply.Reviews(List.of()),
                0,
                List.of(),
                null);
    }

    public Turn failed(int seat, Phase phase, ReplyKind kind, TurnStatus status) {
        return turn(seat, phase, 0, kind, status, null, 0, List.of());
    }

    public void check(Turn turn, CheckStatus status, TestVerdict... tests) {
        record.check(List.of(new CheckResult(
                turn.turnSeq(),
                tests.length == 0 ? CheckResult.CHECK : CheckResult.TESTS,
                status,
                new ArrayList<>(List.of(tests)),
                Map.of(),
                1)));
    }

    public void reject(Phase phase, int attempt) {
        record.openGate(1, phase, attempt);
        record.decideGate(1, phase, attempt, false, "no", Map.of());
    }

    public static TestVerdict passed(String name) {
        return new TestVerdict(name, "passed", 1, null);
    }

    public static TestVerdict untested(String name) {
        return new TestVerdict(name, "timeout", 1, "busy");
    }

    public static TestVerdict erred(String name) {
        return new TestVerdict(name, "error", 1, "ImportError");
    }

    public static TestVerdict broken(String name) {
        return new TestVerdict(name, "failed", 1, "message");
    }
}
