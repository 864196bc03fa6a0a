package dev.stoa.engine.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.InvalidException;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Agents as people and programs name them: what is read, and what is refused with which words. */
@Tag("quick")
class AgentSpecTest {
    private static final List<String> KNOWN =
            List.of("sim", "evidence", "command", "openai", "anthropic", "gemini", "ollama");

    @Test
    void everyPartIsRead() {
        AgentSpec spec =
                parse("Ana_1.x-2=openai:gpt-5-mini?role=critic&family=gpt&fallback=ollama:llama3:8b|openai:gpt-5"
                        + "&temperature=0.2&max_tokens=100&top_p=0.5");

        assertThat(spec.name()).isEqualTo("Ana_1.x-2");
        assertThat(spec.provider()).isEqualTo("openai");
        assertThat(spec.model()).isEqualTo("gpt-5-mini");
        assertThat(spec.role()).isEqualTo("critic");
        assertThat(spec.family()).isEqualTo("gpt");
        assertThat(spec.params())
                .isEqualTo(Map.of("temperature", "0.2", "max_tokens", "100", "top_p", "0.5"))
                .isUnmodifiable();
        assertThat(spec.target()).hasToString("openai:gpt-5-mini");
        assertThat(spec.fallback())
                .as("another provider gets only what every model understands")
                .containsExactly(
                        new Target("ollama", "llama3:8b", Map.of("temperature", "0.2", "max_tokens", "100")),
                        new Target("openai", "gpt-5", spec.params()));
    }

    @Test
    void whatIsLeftOutIsNotThere() {
        AgentSpec spec = parse("a=sim:");

        assertThat(spec.model()).isEmpty();
        assertThat(spec.role()).isNull();
        assertThat(spec.family()).isNull();
        assertThat(spec.params()).isEmpty();
        assertThat(spec.fallback()).isEmpty();
    }

    @Test
    void bytesOfUtf8MayBeWrittenWithPercents() {
        AgentSpec spec = parse("a=openai:org%2Fm%3Fx?reasoning_effort=a%26b%3D%25&note=gr%C3%BC%C3%9fe+%F0%9F%98%80");

        assertThat(spec.model()).isEqualTo("org/m?x");
        assertThat(spec.params()).isEqualTo(Map.of("reasoning_effort", "a&b=%", "note", "grüße+\uD83D\uDE00"));
        assertThat(parse("a=sim:?x=1=2").params()).isEqualTo(Map.of("x", "1=2"));
        assertThat(parse("a=sim:?x=").params()).isEqualTo(Map.of("x", ""));
        for (String bad : List.of("%", "%4", "a%zz", "%+1", "%ff", "%C3", "%ED%A0%80")) {
            refused("a=sim:?x=" + bad, "agent a: \"" + bad + "\" has a % without two hex digits of UTF-8 after it");
        }
        refused("a=sim:%e4?x=1", "agent a: \"%e4\" has a %");
    }

    @Test
    void theFormIsExplained() {
        for (String text : List.of("", "ana", "ana=", "ana=sim", "ana=sim?accuracy=1", "ana=sim?a=x:y", "sim:x")) {
            refused(text, "agent \"" + text + "\" is not name=provider:model?key=value&…");
        }
        refused("a=sim:?", "agent a: \"\" is not key=value");
        refused("a=sim:?accuracy", "agent a: \"accuracy\" is not key=value");
        refused("a=sim:?=1", "agent a: \"=1\" is not key=value");
        refused("a=sim:?x=1&", "agent a: \"\" is not key=value");
        refused("a=sim:?x=1&y=2&x=1", "agent a has \"x\" twice");
        refused("a=sim:?role=x&role=y", "agent a has \"role\" twice");
    }

    @Test
    void namesHaveTheirBounds() {
        assertThat(parse("x".repeat(64) + "=sim:").name()).hasSize(64);
        for (String name : List.of("", "x".repeat(65), "two words", "ü", "a/b", "a\n")) {
            refused(name + "=sim:", "agent name", "does not match [A-Za-z0-9._-]{1,64}");
        }
    }

