package dev.stoa.cli.evolution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.Stoa;
import dev.stoa.base.ForbiddenException;
import dev.stoa.base.Principal;
import dev.stoa.cli.Terminal;
import dev.stoa.engine.evolution.EvolutionDecisions;
import dev.stoa.evolution.RunState;
import dev.stoa.evolution.episode.EpisodeDraft;
import dev.stoa.evolution.episode.LogEntry;
import dev.stoa.evolution.episode.Participant;
import dev.stoa.evolution.episode.TerminationReason;
import dev.stoa.evolution.profile.ActorDraft;
import dev.stoa.evolution.profile.Archetype;
import dev.stoa.evolution.profile.Profile;
import dev.stoa.evolution.run.AcceptanceLimits;
import dev.stoa.evolution.run.Deployed;
import dev.stoa.evolution.run.Generation;
import dev.stoa.evolution.run.RunDraft;
import dev.stoa.evolution.run.RunKind;
import dev.stoa.json.Json;
import dev.stoa.society.agent.AgentDraft;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Who is told what of a run, and what is left of it when it was pruned. */
@OnBothDatabases
@SuppressWarnings("NullAway.Init") // set before each test
class EvolveRightsTest {
    private static final Principal ME = Principal.local();
    private static final int FORBIDDEN = 1;

    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private Terminal terminal;
    private String run;
    private List<String> episodes;
    private List<Profile> profiles;

    @BeforeEach
    void open() {
        terminal = Terminal.on(dialect, folder);
        try (Stoa stoa = terminal.open()) {
            stoa.society().agents().register(ME, AgentDraft.of("eve", "command:echo"));
            play(stoa);
        }
    }

    private void play(Stoa stoa) {
        episodes = new ArrayList<>();
        run = stoa.evolution()
                .runs()
                .create(
                        ME,
                        new RunDraft(
                                "split",
                                RunKind.NEGOTIATION,
                                Json.object("name", "split"),
                                Json.object(),
                                42,
                                List.of(actor("left"), actor("right")),
                                0,
                                AcceptanceLimits.frozen(),
                                "elsewhere:7"))
                .id();
        for (int i = 1; i <= 7; i++) {
            RunState state = stoa.evolution().steps().state(ME, run);
            profiles = state.deployed();
            episodes.add(stoa.evolution()
                    .episodes()
                    .record(ME, List.of(episode(Objects.requireNonNull(state.generation()), i)))
                    .getFirst()
                    .id());
            if (i < 7) {
                stoa.evolution()
                        .generations()
                        .open(
                                ME,
                                run,
                                1,
                                profiles.stream()
                                        .map(each -> new Deployed(String.valueOf(each.actorId()), each.id()))
                                        .toList());
            }
        }
    }

    @AfterEach
    void close() {
        terminal.close();
    }

    private static ActorDraft actor(String id) {
        return new ActorDraft(
                id, Archetype.PRIMARY_ACTOR, "You are " + id + ".", "open = 0.9", "soft", Json.object("open", .9));
    }

    private EpisodeDraft episode(Generation generation, int number) {
        List<Participant> who = profiles.stream()
                .map(each -> new Participant(
                        String.valueOf(each.actorId()), each.id(), Archetype.PRIMARY_ACTOR, 1, .5, 0, 3))
                .toList();
        LogEntry turn = new LogEntry(
                0,
                "left",
                profiles.getFirst().id(),
                true,
                1,
                null,
                "PRIVATETHOUGHT" + number,
                "PUBLICWORD" + number,
                List.of(),
                true,
                false,
                3,
                0,
                null);
        return new EpisodeDraft(
                null,
                generation.id(),
                null,
                null,
                null,
                false,
                TerminationReason.AGREEMENT,
                1,
                who,
                .5,
                "rubric",
                null,
                null,
                Json.object("private", "PRIVATESTATE" + number),
                List.of(turn));
    }

