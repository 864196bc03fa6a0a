package dev.stoa.evolution.transfer;

import static dev.stoa.evolution.Laboratory.ME;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.InvalidException;
import dev.stoa.base.StoaException;
import dev.stoa.base.VerificationException;
import dev.stoa.evolution.Laboratory;
import dev.stoa.evolution.RunState;
import dev.stoa.evolution.episode.Episode;
import dev.stoa.evolution.episode.EpochDraft;
import dev.stoa.evolution.episode.EpochKind;
import dev.stoa.evolution.episode.TerminationReason;
import dev.stoa.evolution.memory.StrategyEntry;
import dev.stoa.evolution.profile.Archetype;
import dev.stoa.evolution.profile.Profile;
import dev.stoa.evolution.retention.PrunePolicy;
import dev.stoa.evolution.run.Run;
import dev.stoa.evolution.run.RunStatus;
import dev.stoa.evolution.verdict.VerdictDecision;
import dev.stoa.evolution.verdict.VerdictDraft;
import dev.stoa.evolution.verdict.VerdictKind;
import dev.stoa.evolution.verdict.VerdictOutcome;
import dev.stoa.json.Json;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@OnBothDatabases
class RunTransferTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path from;

    @TempDir
    Path to;

    private Laboratory lab;
    private Laboratory other;
    private Run run;

    @BeforeEach
    void open() {
        lab = Laboratory.on(dialect, from);
        other = Laboratory.on(dialect == Dialect.SQLITE ? Dialect.POSTGRES : Dialect.SQLITE, to);
        // Numbers of the other archive are taken already.
        other.run(0);
        run = played();
    }

    @AfterEach
    void close() {
        assertThat(lab.violations()).isEmpty();
        assertThat(other.violations()).isEmpty();
        lab.close();
        other.close();
    }

    private Run played() {
        Run made = lab.run(2);
        RunState state = lab.state(made);
        List<Episode> episodes =
                lab.record(Laboratory.episode(state, state.epochs().getFirst(), 0, 3, 1, 2));
        lab.stores().epochs().fail(ME, state.epochs().getFirst().id(), 1, 2, "no answer");
        lab.stores().epochs().complete(ME, state.epochs().getFirst().id());
        Profile left = state.deployed().getFirst();
        Profile child =
                lab.stores().profiles().add(ME, Laboratory.child(left, String.valueOf(left.generationId()), 0.5));
        var generation = lab.newest(made).id();
        lab.stores().steps().run(ME, made.id(), 1, step -> {
            step.verdict(new VerdictDraft(
                    generation,
                    VerdictKind.MUTATION,
                    "left",
                    child.id(),
                    left.id(),
                    0,
                    "local",
                    VerdictOutcome.REJECTED,
                    "no_candidate",
                    .5,
                    1,
                    "sign_flip",
                    1,
                    .05,
                    null));
            step.strategy(new StrategyEntry(
                    episodes.getFirst().id(),
                    "split",
                    "left",
                    Archetype.PRIMARY_ACTOR,
                    "soft",
                    1,
                    TerminationReason.AGREEMENT,
                    List.of("broker"),
                    "a document",
                    "m-2",
                    new float[] {3, 4}));
            step.constraint("left", "soft", List.of("e"), 1, 5);
            step.epoch(new EpochDraft(generation, EpochKind.BASELINE, "trial", 1, null));
            return true;
        });
        return made;
    }

    private static List<String> exported(Laboratory of, Run run) {
        List<String> lines = new ArrayList<>();
        long count = of.stores().transfers().export(ME, run.id(), lines::add);
        assertThat(lines).hasSize((int) count);
        return lines;
    }

    private static List<String> types(List<String> lines) {
        return lines.stream()
                .map(line -> String.valueOf(Json.parseObject(line).get("type")))
                .toList();
    }

    @Test
    void aRunComesIntoAnotherDatabaseAsItWasAndTheStoreGivesTheNumbers() {
        List<String> lines = exported(lab, run);
        assertThat(lines.getFirst().startsWith("{\"type\":\"run\",")).isTrue();
        assertThat(types(lines))
                .containsExactly(
                        "run",
                        "generation",
                        "profile",
                        "profile",
                        "profile",
                        "epoch",
                        "epoch",
                        "episode",
                        "log",
                        "log",
                        "log",
                        "verdict",
                        "strategy",
                        "constraint");
        List<String> before = other.dump();
        assertThat(other.stores().transfers().take(ME, lines, true).written()).isFalse();
        assertThat(other.dump()).isEqualTo(before);
        TransferReport report = other.stores().transfers().take(ME, lines, false);
        assertThat(report.written()).isTrue();
        assertThat(report.added()).containsEntry("profile", 3L).containsEntry("log", 3L);
        assertThat(other.stores().profiles().list(ME, run.id()))
                .extracting(Profile::seq)
                .containsExactly(3L, 4L, 5L);
        assertThat(other.runs().get(ME, run.id()).status()).isEqualTo(RunStatus.PAUSED);
        // Exported again it says the same, but for its numbers and who runs it.
        List<String> back = exported(other, run);
        assertThat(contents(back)).isEqualTo(contents(lines));
        TransferReport again = other.stores().transfers().take(ME, lines, false);
        assertThat(again.added()).isEmpty();
        assertThat(again.skipped()).containsEntry("run", 1L).containsEntry("log", 3L);
    }

    private static List<String> contents(List<String> lines) {
        return lines.stream()
                .filter(line -> !line.startsWith("{\"type\":\"run\","))
                .map(line -> {
                    Map<String, @Nullable Object> object = Json.parseObject(line);
                    RowType type =
                            RowType.valueOf(String.valueOf(object.get("type")).toUpperCase(java.util.Locale.ROOT));
                    return RunLines.content(type, object);
                })
                .toList();
    }

    @Test
    void anUnequalRowIsAConflictAndNothingIsWritten() {
        List<String> lines = exported(lab, run);
        other.stores().transfers().take(ME, lines.subList(0, 4), false);
        List<String> before = other.dump();
        List<String> changed = lines.stream()
                .map(line ->
                        line.contains("\"type\":\"generation\"") ? line.replace("\"active\"", "\"archived\"") : line)
                .toList();
        TransferReport report = other.stores().transfers().take(ME, changed, false);
        assertThat(report.written()).isFalse();
        assertThat(report.conflicts())
                .containsExactly(new TransferReport.Conflict(
                        2, "generation", lab.newest(run).id()));
        assertThat(other.dump()).isEqualTo(before);
    }

    @Test
    void whatWasPrunedThereStaysPruned() {
        lab.stores().epochs().fail(ME, lab.state(run).epochs().get(1).id(), 0, 1, "x");
        lab.stores().epochs().complete(ME, lab.state(run).epochs().get(1).id());
        List<String> lines = exported(lab, run);
        other.stores().transfers().take(ME, lines, false);
        Run claimed = other.runs().claim(ME, run.id(), dev.stoa.evolution.run.Claim.by("here:7"));
        for (int i = 0; i < 3; i++) {
            other.next(claimed);
        }
        other.stores().retention().prune(ME, new PrunePolicy(run.id(), 2, 2, -3), false);
        assertThat(other.count("action_logs_all")).isZero();
        TransferReport report = other.stores().transfers().take(ME, lines, true);
        assertThat(report.skipped()).containsEntry("episode", 1L).containsEntry("log", 3L);
        assertThat(report.added()).isEmpty();
    }

    @Test
    void aLineThatIsNotWhatItSaysIsRefusedWithItsNumber() {
        List<String> lines = exported(lab, run);
        List<String> before = other.dump();
        for (String[] broken : List.of(
                new String[] {"\"kind\":\"negotiation\"", "\"kind\":\"war\"", "line 1: kind"},
                new String[] {"\"type\":\"generation\"", "\"type\":\"cat\"", "line 2: type"},
                new String[] {"\"seq\":1,\"created_at\"", "\"seq\":\"x\",\"created_at\"", "line 2: seq"})) {
            List<String> bad = lines.stream()
                    .map(line -> line.replace(broken[0], broken[1]))
                    .toList();
            assertThatThrownBy(() -> other.stores().transfers().take(ME, bad, false))
                    .as(broken[1])
                    .isInstanceOf(InvalidException.class)
                    .hasMessageContaining(broken[2]);
        }
        assertThatThrownBy(() -> other.stores().transfers().take(ME, lines.subList(1, 3), false))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("line 1");
        // A score that no participant has would be found by the next examination.
        List<String> lie = lines.stream()
                .map(line -> line.replace("\"min_score\":1", "\"min_score\":4"))
                .toList();
        assertThatThrownBy(() -> other.stores().transfers().take(ME, lie, false))
                .isInstanceOf(VerificationException.class)
                .hasMessageContaining("contradict");
        assertThat(other.dump()).isEqualTo(before);
    }

    /** The lines with one field of one line of a type changed; the first that has another value. */
    private static List<String> changed(List<String> lines, String type, String field, @Nullable Object value) {
        List<String> changed = new ArrayList<>(lines);
        for (int i = 0; i < lines.size(); i++) {
            Map<String, @Nullable Object> line = new LinkedHashMap<>(Json.parseObject(lines.get(i)));
            if (type.equals(line.get("type")) && !java.util.Objects.equals(value, line.get(field))) {
                line.put(field, value);
                changed.set(i, Json.write(line));
                return changed;
            }
        }
        throw new IllegalArgumentException(type + " " + field);
    }

    private static List<String> without(List<String> lines, String... types) {
        return lines.stream()
                .filter(line -> Arrays.stream(types).noneMatch(type -> line.startsWith("{\"type\":\"" + type + "\"")))
                .toList();
    }

    @Test
    void aRowOfAnotherRunAForgedDescentAndAnOrphanAreRefusedWithTheirLine() {
        List<String> lines = exported(lab, run);
        Run stranger = other.run(1);
        RunState theirs = other.state(stranger);
        String profile = theirs.deployed().getFirst().id();
        String episode = other.record(Laboratory.episode(theirs, theirs.epochs().getFirst(), 0, 3, 1, 2))
                .getFirst()
                .id();
        other.stores().epochs().complete(ME, theirs.epochs().getFirst().id());
        List<String> before = other.dump();
        List<Object> actors = List.of(
                Json.object("ordinal", 0L, "actor_id", "left", "profile_id", profile),
                Json.object("ordinal", 1L, "actor_id", "right", "profile_id", "gone"));
        Map<List<String>, String> refusals = new LinkedHashMap<>();
        refusals.put(changed(lines, "generation", "run_id", stranger.id()), "line 2: run_id ");
        refusals.put(changed(lines, "generation", "actors", actors), "line 2: profile_id ");
        refusals.put(changed(lines, "profile", "parent_profile_id", profile), "line 3: parent_profile_id ");
        refusals.put(changed(lines, "profile", "parent_profile_id", "gone"), "line 3: parent_profile_id \"gone\"");
        refusals.put(
                changed(
                        lines,
                        "profile",
                        "generation_id",
                        String.valueOf(
                                theirs.generation() == null
                                        ? ""
                                        : theirs.generation().id())),
                "line 3: generation_id ");
        refusals.put(changed(lines, "episode", "agent_a_profile_id", profile), "line 8: agent_a_profile_id ");
        refusals.put(changed(lines, "log", "episode_id", episode), "line 9: episode_id ");
        refusals.put(changed(lines, "verdict", "candidate_profile_id", profile), "line 12: candidate_profile_id ");
        refusals.put(changed(lines, "strategy", "episode_id", episode), "line 13: episode_id ");
        refusals.put(changed(lines, "constraint", "run_id", "gone"), "line 14: run_id ");
        refusals.put(without(lines, "episode"), "line 8: episode_id ");
        refusals.put(without(lines, "profile"), "line 2: profile_id ");
        refusals.put(without(lines, "generation"), "line 2: generation_id ");
        refusals.forEach((bad, expected) -> assertThatThrownBy(
                        () -> other.stores().transfers().take(ME, bad, false))
                .as(expected)
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining(expected));
        assertThat(other.dump()).isEqualTo(before);
    }

    @Test
    void aFieldOrAWordThatIsNotKnownHereIsNotLostSilently() {
        List<String> lines = exported(lab, run);
        Map<List<String>, String> refusals = new LinkedHashMap<>();
        refusals.put(
                changed(lines, "run", "mood", "good"), "line 1: a run has no field \"mood\" here; a newer version");
        refusals.put(changed(lines, "generation", "status", "asleep"), "line 2: status \"asleep\" is none of");
        refusals.put(changed(lines, "profile", "created_by", "fate"), "line 3: created_by \"fate\" is none of");
        refusals.put(changed(lines, "profile", "archetype", null), "line 3: archetype");
        refusals.put(
                changed(lines, "profile", "system_prompt", "x".repeat(70_000)), "line 3: system_prompt has 70,000");
        refusals.put(changed(lines, "episode", "termination_reason", "\u001b[2J"), "line 8: termination_reason");
        refusals.put(changed(lines, "epoch", "id", "../../x"), "line 6: id \"../../x\"");
        refusals.put(changed(lines, "strategy", "dims", 3L), "line 13: embedding is no vector of 3 dimensions");
        refusals.put(changed(lines, "strategy", "embedding", "AAAAAAAAwH8="), "line 13: embedding is no vector of 2");
        refusals.put(changed(lines, "strategy", "embedding", "AACAPwAAgD8="), "line 13: embedding is not of length 1");
        refusals.forEach((bad, expected) -> assertThatThrownBy(
                        () -> other.stores().transfers().take(ME, bad, false))
                .as(expected)
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining(expected)
                .hasMessageNotContaining("\u001b"));
    }

    @Test
    void aCompletedRunWhoseRowsDoNotGiveItsFingerprintIsRefused() {
        lab.stores().epochs().fail(ME, lab.state(run).epochs().get(1).id(), 0, 1, "x");
        lab.stores().epochs().complete(ME, lab.state(run).epochs().get(1).id());
        lab.stores().steps().run(ME, run.id(), 1, step -> step.finish("max_generations", step.fingerprint()));
        List<String> lines = exported(lab, run);
        List<String> before = other.dump();
        List<List<String>> forged = List.of(
                changed(lines, "run", "fingerprint", "0".repeat(64)),
                changed(lines, "episode", "final_state_snapshot", Json.object("variables", Json.object())),
                changed(lines, "verdict", "n", 30L),
                without(lines, "verdict"));
        for (List<String> file : forged) {
            assertThatThrownBy(() -> other.stores().transfers().take(ME, file, false))
                    .isInstanceOf(VerificationException.class)
                    .hasMessageContaining("run " + run.id() + " has the fingerprint");
        }
        assertThat(other.dump()).isEqualTo(before);
        // What is observed later is no part of the run.
        lab.clock().advance(java.time.Duration.ofSeconds(1));
        observed();
        assertThat(other.stores()
                        .transfers()
                        .take(ME, exported(lab, run), false)
                        .written())
                .isTrue();
    }

    private void observed() {
        List<Profile> profiles = lab.stores().profiles().list(ME, run.id());
        lab.stores()
                .verdicts()
                .observe(
                        ME,
                        new VerdictDraft(
                                lab.newest(run).id(),
                                VerdictKind.OBSERVED,
                                "left",
                                profiles.getLast().id(),
                                profiles.getFirst().id(),
                                0,
                                "observed",
                                VerdictOutcome.PENDING,
                                "",
                                .5,
                                1,
                                "mann_whitney",
                                1,
                                .05,
                                null),
                        new VerdictDecision(
                                VerdictOutcome.REJECTED, "lcb", null, 6, 0.0, 0.0, 0.0, 1.0, -.5, 1.0, 1.0, 1));
    }

    @Test
    void exportingARunReadsTheRowsOfNoOther() {
        Laboratory sqlite = dialect == Dialect.SQLITE ? lab : other;
        List<String> asked = new ArrayList<>(
                List.of(RunLines.EPISODES, RowType.EPISODE.one(), RowType.LOG.one(), RowType.LOG.ofEpisode()));
        for (RowType type : RowType.values()) {
            if (type != RowType.EPISODE && type != RowType.LOG) {
                asked.add(type.ofRun());
                asked.add(type.one());
            }
        }
        for (String sql : asked) {
            assertThat(sqlite.archive().list("EXPLAIN QUERY PLAN " + sql, row -> row.text(4), "x"))
                    .as(sql)
                    .noneMatch(step -> step.startsWith("SCAN"));
        }
    }

    @Test
    void whatComesIntoAGenerationThatWasPrunedIsPrunedToo() {
        Run open = lab.run(0);
        lab.record(Laboratory.episode(lab.state(open), null, null, 3, 1, 2));
        for (int i = 0; i < 3; i++) {
            lab.next(open);
        }
        List<String> lines = exported(lab, open);
        other.stores().transfers().take(ME, without(lines, "episode", "log"), false);
        PrunePolicy policy = new PrunePolicy(open.id(), 2, 2, -3);
        other.stores().retention().prune(ME, policy, false);
        other.stores().transfers().take(ME, lines, false);
        assertThat(other.stores()
                        .retention()
                        .prune(ME, policy, false)
                        .getFirst()
                        .deletedLogs())
                .isEqualTo(3);
        assertThat(other.count("Episodes")).isZero();
    }

    @Test
    void aDamagedFileIsTakenInOrderOrRefusedByAnErrorThatSaysWhy() {
        List<String> lines = exported(lab, run);
        List<String> before = other.dump();
        List<@Nullable Object> values = Arrays.asList(
                null, -1L, 99L, Long.MAX_VALUE, 0.5, true, "", "x", "\u0000", List.of(1L), Json.object("a", 1L));
        Random random = new Random(7);
        int refused = 0;
        for (int i = 0; i < 150; i++) {
            List<String> damaged = new ArrayList<>(lines);
            int at = random.nextInt(lines.size());
            Map<String, @Nullable Object> line = new LinkedHashMap<>(Json.parseObject(lines.get(at)));
            List<String> keys = List.copyOf(line.keySet());
            String key = keys.get(random.nextInt(keys.size()));
            Object value = values.get(random.nextInt(values.size()));
            switch (random.nextInt(6)) {
                case 0 -> damaged.remove(at);
                case 1 -> damaged.add(lines.get(at));
                case 2 ->
                    damaged.set(at, lines.get(at).substring(0, lines.get(at).length() / 2));
                default -> {
                    line.put(key, value);
                    damaged.set(at, Json.write(line));
                }
            }
            try {
                other.stores().transfers().take(ME, damaged, true);
            } catch (StoaException e) {
                assertThat(e.getMessage()).as("%s = %s", key, value).isNotBlank();
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(50);
        assertThat(other.dump()).isEqualTo(before);
    }
}