    @Test
    void aProviderMustBeKnownAndTheNearestIsNamed() {
        refused("a=opnai:m", "agent a has the unknown provider \"opnai\"", "did you mean openai?");
        refused("a=OpenAI:m", "agent a has the unknown provider \"OpenAI\"");
        refused("a=:m", "agent a has the unknown provider \"\"", "known are anthropic, command, evidence,");
        refused("a=sim:?fallback=opnai:m", "agent a has the unknown provider \"opnai\"", "did you mean openai?");
    }

    @Test
    void modelsHaveTheirBounds() {
        assertThat(parse("a=openai:" + "\uD83D\uDE00".repeat(300)).model()).hasSize(600);
        refused("a=openai:" + "m".repeat(301), "model of agent a", "300");
        refused("a=openai:%20", "model of agent a");
        refused("a=openai:x%00", "model of agent a");
    }

    @Test
    void rolesAndFamiliesAreWords() {
        for (String field : List.of("role", "family")) {
            String longest = "x".repeat(128);
            assertThat(parse("a=sim:?" + field + "=" + longest).document()).containsEntry(field, longest);
            assertThat(parse("a=sim:?" + field + "=openai:gpt-5@eu+1/x").document())
                    .containsEntry(field, "openai:gpt-5@eu+1/x");
            for (String bad : List.of("", "x".repeat(129), "two%20words", "-x", "%C3%BC")) {
                refused("a=sim:?" + field + "=" + bad, field + " of agent a", "does not match");
            }
        }
    }

    @Test
    void whatBelongsIntoTheSettingsIsRefusedWithoutShowingIt() {
        for (String key : List.of(
                "api_key",
                "apikey",
                "API-KEY",
                "api.key",
                "key",
                "token",
                "access_token",
                "auth",
                "Authorization",
                "secret",
                "password",
                "base_url",
                "baseUrl",
                "url",
                "endpoint",
                "HOST")) {
            assertThatThrownBy(() -> parse("a=openai:m?" + key + "=sk-planted"))
                    .as(key)
                    .isInstanceOfSatisfying(
                            InvalidException.class,
                            e -> assertThat(e.getMessage() + e.hint())
                                    .contains(key + " of agent a cannot be given with an agent")
                                    .contains("provider.NAME.api_key")
                                    .doesNotContain("sk-planted"));
        }
    }

    @Test
    void parametersHaveTheirBounds() {
        assertThat(parse("a=sim:?" + params(32)).params()).hasSize(32);
        refused("a=sim:?" + params(33), "agent a has 33 parameters, above 32");
        assertThat(parse("a=sim:?role=r&family=f&fallback=sim:&" + params(32)).params())
                .as("role, family and fallback are no parameters")
                .hasSize(32);
        refused("a=sim:?1x=1", "parameter of agent a \"1x\" does not match [A-Za-z][A-Za-z0-9_-]{0,63}");
        refused("a=sim:?" + "k".repeat(65) + "=1", "parameter of agent a");
        assertThat(parse("a=sim:?x=" + "%F0%9F%98%80".repeat(400)).params()).containsKey("x");
        refused("a=sim:?x=" + "v".repeat(401), "x of agent a has more than 400 characters");
        refused("a=sim:?x=a%00b", "x of agent a has more than 400 characters, or U+0000");
    }

    @Test
    void temperatureAndMaxTokensAreNumbersWithinTheirBounds() {
        for (String value : List.of("0", "2", "0.70", "1e0", "none")) {
            assertThat(parse("a=openai:m?temperature=" + value).params()).containsEntry("temperature", value);
        }
        refused("a=openai:m?temperature=2.1", "temperature of agent a", "2.1", "2");
        refused("a=openai:m?temperature=-0.1", "temperature of agent a", "-0.1", "0");
        refused("a=openai:m?temperature=NaN", "temperature of agent a");
        refused("a=openai:m?temperature=Infinity", "temperature of agent a");
        refused("a=openai:m?temperature=warm", "temperature of agent a is \"warm\"", "give a number");
        refused("a=openai:m?temperature=", "temperature of agent a is \"\"");
        for (String value : List.of("1", "1000000")) {
            assertThat(parse("a=openai:m?max_tokens=" + value).params()).containsEntry("max_tokens", value);
        }
        refused("a=openai:m?max_tokens=0", "max_tokens of agent a", "1");
        refused("a=openai:m?max_tokens=1000001", "max_tokens of agent a 1000001 is not within 1 to 1,000,000");
        refused("a=openai:m?max_tokens=1.5", "max_tokens of agent a is \"1.5\"", "give a whole number");
        refused("a=openai:m?max_tokens=none", "max_tokens of agent a is \"none\"");
    }

