package dev.stoa.debate.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.Trust;
import dev.stoa.debate.rules.record.CheckResult.TestVerdict;
import dev.stoa.debate.rules.record.CodeRules;
import dev.stoa.debate.rules.record.Context;
import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.rules.reply.ParsedReply;
import dev.stoa.debate.rules.reply.Severity;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What agents read, to the letter. A prompt is a promise to whoever pays for it: a change of these texts changes what
 * every debate says, so it must be seen in a diff. Each file shows the last call of each kind and phase of one debate.
 */
@Tag("quick")
class PromptTextsTest {
    @Test
    void aWholeDebateIsAskedInTheseWords() throws IOException {
        Play play = Play.of(
                3,
                "preset",
                "classic",
                "clarify",
                true,
                "show_confidence",
                true,
                "show_tally",
                true,
                "early_stop",
                false,
                "gates",
                List.of("critique"));
        play.context = new Context(
                Context.blank(3).standings(),
                List.of(
                        new Context.Block("evidence", "e1", Trust.UNTRUSTED, "notes.md", "it rains", false, null),
                        new Context.Block("conclusion", "c1", Trust.AGENT, null, "it never rains", true, null)),
                List.of(),
                false,
                List.of());
        play.person = gate -> gate.attempt() == 0 ? Play.GateAnswer.no("look at the cost") : Play.GateAnswer.YES;
        play.voice = PromptTextsTest::says;
        assertAsked(play.run(), "panel");
    }

    @Test
    void aDebateWithoutNamesShowsNoConfidence() throws IOException {
        Play play = Play.of(3, "preset", "ladder", "early_stop", false, "rounds", 2);
        play.voice = PromptTextsTest::says;
        assertAsked(play.run(), "ladder");
    }

    @Test
    void codeIsAskedForInTheseWords() throws IOException {
        Map<String, Object> task = Map.of(
                "language",
                "python",
                "tests",
                List.of(
                        Map.of("name", "public", "hidden", false, "body", "assert f(1) == 1"),
                        Map.of("name", "both", "hidden", false, "body", "assert f(2) == 2"),
                        Map.of("name", "secret", "hidden", true, "body", "assert f(2) == 2")));
        Play play = Play.of(2, "preset", "classic", "code", task, "early_stop", false);
        play.voice = PromptTextsTest::says;
        Map<String, String> messages = Map.of("both", "saw assert f(2) == 2", "public", "é".repeat(501));
        play.checker = turn -> {
            DebateRecord.Version version = CodeRules.candidate(play.record, turn);
            List<TestVerdict> verdicts = CodeRules.tests(play.record).stream()
                    .map(test -> new TestVerdict(
                            test.name(),
                            version != null
                                            && version.seat() == 1
                                            && test.name().equals("public")
                                    ? "passed"
                                    : "failed",
                            1,
                            messages.getOrDefault(test.name(), "no")))
                    .toList();
            return Play.result(turn, CodeRules.status(play.record, verdicts), verdicts.toArray(new TestVerdict[0]));
        };
        assertAsked(play.run(), "code");
    }

    private static Play.Reply says(Situation situation) {
        int turn = situation.slot().turnSeq();
        int seat = situation.slot().seat();
        return Play.say(
                switch (Panelist.says(situation)) {
                    case ParsedReply.Questions none ->
                        new ParsedReply.Questions(
                                List.of(
                                        new ParsedReply.Question("Q1", "Where?", "place", 1, "here"),
                                        new ParsedReply.Question("Q2", "When?", "time", 2, "now")),
                                0.5);
                    case ParsedReply.Position said -> rich(said, turn);
                    case ParsedReply.Critiques said ->
                        new ParsedReply.Critiques(
                                said.critiques().stream()
                                        .map(item -> new ParsedReply.CritiqueItem(
                                                item.target(),
                                                item.issue(),
                                                0.25,
                                                item.target() == 0 ? "mend it" : null,
                                                null,
                                                null))
                                        .toList(),
                                said.position());
                    case ParsedReply.Attack none ->
                        new ParsedReply.Attack(List.of(
                                new ParsedReply.Finding(
                                        "F1", "logic", Severity.HIGH, "breaks", "assert f(3) == 3", null),
                                new ParsedReply.Finding("F2", "style", Severity.LOW, "ugly", null, null)));
                    case ParsedReply.Defence said ->
                        new ParsedReply.Defence(
                                said.answers().stream()
                                        .map(answer -> new ParsedReply.Answer(
                                                answer.id(), answer.id().equals("F2"), answer.text()))
                                        .toList(),
                                rich(said.position(), turn));
                    case ParsedReply.Vote said ->
                        new ParsedReply.Vote(
                                said.option(),
                                0.75,
                                said.ranking(),
                                seat == 0 ? null : said.reason(),
                                List.of(new ParsedReply.Concern("it costs", 0.5)),
                                List.of());
                    case ParsedReply other -> other;
                });
    }

    private static ParsedReply.Position rich(ParsedReply.Position said, int turn) {
        return new ParsedReply.Position(
                said.answer(),
                said.option(),
                0.625,
                said.reasoning(),
                List.of(
                        new ParsedReply.Claim("it is known", List.of("e1", "e2")),
                        new ParsedReply.Claim("it is new in " + turn, List.of())),
                List.of("Q1", "Q2"),
                List.of("it may rain"),
                List.of(),
                said.code(),
                said.reflection());
    }

    private static void assertAsked(Play play, String name) throws IOException {
        assertThat(play.completed).as(play.error).isTrue();
        Map<String, String> last = new LinkedHashMap<>();
        for (Play.Shown call : play.shown) {
            String heading = call.slot().phase().text() + ", "
                    + call.slot().kind().text() + (call.situation().reflects() ? " again" : "");
            last.remove(heading);
            last.put(heading, call.text());
        }
        String asked = last.entrySet().stream()
                .map(call -> "=== " + call.getKey() + "\n" + call.getValue())
                .collect(Collectors.joining("\n"));
        assertThat(asked).isEqualTo(expected(name));
    }

    private static String expected(String name) throws IOException {
        try (InputStream in =
                Objects.requireNonNull(PromptTextsTest.class.getResourceAsStream("/prompts/" + name + ".txt"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
