package dev.stoa.server.sse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.Stoa;
import dev.stoa.base.Principal;
import dev.stoa.counsel.access.Scopes;
import dev.stoa.counsel.access.TokenDraft;
import dev.stoa.engine.evolution.EvolutionEngine;
import dev.stoa.engine.evolution.EvolutionListener;
import dev.stoa.engine.provider.Providers;
import dev.stoa.evolution.scenario.Scenarios;
import dev.stoa.server.RunningServer;
import dev.stoa.server.RunningServer.Reply;
import dev.stoa.server.sse.EventClient.Got;
import dev.stoa.society.agent.AgentDraft;
import dev.stoa.society.run.Run;
import dev.stoa.society.run.RunRequest;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("NullAway") // a field that an answer lacks fails the test that reads it
class MoreStreamsTest {
    private static final Principal OPERATOR = Principal.operator("test");

    @TempDir
    Path folder;

    private RunningServer server;

    @BeforeEach
    void open() {
        server = RunningServer.at(
                folder.toString(),
                folder,
                Map.of(
                        "STOA_SEARCH_EMBEDDER", "off",
                        "STOA_SERVER_MAX_STREAMS", "2",
                        "STOA_SERVER_MAX_STREAMS_PER_TOKEN", "1"));
    }

    @AfterEach
    void close() {
        server.close();
    }

    private String url(String path) {
        return server.url() + "/api/v1/" + path;
    }

    @Test
    void moreStreamsThanTheLimitsAreRefused() {
        try (EventClient one = EventClient.open(url("society/events"));
                EventClient two = EventClient.open(url("society/events?kinds=message.posted,run.ended"))) {
            assertThat(one.next().name()).isEqualTo("hello");
            assertThat(two.next().name()).isEqualTo("hello");
            assertThat(server.get("society/events").body()).containsEntry("code", "busy");
        }
        assertThat(server.get("society/events?kinds=nothing").status()).isEqualTo(422);
        String token = server.stoa()
                .counsel()
                .tokens()
                .create(OPERATOR, TokenDraft.of(new Scopes(List.of("read"))))
                .token();
        try (RunningServer other =
                        RunningServer.at(folder.toString(), folder, Map.of("STOA_SERVER_MAX_STREAMS_PER_TOKEN", "1"));
                EventClient one =
                        EventClient.open(other.url() + "/api/v1/audit/events", "Authorization", "Bearer " + token)) {
            assertThat(one.next().name()).isEqualTo("hello");
            Reply refused = other.get("audit/events", "Authorization", "Bearer " + token);
            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.header("RateLimit-Policy")).isEqualTo("1;qu=\"concurrent-requests\"");
        }
    }

    @Test
    void aRunIsFollowedToItsEnd() {
        Stoa stoa = server.stoa();
        stoa.society().agents().register(OPERATOR, AgentDraft.of("ana", "claude"));
        Run run = stoa.society().runs().start(OPERATOR, RunRequest.of("ana", "go"));
        String last;
        try (EventClient client = EventClient.open(url("runs/" + run.id() + "/events?after=0"))) {
            assertThat(client.next().name()).isEqualTo("run.started");
            stoa.society().runs().stop(OPERATOR, run.id());
            List<Got> rest = client.rest();
            assertThat(rest).extracting(Got::name).contains("run.ended").last().isEqualTo("end");
            assertThat(rest.getLast().data()).isEqualTo("{\"status\":\"ended\"}");
            last = rest.get(rest.size() - 2).id();
        }
        try (EventClient again = EventClient.open(url("runs/" + run.id() + "/events"), "Last-Event-ID", last)) {
            assertThat(again.status()).isEqualTo(204);
        }
    }

    @Test
    void anEvolutionRunIsFollowedToItsEnd() {
        Stoa stoa = server.stoa();
        InstantSource clock = InstantSource.system();
        String id = EvolutionEngine.over(stoa, Providers.of(stoa.config(), Map.of(), clock), clock)
                .run(
                        OPERATOR,
                        Scenarios.get("split-100"),
                        1,
                        Map.of("max_generations", "1", "epoch_size", "2"),
                        EvolutionListener.NONE)
                .id();
        try (EventClient client = EventClient.open(url("evolutions/" + id + "/events"))) {
            List<Got> all = client.rest();
            assertThat(all.getFirst()).extracting(Got::id, Got::name).containsExactly("1", "run_started");
            assertThat(all.get(all.size() - 2).name()).isEqualTo("run_stopped");
            assertThat(all.getLast()).isEqualTo(new Got("", "end", "{\"status\":\"completed\"}"));
        }
    }
}
