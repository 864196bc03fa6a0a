package dev.stoa.debate.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.InvalidException;
import dev.stoa.json.Json;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("quick")
class SaidTest {
    static final Said.Position BARE = Said.Position.answering("use redis", 0.8);

    static final Said.Position FULL = new Said.Position(
            "use redis",
            -1,
            1,
            "it is there already",
            List.of(new Said.Claim("it is fast", List.of("ev-1", "ev-2")), new Said.Claim("it is known", List.of())),
            List.of("Q1"),
            List.of("data loss on restart"),
            List.of("3.1", "12.2"),
            "print(1)\n",
            new Said.Reflection("off by one", "start at one"));

    static List<Said> everything() {
        return List.of(
                new Said.Questions(List.of(), 1),
                new Said.Questions(List.of(new Said.Question("Q1", "How many users?", "scale", 2, "ten")), 0.25),
                BARE,
                FULL,
                Said.Position.choosing(25, 0),
                new Said.Critiques(List.of(), null),
                new Said.Critiques(
                        List.of(
                                new Said.CritiqueItem(0, "no backup", 0.5, null, null, null),
                                new Said.CritiqueItem(1, "slow", 1, "cache", "performance", 0.0)),
                        Said.Position.choosing(1, 0.6).withReasoning("faster", List.of())),
                new Said.Reviews(List.of(
                        new Said.Review(0, 0, 0.25, 0.5, 1, List.of("say why")),
                        new Said.Review(2, 1, 1, 1, 1, List.of()))),
                new Said.Attack(List.of()),
                new Said.Attack(List.of(
                        new Said.Finding("F1", "injection", Severity.CRITICAL, "unescaped", "assert x", "' OR 1=1"),
                        new Said.Finding("F2", "auth", Severity.LOW, "no limit", null, null))),
                new Said.Defence(
                        List.of(new Said.Answer("F1", true, "escaped"), new Said.Answer("F2", false, "is limited")),
                        FULL),
                Said.Vote.of(3, 0.9, List.of()),
                new Said.Vote(
                        1,
                        0.5,
                        List.of(1, 0, 2),
                        "cheaper",
                        List.of(new Said.Concern("lock in", 0.3)),
                        List.of(new Said.LessonDraft("best_practice", "Measure", "guessed", "measured"))),
                new Said.Plan(List.of(new Said.Focus(0, "risks"), new Said.Focus(15, "cost")), List.of()),
                new Said.Plan(List.of(), List.of(new Said.Bid("security", 0.5))),
                new Said.Plan(List.of(), List.of()),
                new Said.Tests(List.of(new Said.GeneratedTest("adds", "assert add(1, 2) == 3"))));
    }

    @ParameterizedTest
    @MethodSource("everything")
    void whatIsStoredIsReadBack(Said said) {
        Map<String, @Nullable Object> stored = Json.parseObject(Json.write(said.document()));

        assertThat(Said.of(said.kind(), stored)).isEqualTo(said);
        assertThat(Said.of(said.kind(), said.document()).document()).isEqualTo(said.document());
    }

    @Test
    void everyKindOfReplyIsTold() {
        assertThat(everything()).extracting(Said::kind).containsOnly(ReplyKind.values());
    }

    @Test
    void thePositionIsFoundWhereverItStands() {
        assertThat(FULL.position()).isSameAs(FULL);
        assertThat(new Said.Defence(List.of(), BARE).position()).isSameAs(BARE);
        assertThat(new Said.Critiques(List.of(), BARE).position()).isSameAs(BARE);
        assertThat(new Said.Critiques(List.of(), null).position()).isNull();
        assertThat(Said.Vote.of(0, 1, List.of()).position()).isNull();
    }

    @Test
    void theDocumentHasTheNamesOfTheReply() {
        assertThat(Json.write(FULL.document())).isEqualTo("""
                {"answer":"use redis","confidence":1.0,"reasoning":"it is there already",\
                "claims":[{"text":"it is fast","evidence":["ev-1","ev-2"]},{"text":"it is known"}],\
                "assumes":["Q1"],"risks":["data loss on restart"],"because":["3.1","12.2"],"code":"print(1)\\n",\
                "reflection":{"root_cause":"off by one","change":"start at one"}}""");
        assertThat(Json.write(Said.Vote.of(1, 0.5, List.of(1, 0)).document()))
                .isEqualTo("{\"vote\":\"B\",\"confidence\":0.5,\"ranking\":[\"B\",\"A\"]}");
        assertThat(Json.write(new Said.Questions(List.of(), 1).document()))
                .isEqualTo("{\"questions\":[],\"confidence\":1.0}");
    }

    @Test
    void marksHaveAMean() {
        assertThat(new Said.Review(0, 0, 0.25, 0.5, 1, List.of()).mean()).isEqualTo(0.4375);
    }

    @Test
    void aStoredObjectThatWasNeverSaidIsRefused() {
        assertThatThrownBy(() -> Said.of(ReplyKind.BALLOT, Map.of("abstain", true)))
                .isInstanceOf(InvalidException.class);
        assertThatThrownBy(() -> Said.of(ReplyKind.BALLOT, Map.of("vote", "AA", "confidence", 1L)))
                .hasMessageContaining("vote \"AA\" is no option key");
    }
}
