package dev.stoa.cli.evolution;

import dev.stoa.cli.console.Columns;
import dev.stoa.cli.text.Plural;
import dev.stoa.engine.evolution.RunView;
import dev.stoa.evolution.created.CreatedAgent;
import dev.stoa.evolution.episode.Episode;
import dev.stoa.evolution.episode.LogEntry;
import dev.stoa.evolution.episode.Participant;
import dev.stoa.evolution.memory.Strategy;
import dev.stoa.evolution.profile.Blame;
import dev.stoa.evolution.profile.LineageStep;
import dev.stoa.evolution.profile.ProfileDiff;
import dev.stoa.evolution.profile.ProfileVerdict;
import dev.stoa.evolution.run.GenerationSummary;
import dev.stoa.evolution.verdict.Verdict;
import dev.stoa.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What the verbs of {@code evolve} print for a person. Stateless. */
final class EvolveText {
    private EvolveText() {}

    static List<String> run(RunView view) {
        List<String> lines = new ArrayList<>();
        lines.add("run " + view.run().id() + " is " + view.run().status().text()
                + (view.run().stopReason() == null ? "" : " (" + view.run().stopReason() + ")"));
        lines.add(view.run().name() + ", seed " + view.run().seed() + ", "
                + Plural.of(view.generations().size(), "generation") + " of at most "
                + view.run().maxGenerations() + ", " + Plural.of(view.episodes(), "episode") + ", "
                + Plural.of(view.accepted(), "accepted candidate"));
        List<GenerationSummary> produced = view.produced();
        if (!produced.isEmpty()) {
            Columns columns = new Columns().row("generation", "nash ratio", "agreed", "turns", "scores", "accepted");
            produced.forEach(each -> columns.row(
                    each.seq(),
                    real(each.nashRatio()),
                    real(each.agreementRate()),
                    real(each.meanTurns()),
                    scores(each),
                    String.join(", ", each.accepted())));
            lines.addAll(columns.lines());
        }
        if (view.endNashRatio() != null) {
            lines.add("mean nash ratio of the last three generations: " + real(view.endNashRatio()));
        }
        view.pending()
                .forEach(agent -> lines.add("waits for approval: " + agent.id() + " (" + agent.archetypeDesigned()
                        + "), see stoa evolve created " + view.run().id()));
        if (view.run().fingerprint() != null) {
            lines.add("fingerprint " + view.run().fingerprint());
        }
        return lines;
    }

    private static String scores(GenerationSummary summary) {
        List<String> scores = new ArrayList<>();
        summary.meanScore()
                .forEach((actor, score) -> scores.add(actor + " " + String.format(Locale.ROOT, "%+.2f", score)));
        return String.join(", ", scores);
    }

    private static String real(@Nullable Double value) {
        return value == null ? "-" : String.format(Locale.ROOT, "%.3f", value);
    }

    static List<String> runs(List<RunView> views) {
        if (views.isEmpty()) {
            return List.of("no run yet; start one with stoa evolve run split-100");
        }
        Columns columns = new Columns().row("run", "scenario", "seed", "status", "generation", "end nash ratio");
        views.forEach(view -> columns.row(
                view.run().id(),
                view.run().name(),
                view.run().seed(),
                view.run().status().text()
                        + (view.run().stopReason() == null
                                ? ""
                                : " (" + view.run().stopReason() + ")"),
                (view.generations().isEmpty() ? 0 : view.generations().getLast().seq()) + " of "
                        + view.run().maxGenerations(),
                real(view.endNashRatio())));
        return columns.lines();
    }

    static List<String> episodes(List<Episode> episodes) {
        if (episodes.isEmpty()) {
            return List.of("no such episode");
        }
        Columns columns =
                new Columns().row("episode", "generation", "epoch", "slot", "ended", "turns", "nash ratio", "scores");
        episodes.forEach(each -> columns.row(
                each.id(),
                Objects.toString(each.generation(), "-"),
                each.epochKind() == null ? "-" : each.epochKind().text(),
                Objects.toString(each.slot(), "-"),
                Objects.toString(each.terminationReason(), "-"),
                each.totalTurns(),
                real(each.nashRatio()),
                String.join(
                        ", ",
                        each.participants().stream()
                                .filter(who -> who.score() != null)
                                .map(EvolveText::score)
                                .toList())));
        return columns.lines();
    }

    private static String score(Participant who) {
        return who.actorId() + " " + who.score();
    }

