package dev.stoa.cli.evolution;

import dev.stoa.cli.console.Invocation;
import dev.stoa.cli.text.TerminalText;
import dev.stoa.engine.evolution.EvolutionListener;
import dev.stoa.engine.evolution.Fitness;
import dev.stoa.evolution.created.CreatedAgent;
import dev.stoa.evolution.run.Run;
import dev.stoa.evolution.verdict.Verdict;
import dev.stoa.evolution.verdict.VerdictKind;
import dev.stoa.evolution.verdict.VerdictOutcome;
import java.util.Locale;

/**
 * Shows a run on standard error while it goes on. For one run; told by one thread. With JSON it shows nothing, since
 * what is on the error stream is one document or nothing then.
 */
final class EvolutionView implements EvolutionListener {
    private final Invocation main;
    private long culled;

    EvolutionView(Invocation main) {
        this.main = main;
    }

    private void show(String line) {
        if (!main.json()) {
            main.environment().err().println(TerminalText.line(line));
            main.environment().err().flush();
        }
    }

    @Override
    public void started(Run run) {
        show("run " + run.id() + ": " + run.name() + ", seed " + run.seed() + ", at most " + run.maxGenerations()
                + " generations");
    }

    @Override
    public void produced(long generation, Fitness fitness) {
        show(String.format(
                Locale.ROOT,
                "generation %d: %s %.3f (95 %%: %.3f to %.3f, %d episodes)",
                generation,
                fitness.measure(),
                fitness.mean(),
                fitness.low(),
                fitness.high(),
                fitness.episodes()));
        culled = 0;
    }

    @Override
    public void decided(Verdict verdict) {
        if (verdict.outcome() == VerdictOutcome.CULLED) {
            culled++;
            return;
        }
        if (verdict.kind() == VerdictKind.REVIEW) {
            return;
        }
        show("  " + words(verdict) + (culled > 0 ? "; " + culled + " culled before" : ""));
        culled = 0;
    }

    /** What a verdict says, in one line. */
    static String words(Verdict verdict) {
        String about = verdict.actorId()
                + (verdict.candidateProfileId() == null
                        ? ""
                        : " " + verdict.operator()
                                + (verdict.kind() == VerdictKind.MUTATION ? " #" + verdict.variant() : ""));
        String reason = verdict.reason().equals(verdict.outcome().text()) ? "" : " (" + verdict.reason() + ")";
        return about + ": " + verdict.outcome().text() + reason + figures(verdict);
    }

    private static String figures(Verdict verdict) {
        Double difference = verdict.meanDiff();
        Double lcb = verdict.lcb();
        Double p = verdict.pHolm();
        return difference == null || lcb == null || p == null
                ? ""
                : String.format(
                        Locale.ROOT,
                        ", difference %+.2f, bound %+.2f (above %.2f is needed), p %.4f (below %s)",
                        difference,
                        lcb,
                        verdict.margin(),
                        p,
                        verdict.alpha());
    }

    @Override
    public void created(CreatedAgent agent) {
        show("  created agent " + agent.id() + " (" + agent.archetypeDesigned() + "): " + agent.status()
                + (agent.reason() == null ? "" : " (" + agent.reason() + ")")
                + (agent.delta() == null ? "" : String.format(Locale.ROOT, ", difference %+.2f", agent.delta())));
    }
}