    @Test
    void fallbacksHaveTheirBounds() {
        String eight = String.join("|", Collections.nCopies(8, "sim:x"));
        assertThat(parse("a=openai:m?fallback=" + eight).fallback()).hasSize(8);
        refused("a=openai:m?fallback=" + eight + "|sim:x", "fallback", "8");
        refused("a=openai:m?fallback=sim", "fallback \"sim\" of agent a is not provider:model");
        refused("a=openai:m?fallback=", "fallback \"\" of agent a is not provider:model");
        refused("a=openai:m?fallback=sim:|", "fallback \"\" of agent a is not provider:model");
        refused("a=openai:m?fallback=openai:" + "m".repeat(301), "model of agent a", "300");
    }

    @Test
    void anObjectSaysTheSame() {
        AgentSpec spec = parse("a=openai:m?role=r&family=f&fallback=ollama:x&temperature=0.5&top_p=1&note=x%26y");

        assertThat(json(spec.document())).isEqualTo(spec);
        assertThat(json(Map.of("name", "a", "provider", "sim"))).isEqualTo(parse("a=sim:"));
        assertThat(json(Map.of(
                                "name",
                                "a",
                                "provider",
                                "sim",
                                "params",
                                Map.of("x", 0.70, "y", 1e21, "z", 3, "flag", true, "t", "v")))
                        .params())
                .isEqualTo(Map.of("x", "0.7", "y", "1000000000000000000000", "z", "3", "flag", "true", "t", "v"));
    }

    @Test
    void anObjectIsHeldToTheSameBounds() {
        refusedJson(Map.of("provider", "sim"), "name");
        refusedJson(Map.of("name", "a"), "provider");
        refusedJson(Map.of("name", "a b", "provider", "sim"), "agent name \"a b\" does not match");
        refusedJson(Map.of("name", "a", "provider", "sim", "colour", "red"), "colour");
        refusedJson(
                Map.of("name", "a", "provider", "sim", "params", Map.of("x", List.of())),
                "params.x of agent a is no text, number or flag");
        refusedJson(
                Map.of("name", "a", "provider", "openai", "params", Map.of("api_key", "sk-planted")),
                "api_key of agent a cannot be given with an agent");
        for (String beside : List.of("role", "family", "fallback")) {
            refusedJson(
                    Map.of("name", "a", "provider", "sim", "params", Map.of(beside, "x")),
                    beside + " of agent a is no parameter");
        }
        refusedJson(
                Map.of("name", "a", "provider", "openai", "params", Map.of("temperature", 3)),
                "temperature of agent a");
    }

    private static String params(int number) {
        return IntStream.range(0, number).mapToObj(i -> "k" + i + "=1").collect(Collectors.joining("&"));
    }

    private static AgentSpec parse(String text) {
        return AgentSpec.parse(text, KNOWN);
    }

    private static AgentSpec json(Map<String, @Nullable Object> document) {
        return AgentSpec.fromJson(JsonFields.of(Json.parseObject(Json.write(document))), KNOWN);
    }

    private static void refused(String text, String... words) {
        assertThatThrownBy(() -> parse(text))
                .as(text)
                .isInstanceOfSatisfying(InvalidException.class, e -> says(e, words));
    }

    private static void refusedJson(Map<String, @Nullable Object> document, String... words) {
        assertThatThrownBy(() -> json(document))
                .as(document.toString())
                .isInstanceOfSatisfying(InvalidException.class, e -> {
                    says(e, words);
                    assertThat(e.getMessage() + e.hint()).doesNotContain("sk-planted");
                });
    }

    private static void says(InvalidException e, String... words) {
        List<String> all = new ArrayList<>(List.of(Objects.requireNonNull(e.getMessage())));
        e.hint().ifPresent(all::add);
        assertThat(String.join("; ", all)).contains(words);
        assertThat(e.hint()).isPresent();
    }
}
