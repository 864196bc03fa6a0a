package dev.stoa.engine.evolution;

import static dev.stoa.engine.evolution.EvolutionHall.ME;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.engine.code.CodeRunner;
import dev.stoa.engine.counsel.AnsweringEngine;
import dev.stoa.engine.counsel.AskAnswer;
import dev.stoa.engine.counsel.AskListener;
import dev.stoa.engine.counsel.AskRequest;
import dev.stoa.engine.counsel.SpecialistModels;
import dev.stoa.engine.debate.DebateEngine;
import dev.stoa.engine.provider.AgentSpec;
import dev.stoa.engine.provider.ModelServer;
import dev.stoa.engine.provider.ProfileAgents;
import dev.stoa.engine.society.AgentModels;
import dev.stoa.engine.society.Worker;
import dev.stoa.evolution.profile.ActorDraft;
import dev.stoa.evolution.profile.Archetype;
import dev.stoa.evolution.run.AcceptanceLimits;
import dev.stoa.evolution.run.RunDraft;
import dev.stoa.evolution.run.RunKind;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.society.agent.AgentDraft;
import dev.stoa.society.run.RunRequest;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Profiles of the evolution as agents of the society and as specialists: their model, their numbers, their prompt. */
@OnBothDatabases
@SuppressWarnings("NullAway.Init") // set before each test
final class ProfileElsewhereTest {
    private static final String PROMPT = "You are ada.\n\nDoubt everything.";

    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private EvolutionHall hall;
    private ModelServer server;
    private String ada;

    @BeforeEach
    void open() throws IOException {
        server = new ModelServer();
        hall = EvolutionHall.on(dialect, folder);
        hall.openAi(server, "sk-test-0123456789");
        ada = profile(Json.object(
                "brain", "openai:m?max_tokens=99", "temperature", .25, "frequency_penalty", 1.25, "top_p", .5));
    }

    @AfterEach
    void close() {
        hall.close();
        server.close();
    }

    /** The id of a profile with this brain and these numbers. */
    private String profile(Map<String, ? extends @Nullable Object> hyperparameters) {
        ActorDraft actor = new ActorDraft(
                "ada", Archetype.PRIMARY_ACTOR, "You are ada.", "Doubt everything.", "doubt", hyperparameters);
        ActorDraft other = new ActorDraft(
                "ben", Archetype.PRIMARY_ACTOR, "You are ben.", "", "none", Json.object("brain", "openai:m"));
        String run = hall.stores()
                .runs()
                .create(
                        ME,
                        new RunDraft(
                                "pair",
                                RunKind.DEBATE,
                                Json.object("name", "pair"),
                                Map.of(),
                                1,
                                List.of(actor, other),
                                0,
                                AcceptanceLimits.frozen(),
                                "here:1"))
                .id();
        return hall.stores().profiles().list(ME, run).getFirst().id();
    }

    private AgentSpec agent(String id) {
        return ProfileAgents.of(hall.stoa(), hall.providers()).parse("x=profile:" + id);
    }

    /** Fails unless the last request was the profile's. */
    private void asked(String told) {
        JsonFields request =
                JsonFields.of(Json.parseObject(server.requests().getLast().body()));
        assertThat(request.text("model")).isEqualTo("m");
        assertThat(request.real("temperature")).isEqualTo(.25);
        assertThat(request.real("frequency_penalty")).isEqualTo(1.25);
        assertThat(request.real("top_p")).isEqualTo(.5);
        assertThat(request.whole("max_tokens")).isEqualTo(99);
        List<JsonFields> messages = request.objects("messages");
        assertThat(messages.getFirst().text("role")).isEqualTo("system");
        assertThat(messages.getFirst().text("content")).startsWith(PROMPT);
        assertThat(messages.getLast().text("content")).contains(told);
    }

    @Test
    void aWorkerOfTheSocietyRunsAProfile() throws Exception {
        server.text(200, ModelServer.success("I doubt it."));
        AgentModels.check(hall.stoa(), hall.providers(), "thomas", "profile:" + ada);
        hall.stoa()
                .society()
                .agents()
                .register(ME, AgentDraft.of("thomas", "profile:" + ada).constitution("Serve the hall."));
        var run = hall.stoa().society().runs().start(ME, RunRequest.of("thomas", "Is it true?"));
        Worker.over(hall.stoa(), hall.providers(), hall.environment(), hall.clock())
                .workOff(1);
        var task = hall.stoa().society().runs().execution(ME, run.id());
        assertThat(task.output()).isEqualTo("I doubt it.");
        asked("Is it true?");
        asked("Serve the hall.");
        assertThatThrownBy(() -> AgentModels.check(hall.stoa(), hall.providers(), "thomas", "profile:nobody"))
                .hasMessageContaining("unknown profile \"nobody\"");
    }

    @Test
    void aSpecialistOfTheCounselIsAProfile() throws Exception {
        server.text(200, ModelServer.success("It is Canberra.\n\nANSWER: Canberra\nCONFIDENCE: 95"));
        String model = SpecialistModels.checked(hall.stoa(), hall.providers(), "ada", "profile:" + ada);
        assertThat(model).as("its prompt has no place in a line").isEqualTo("profile:" + ada);
        hall.stoa().counsel().specialists().add(ME, "ada", model, List.of());
        DebateEngine debates = DebateEngine.over(
                hall.stoa(), hall.providers(), hall.clock(), CodeRunner.create(false, List.of()), "test");
        AskAnswer answer = AnsweringEngine.over(hall.stoa(), hall.providers(), debates, hall.clock())
                .ask(ME, AskRequest.of("What is the capital of Australia?"), AskListener.NONE);
        assertThat(answer.text()).isEqualTo("It is Canberra.");
        assertThat(JsonFields.of(answer.document()).texts("models_used")).containsExactly("ada");
        asked("What is the capital of Australia?");
    }

    @Test
    void aProfileMayStandForAnotherAndWhatItsModelDoesNotTakeIsNotSent() {
        AgentSpec agent = agent(profile(Json.object("brain", "profile:" + ada, "temperature", 1)));
        assertThat(agent.target().toString()).isEqualTo("openai:m");
        assertThat(agent.params())
                .isEqualTo(Map.of("max_tokens", "99", "temperature", "1", "frequency_penalty", "1.25", "top_p", "0.5"));
        assertThat(agent.system()).isEqualTo(PROMPT + "\n\n" + PROMPT);
        assertThat(agent(profile(Json.object(
                                "brain", "ollama:m", "temperature", .5, "frequency_penalty", 1, "top_k", 12.5)))
                        .params())
                .isEqualTo(Map.of("temperature", "0.5", "top_k", "13"));
        assertThat(agent(profile(Json.object("brain", "openai:gpt-5-mini", "temperature", .5)))
                        .params())
                .isEmpty();
    }

    @Test
    void aChainOfProfilesHasAnEnd() {
        String last = ada;
        for (int i = 0; i < 7; i++) {
            last = profile(Json.object("brain", "profile:" + last));
        }
        assertThat(agent(last).target().toString()).isEqualTo("openai:m");
        String next = profile(Json.object("brain", "profile:" + last));
        assertThatThrownBy(() -> agent(next)).hasMessageContaining("and so on 8 times");
    }
}
