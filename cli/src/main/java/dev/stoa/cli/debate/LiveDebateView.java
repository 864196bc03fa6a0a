package dev.stoa.cli.debate;

import dev.stoa.cli.console.Environment;
import dev.stoa.cli.console.Screen;
import dev.stoa.debate.DebateTurns;
import dev.stoa.debate.rules.Step;
import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.debate.rules.config.Phase;
import dev.stoa.debate.rules.config.Seat;
import dev.stoa.debate.rules.record.CountRecord;
import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.rules.record.Flip;
import dev.stoa.debate.rules.record.Slot;
import dev.stoa.debate.rules.record.Turn;
import dev.stoa.debate.rules.record.TurnStatus;
import dev.stoa.debate.rules.reply.ParsedReply;
import dev.stoa.debate.rules.voting.Options;
import dev.stoa.debate.rules.voting.Stage;
import dev.stoa.debate.rules.voting.Tally;
import dev.stoa.engine.debate.DebateListener;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Shows a debate to a person while it is held. For one run; told by one thread at a time.
 *
 * <p>What was said goes to standard output. Whom it waits for goes to standard error, in one line that is wiped again,
 * and only on a terminal.
 */
final class LiveDebateView implements DebateListener {
    private final Environment environment;
    private final DebateTurns turns;
    private final Screen screen;
    private final Set<String> awaited = new LinkedHashSet<>();
    private final Map<String, String> quotes = new HashMap<>();
    private @Nullable TurnRenderer speech;
    private String session = "";
    private String heading = "";

    LiveDebateView(Environment environment, DebateTurns turns) {
        this.environment = environment;
        this.turns = turns;
        this.screen = Screen.of(environment);
    }

    @Override
    public void opened(String id, DebateRecord record) {
        session = id;
        DebateConfig config = record.config();
        speech = new TurnRenderer(
                screen, config.seats().stream().map(Seat::agent).toList(), false);
        if (record.turns().isEmpty()) {
            show(opening(id, config));
        } else {
            show(List.of("debate " + id + " continues after turn "
                    + record.turns().getLast().turnSeq()));
        }
    }

    private List<String> opening(String id, DebateConfig config) {
        List<String> lines = new ArrayList<>();
        screen.hanging(config.topic()).forEach(line -> lines.add(screen.bold(line)));
        lines.addAll(SessionText.setting(screen, config));
        lines.add(screen.dim("debate " + id + ", seed " + config.seed()));
        return lines;
    }

    @Override
    public void calling(DebateRecord record, List<Slot> slots) {
        Slot first = slots.getFirst();
        head(first.round(), first.phase(), first.attempt());
        awaited.clear();
        slots.forEach(slot -> awaited.add(record.config().agent(slot.seat())));
        progress();
    }

    @Override
    public void stored(DebateRecord record, Turn turn) {
        String agent = record.config().agent(turn.seat());
        awaited.remove(agent);
        TurnRenderer words = speech;
        if (words == null) {
            return;
        }
        head(turn.round(), turn.phase(), turn.attempt());
        ParsedReply said = turn.said();
        show(
                said == null
                        ? words.silence(turn.seat(), turn.status(), why(turn))
                        : words.of(
                                turn.seat(),
                                said,
                                new TurnRenderer.Known(record.labels(), held(record, turn), quoted(turn, agent))));
        progress();
    }

    /** Who has quoted the same words before, so that they need not be shown again. */
    private @Nullable String quoted(Turn turn, String agent) {
        ParsedReply.Position position = turn.position();
        if (position == null || position.claims().isEmpty() || position.answer() != null) {
            return null;
        }
        String first = quotes.putIfAbsent(position.claims().getFirst().text(), agent);
        return agent.equals(first) ? null : first;
    }

    /** The option that the seat held before this turn. */
    private static int held(DebateRecord record, Turn turn) {
        int held = -1;
        for (Turn earlier : record.turns()) {
            if (earlier.turnSeq() < turn.turnSeq() && earlier.seat() == turn.seat() && earlier.position() != null) {
                held = record.option(earlier);
            }
        }
        return held;
    }

    /** Why there is no reply to show: what went wrong, or what an agent says that abstains. */
    private @Nullable String why(Turn turn) {
        if (turn.status() == TurnStatus.ABSTAINED) {
            return TurnRenderer.reasoning(turn.content());
        }
        return turns.all(session).stream()
                .filter(stored -> stored.turnSeq() == turn.turnSeq())
                .findFirst()
                .map(stored -> stored.error())
                .orElse(null);
    }