    @Test
    @DisplayName("A person reads all of a run, another agent all but what is private, and only a person decides")
    void anAgentReadsNothingPrivateAndDecidesNothing() {
        String episode = episodes.getLast();
        String left = profiles.getFirst().id();
        String right = profiles.getLast().id();
        assertThat(terminal.run("evolve", "log", episode)).isZero();
        assertThat(terminal.out()).contains("PUBLICWORD7", "PRIVATETHOUGHT7");
        for (String[] read : new String[][] {
            {"evolve", "list"},
            {"evolve", "show", run},
            {"evolve", "episodes", run},
            {"evolve", "log", episode},
            {"evolve", "lineage", run},
            {"evolve", "lineage", left},
            {"evolve", "diff", left, right},
            {"evolve", "blame", left},
            {"evolve", "verdicts", run},
            {"evolve", "created", run},
            {"evolve", "memory"},
            {"evolve", "scenarios"}
        }) {
            for (List<String> form : List.of(List.of("--as", "eve"), List.of("--as", "eve", "--json"))) {
                String[] line = Stream.concat(Stream.of(read), form.stream()).toArray(String[]::new);
                assertThat(terminal.run(line))
                        .as(String.join(" ", line) + terminal.err())
                        .isZero();
                assertThat(terminal.out() + terminal.err())
                        .as(String.join(" ", line))
                        .doesNotContain("PRIVATE");
            }
        }
        for (String[] act : new String[][] {
            {"evolve", "run", "split-100"},
            {"evolve", "resume", run},
            {"evolve", "cancel", run},
            {"evolve", "replay", episode},
            {"evolve", "observe", left, right},
            {"evolve", "approve", "nothing"},
            {"evolve", "reject", "nothing"},
            {"evolve", "retire", "nothing"},
            {"export", "--what", "evolution", "--run", run},
            {"export", "--what", "evolution", "--out", "stolen.jsonl"},
            {"import", "stolen.jsonl"},
            {"prune", "--yes"}
        }) {
            String[] line =
                    Stream.concat(Stream.of(act), Stream.of("--as", "eve")).toArray(String[]::new);
            assertThat(terminal.run(line)).as(String.join(" ", line)).isEqualTo(FORBIDDEN);
            assertThat(terminal.out() + terminal.err()).contains("may not").doesNotContain("PRIVATE");
        }
        assertThat(folder.resolve("stolen.jsonl")).doesNotExist();
        assertThat(terminal.run("export", "--what", "evolution", "--run", run)).isZero();
        assertThat(terminal.out()).contains("PRIVATETHOUGHT7", "PRIVATESTATE7");
    }

    @Test
    void whoMayNotDecideLeavesNoEntryInTheLog() {
        try (Stoa stoa = terminal.open()) {
            EvolutionDecisions decisions = EvolutionDecisions.over(stoa);
            Principal eve = Principal.agentToken("eve");
            assertThatThrownBy(() -> decisions.approve(eve, "nothing", null)).isInstanceOf(ForbiddenException.class);
            assertThatThrownBy(() -> decisions.observe(
                            eve, profiles.getFirst().id(), profiles.getLast().id()))
                    .isInstanceOf(ForbiddenException.class);
            assertThat(stoa.counsel().audit().tail(ME, "evolution_decided", 10)).isEmpty();
        }
    }

    @Test
    @DisplayName("After prune the turns that were deleted are in no file")
    void whatWasPrunedIsInNoFile() throws IOException {
        // Another process has the archive open, so that its log stays.
        try (Stoa still = terminal.open()) {
            play(still);
            assertThat(terminal.run("prune", "--yes")).isZero();
            assertThat(terminal.out()).contains("4 turns deleted");
            assertThat(terminal.run("evolve", "log", episodes.getFirst())).isZero();
            assertThat(terminal.out()).contains("the log was pruned");
            if (dialect == Dialect.SQLITE) {
                assertThat(inFiles("PRIVATETHOUGHT1")).isFalse();
                assertThat(inFiles("PUBLICWORD2")).isFalse();
                assertThat(inFiles("PUBLICWORD3")).isTrue();
            }
        }
    }

    private boolean inFiles(String text) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (Files.readString(file, StandardCharsets.ISO_8859_1).contains(text)) {
                    return true;
                }
            }
        }
        return false;
    }
}