    static List<String> log(List<LogEntry> entries) {
        if (entries.isEmpty()) {
            return List.of("the log was pruned");
        }
        List<String> lines = new ArrayList<>();
        for (LogEntry entry : entries) {
            lines.add("turn " + entry.turnNumber() + ", " + entry.actorId() + ": "
                    + (entry.applied() ? "applied" : "skipped")
                    + (entry.proposeResolution() ? ", endorses" : "")
                    + (entry.abortEpisode() ? ", aborts" : "")
                    + ", version " + entry.stateVersion()
                    + (entry.stateMutations().isEmpty() ? "" : ", " + Json.write(entry.stateMutations())));
            if (entry.violation() != null) {
                lines.add("  refused: " + entry.violation());
            }
            if (entry.publicDialogue() != null && !entry.publicDialogue().isEmpty()) {
                lines.add("  says: " + entry.publicDialogue());
            }
            if (entry.internalMonologue() != null && !entry.internalMonologue().isEmpty()) {
                lines.add("  thinks: " + entry.internalMonologue());
            }
        }
        return lines;
    }

    static List<String> lineage(List<LineageStep> steps) {
        Columns columns =
                new Columns().row("profile", "generation", "actor", "made by", "tactic", "verdict", "changes");
        steps.forEach(step -> columns.row(
                step.profile().id(),
                Objects.toString(step.profile().generation(), "-"),
                Objects.toString(step.profile().actorId(), "-"),
                Objects.toString(step.profile().createdBy(), "-")
                        + (step.operator() == null ? "" : " (" + step.operator() + ")"),
                Objects.toString(step.profile().tactic(), "-"),
                verdict(step.verdict()),
                changes(step.diff())));
        return columns.lines();
    }

    private static String verdict(@Nullable ProfileVerdict verdict) {
        return verdict == null ? "-" : verdict.outcome() + " (" + verdict.reason() + ")";
    }

    private static String changes(@Nullable ProfileDiff diff) {
        return diff == null
                ? "-"
                : String.join(
                        ", ",
                        diff.hyperparameters().stream()
                                .map(change -> change.path() + " " + Json.write(change.from()) + " to "
                                        + Json.write(change.to()))
                                .toList());
    }

    static List<String> diff(ProfileDiff diff) {
        List<String> lines = new ArrayList<>();
        diff.hyperparameters()
                .forEach(change ->
                        lines.add(change.path() + ": " + Json.write(change.from()) + " to " + Json.write(change.to())));
        if (diff.tacticFrom() != null || diff.tacticTo() != null) {
            lines.add("tactic: " + diff.tacticFrom() + " to " + diff.tacticTo());
        }
        diff.systemPrompt().lines().forEach(lines::add);
        return lines.isEmpty() ? List.of("the profiles are equal") : lines;
    }

    static List<String> blame(List<Blame> blames) {
        Columns columns = new Columns().row("what", "value", "profile", "generation", "verdict");
        blames.forEach(each -> columns.row(
                each.line() == null ? String.valueOf(each.path()) : "line " + each.line(),
                each.value() instanceof String text ? text : Json.write(each.value()),
                each.profileId(),
                Objects.toString(each.generation(), "-"),
                verdict(each.verdict())));
        return columns.lines();
    }

    static List<String> verdicts(List<Verdict> verdicts) {
        if (verdicts.isEmpty()) {
            return List.of("no verdict yet");
        }
        Columns columns = new Columns().row("generation", "kind", "verdict");
        verdicts.forEach(each -> columns.row(each.generation(), each.kind().text(), EvolutionView.words(each)));
        return columns.lines();
    }

    static List<String> created(List<CreatedAgent> agents) {
        if (agents.isEmpty()) {
            return List.of("no created agent");
        }
        Columns columns =
                new Columns().row("created agent", "run", "designed as", "status", "difference", "decided by");
        agents.forEach(each -> columns.row(
                each.id(),
                Objects.toString(each.runId(), "-"),
                Objects.toString(each.archetypeDesigned(), "-"),
                each.status() + (each.reason() == null ? "" : " (" + each.reason() + ")"),
                real(each.delta()),
                Objects.toString(each.decidedBy(), "-")));
        return columns.lines();
    }

    static String strategy(Strategy strategy, @Nullable Double similarity) {
        return (similarity == null ? "" : String.format(Locale.ROOT, "%.3f  ", similarity)) + strategy.document();
    }
}