    @Override
    public void measured(DebateRecord record, Step.Measure step) {
        if (record.config().closed()) {
            return;
        }
        List<String> parts = new ArrayList<>();
        for (int option = 0; option < record.labels().size(); option++) {
            int key = option;
            String holders = step.turns().stream()
                    .filter(turn -> record.option(turn) == key)
                    .map(turn -> record.config().agent(turn.seat()))
                    .distinct()
                    .collect(Collectors.joining(", "));
            if (!holders.isEmpty()) {
                parts.add(screen.bold(Options.key(option)) + " " + holders);
            }
        }
        if (!parts.isEmpty()) {
            mark("sides", String.join("   ", parts));
        }
    }

    @Override
    public void checked(DebateRecord record, Step.Check step) {
        for (Turn turn : step.turns()) {
            record.checks(turn.turnSeq())
                    .forEach(check -> mark("check", record.config().agent(turn.seat()) + " " + CheckText.of(check)));
        }
    }

    @Override
    public void counted(DebateRecord record, CountRecord counted) {
        for (Flip flip : counted.flips()) {
            String seen = flip.supporters().stream().map(record.config()::agent).collect(Collectors.joining(", "));
            mark(
                    "moved",
                    record.config().agent(flip.seat()) + " from " + Options.key(flip.from()) + " to "
                            + Options.key(flip.to()) + (seen.isEmpty() ? "" : ", having read " + seen));
        }
        if (counted.stage() != Stage.FINAL || !known(record, counted)) {
            mark(counted.stage() == Stage.FINAL ? "final" : "count", count(record, counted));
        }
    }

    /** Whether the count before it had the same ballots: then nothing new is said. */
    private static boolean known(DebateRecord record, CountRecord counted) {
        int before = record.counts().indexOf(counted) - 1;
        return before >= 0 && record.counts().get(before).tally().equals(counted.tally());
    }

    private String count(DebateRecord record, CountRecord counted) {
        Tally tally = counted.tally();
        String votes = tally.scores().stream()
                .filter(score -> score.votes() > 0)
                .map(score -> Options.key(score.option()) + " " + score.votes())
                .collect(Collectors.joining(", "));
        String share = TurnRenderer.number(tally.consensus());
        boolean enough = tally.consensus() >= record.config().threshold();
        String result = switch (tally) {
            case Tally.Elected elected ->
                "consensus " + (enough ? screen.good(share) : share) + " on "
                        + screen.bold(Options.key(elected.option()))
                        + (enough
                                ? ""
                                : ", " + TurnRenderer.number(record.config().threshold()) + " is asked for");
            case Tally.None none -> "no winner: " + SessionText.reason(none.reason());
        };
        return (votes.isEmpty() ? "no votes" : votes) + "   " + bar(tally.consensus()) + result;
    }

    /** A bar of the agreement, on a terminal only. */
    private String bar(double share) {
        int full = (int) Math.round(share * 20);
        return environment.screen() ? screen.good("█".repeat(full)) + screen.dim("░".repeat(20 - full)) + "  " : "";
    }

    @Override
    public void paused(DebateRecord record, Step.Gate step, String gate) {
        awaited.clear();
        progress();
    }

    /** Wipes the line that says whom it waits for. */
    void close() {
        awaited.clear();
        progress();
    }

    private void head(int round, Phase phase, int attempt) {
        String text = "round " + round + ", " + phase.text() + (attempt == 0 ? "" : ", attempt " + (attempt + 1));
        if (!text.equals(heading)) {
            heading = text;
            show(List.of("", screen.bold(text)));
        }
    }

    private void mark(String what, String text) {
        int indent = speech == null ? 8 : speech.indent();
        show(List.of("  " + screen.dim(what) + " ".repeat(Math.max(1, indent - 2 - what.length())) + text));
    }

    private void show(List<String> lines) {
        wipe();
        PrintWriter out = environment.out();
        lines.forEach(line -> out.println(Screen.painted(line)));
        out.flush();
    }

    private void progress() {
        wipe();
        if (environment.terminal() && !awaited.isEmpty()) {
            String text = "waiting for " + String.join(", ", awaited);
            environment.err().print(screen.dim(Screen.cut(text, screen.width() - 1)));
            environment.err().flush();
        }
    }

    private void wipe() {
        if (environment.terminal()) {
            environment.err().print("\r\u001b[K");
            environment.err().flush();
        }
    }
}
