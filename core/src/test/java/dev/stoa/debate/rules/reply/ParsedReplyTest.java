package dev.stoa.debate.rules.reply;

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
class ParsedReplyTest {
    static final ParsedReply.Position BARE = ParsedReply.Position.answering("use redis", 0.8);

    static final ParsedReply.Position FULL = new ParsedReply.Position(
            "use redis",
            -1,
            1,
            "it is there already",
            List.of(
                    new ParsedReply.Claim("it is fast", List.of("ev-1", "ev-2")),
                    new ParsedReply.Claim("it is known", List.of())),
            List.of("Q1"),
            List.of("data loss on restart"),
            List.of("3.1", "12.2"),
            "print(1)\n",
            new ParsedReply.Reflection("off by one", "start at one"));

    static List<ParsedReply> everything() {
        return List.of(
                new ParsedReply.Questions(List.of(), 1),
                new ParsedReply.Questions(
                        List.of(new ParsedReply.Question("Q1", "How many users?", "scale", 2, "ten")), 0.25),
                BARE,
                FULL,
                ParsedReply.Position.choosing(25, 0),
                new ParsedReply.Critiques(List.of(), null),
                new ParsedReply.Critiques(
                        List.of(
                                new ParsedReply.CritiqueItem(0, "no backup", 0.5, null, null, null),
                                new ParsedReply.CritiqueItem(1, "slow", 1, "cache", "performance", 0.0)),
                        ParsedReply.Position.choosing(1, 0.6).withReasoning("faster", List.of())),
                new ParsedReply.Reviews(List.of(
                        new ParsedReply.Review(0, 0, 0.25, 0.5, 1, List.of("say why")),
                        new ParsedReply.Review(2, 1, 1, 1, 1, List.of()))),
                new ParsedReply.Attack(List.of()),
                new ParsedReply.Attack(List.of(
                        new ParsedReply.Finding(
                                "F1", "injection", Severity.CRITICAL, "unescaped", "assert x", "' OR 1=1"),
                        new ParsedReply.Finding("F2", "auth", Severity.LOW, "no limit", null, null))),
                new ParsedReply.Defence(
                        List.of(
                                new ParsedReply.Answer("F1", true, "escaped"),
                                new ParsedReply.Answer("F2", false, "is limited")),
                        FULL),
                ParsedReply.Vote.of(3, 0.9, List.of()),
                new ParsedReply.Vote(
                        1,
                        0.5,
                        List.of(1, 0, 2),
                        "cheaper",
                        List.of(new ParsedReply.Concern("lock in", 0.3)),
                        List.of(new ParsedReply.LessonDraft("best_practice", "Measure", "guessed", "measured"))),
                new ParsedReply.Plan(
                        List.of(new ParsedReply.Focus(0, "risks"), new ParsedReply.Focus(15, "cost")), List.of()),
                new ParsedReply.Plan(List.of(), List.of(new ParsedReply.Bid("security", 0.5))),
                new ParsedReply.Plan(List.of(), List.of()),
                new ParsedReply.Tests(List.of(new ParsedReply.GeneratedTest("adds", "assert add(1, 2) == 3"))));
    }

    @ParameterizedTest
    @MethodSource("everything")
    void whatIsStoredIsReadBack(ParsedReply said) {
        Map<String, @Nullable Object> stored = Json.parseObject(Json.write(said.document()));

        assertThat(ParsedReply.of(said.kind(), stored)).isEqualTo(said);
        assertThat(ParsedReply.of(said.kind(), said.document()).document()).isEqualTo(said.document());
    }

    @Test
    void everyKindOfReplyIsTold() {
        assertThat(everything()).extracting(ParsedReply::kind).containsOnly(ReplyKind.values());
    }

    @Test
    void aWordStandsForItsKindAndForItsWeight() {
        for (ReplyKind kind : ReplyKind.values()) {
            assertThat(ReplyKind.of(kind.text())).isEqualTo(kind);
        }
        assertThat(List.of("critical", "high", "medium", "low"))
                .extracting(word -> Severity.of(word).risk())
                .containsExactly(1.0, 0.7, 0.4, 0.2);
        assertThatThrownBy(() -> Severity.of("dire")).isInstanceOf(InvalidException.class);
    }

    @Test
    void codeAndReasonsAreAllThatIsAdded() {
        assertThat(ParsedReply.Position.coding("x = 1", 0.5).document())
                .isEqualTo(Map.of("confidence", 0.5, "code", "x = 1"));
        assertThat(BARE.withReasoning("it is known", List.of()).document())
                .isEqualTo(Map.of("answer", "use redis", "confidence", 0.8, "reasoning", "it is known"));
    }

    @Test
    void anOptionWithoutAKeyCannotBeNamed() {
        assertThat(ReplyContext.open(List.of(25)).keys()).isEqualTo("the only one is Z");
        assertThatThrownBy(() -> ReplyContext.open(List.of(26))).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void thePositionIsFoundWhereverItStands() {
        assertThat(FULL.position()).isSameAs(FULL);
        assertThat(new ParsedReply.Defence(List.of(), BARE).position()).isSameAs(BARE);
        assertThat(new ParsedReply.Critiques(List.of(), BARE).position()).isSameAs(BARE);
        assertThat(new ParsedReply.Critiques(List.of(), null).position()).isNull();
        assertThat(ParsedReply.Vote.of(0, 1, List.of()).position()).isNull();
    }

    @Test
    void theDocumentHasTheNamesOfTheReply() {
        assertThat(Json.write(FULL.document())).isEqualTo("""
                {"answer":"use redis","confidence":1.0,"reasoning":"it is there already",\
                "claims":[{"text":"it is fast","evidence":["ev-1","ev-2"]},{"text":"it is known"}],\
                "assumes":["Q1"],"risks":["data loss on restart"],"because":["3.1","12.2"],"code":"print(1)\\n",\
                "reflection":{"root_cause":"off by one","change":"start at one"}}""");
        assertThat(Json.write(ParsedReply.Vote.of(1, 0.5, List.of(1, 0)).document()))
                .isEqualTo("{\"vote\":\"B\",\"confidence\":0.5,\"ranking\":[\"B\",\"A\"]}");
        assertThat(Json.write(new ParsedReply.Questions(List.of(), 1).document()))
                .isEqualTo("{\"questions\":[],\"confidence\":1.0}");
    }

    @Test
    void marksHaveAMean() {
        assertThat(new ParsedReply.Review(0, 0, 0.25, 0.5, 1, List.of()).mean()).isEqualTo(0.4375);
    }

    @Test
    void aStoredObjectThatWasNeverSaidIsRefused() {
        assertThatThrownBy(() -> ParsedReply.of(ReplyKind.BALLOT, Map.of("abstain", true)))
                .isInstanceOf(InvalidException.class);
        assertThatThrownBy(() -> ParsedReply.of(ReplyKind.BALLOT, Map.of("vote", "AA", "confidence", 1L)))
                .hasMessageContaining("vote \"AA\" is no option key");
    }
}
