package dev.stoa.engine.debate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.debate.DebateRequest;
import dev.stoa.debate.rules.Situation;
import dev.stoa.debate.rules.config.Preset;
import dev.stoa.debate.rules.reply.ReplyKind;
import dev.stoa.debate.session.DebateSession;
import dev.stoa.engine.provider.Call;
import dev.stoa.json.Json;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** A runner dies after each of its commits: whoever goes on ends where the first would have ended. */
@OnBothDatabases
@SuppressWarnings("NullAway.Init") // set before each test
class ResumeLawTest {
    private static final String PROMISE = "Killing after every single commit of a classic, a ladder and a code debate"
            + " must resume to the byte-identical outcome";

    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private Ground ground;

    @BeforeEach
    void open() {
        ground = Ground.on(dialect, folder);
    }

    @AfterEach
    void close() {
        ground.close();
    }

    @Test
    @DisplayName(PROMISE + " (a classic debate)")
    void aClassicDebateEndsTheSameWhereverItsRunnerDies() throws Exception {
        diesEverywhere(Ground.request("q3", "sim", 3).preset(Preset.CLASSIC), 9);
    }

    @Test
    @DisplayName(PROMISE + " (a ladder, asked over the wire)")
    void aLadderEndsTheSameWhereverItsRunnerDies() throws Exception {
        diesEverywhere(Ground.request("q1", "script", 4).set("threshold", 1).set("voting_method", "borda"), 15);
    }

    @Test
    @DisplayName(PROMISE + " (a debate about code)")
    void aDebateAboutCodeEndsTheSameWhereverItsRunnerDies() throws Exception {
        ground.script().says(ResumeLawTest::coded);
        diesEverywhere(code(), 10, 3);
    }

    @Test
    void aLimitOfTokensStopsTheSameWhereverItsRunnerDies() throws Exception {
        diesEverywhere(
                Ground.request("q1", "sim", 5).set("max_tokens", 1000).rounds(2).set("threshold", 1), 3);
    }

    @Test
    void aRunnerMayDieAgainAndAgain() throws Exception {
        DebateRequest request = Ground.request("q3", "sim", 3).preset(Preset.CLASSIC);
        DebateSession whole = ground.run(request);
        String id = ground.engine("first").create(request, "local").row().id();
        for (int kill = 0; ground.row(id).outcome().isEmpty(); kill++) {
            killed(id, 1 + kill % 3);
        }
        same(whole.row().id(), id);
    }

    static DebateRequest code() {
        return Ground.request("print the argument twice", "script", 2)
                .preset(Preset.LADDER)
                .set("reflexion_attempts", 1)
                .set("threshold", 1)
                .set("code", Map.of("language", "command", "tests", List.of(echo("one", false), echo("two", true))));
    }

    private static Map<String, @Nullable Object> echo(String word, boolean hidden) {
        return Json.object(
                "name",
                word,
                "hidden",
                hidden,
                "body",
                Json.canonical(Json.object("name", word, "args", List.of(word), "stdout", word + word + "\n")));
    }

    /** s0 needs a second try; s1 never gets there. */
    static @Nullable String coded(Situation situation, Call call) {
        String right = "#!/bin/sh\necho \"$1$1\"\n";
        String wrong = "#!/bin/sh\necho \"$1\"\n";
        boolean good = call.agent().equals("s0")
                && (situation.reflects() || situation.slot().round() > 1);
        Map<String, @Nullable Object> position = new java.util.LinkedHashMap<>(
                Json.object("answer", "a script", "confidence", good ? 0.9 : 0.4, "code", good ? right : wrong));
        if (situation.reflects()) {
            position.put("reflection", Map.of("root_cause", "printed once", "change", "print twice"));
        }
        return situation.slot().kind() == ReplyKind.CRITIQUE
                ? Json.canonical(Json.object("critiques", List.of(), "position", position))
                : Json.canonical(position);
    }

    /** On PostgreSQL, where each run takes longer, only every seventh commit is the last. */
    private void diesEverywhere(DebateRequest request, int least) throws InterruptedException {
        diesEverywhere(request, least, 1);
    }

    /** Dies before every commit, or before every n-th where a run takes long. */
    private void diesEverywhere(DebateRequest request, int least, int step) throws InterruptedException {
        Guillotine counting = new Guillotine(ground.clock(), commits -> {});
        ground.telling(counting);
        String whole = ground.run(request).row().id();
        ground.proves(whole);
        assertThat(counting.commits()).as("commits of the whole debate").isGreaterThanOrEqualTo(least);
        for (int k = 0; k < counting.commits(); k += dialect == Dialect.SQLITE ? step : 7) {
            String id = ground.telling(ground.clock())
                    .engine("first")
                    .create(request, "local")
                    .row()
                    .id();
            killed(id, k);
            ground.telling(ground.clock()).resume(id);
            same(whole, id);
        }
    }

    /** Runs a debate until its runner dies before a commit; the lease it leaves behind has run out. */
    private void killed(String id, int commit) throws InterruptedException {
        ground.telling(Guillotine.before(ground.clock(), commit));
        try {
            ground.resume(id);
        } catch (Guillotine.Killed e) {
            assertThat(ground.row(id).status().isTerminal()).isFalse();
        }
        ground.clock().advance(Duration.ofSeconds(31));
    }

    private void same(String whole, String id) {
        assertThat(results(id)).isEqualTo(results(whole));
        assertThat(ground.prompts(id)).isEqualTo(ground.prompts(whole));
        assertThat(ground.said(id)).isEqualTo(ground.said(whole));
        assertThat(ground.outcome(id)).isEqualTo(ground.outcome(whole));
        assertThat(ground.row(id).outcomeSha256()).isEqualTo(ground.row(whole).outcomeSha256());
        ground.proves(id);
    }

    /** What every test found, but for the time it took. */
    private List<String> results(String id) {
        return ground.stoa().debate().versions().all(id).stream()
                .flatMap(version -> version.results().stream()
                        .map(test -> version.versionNumber() + " " + test.name() + " " + test.status() + " "
                                + test.message()))
                .toList();
    }
}
