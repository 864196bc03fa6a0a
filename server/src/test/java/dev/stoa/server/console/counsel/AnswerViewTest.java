package dev.stoa.server.console.counsel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.server.console.view.Doc;
import dev.stoa.server.console.view.Here;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AnswerViewTest {
    private static Doc message(String id, String role, String query) {
        return new Doc(Map.of("message_id", id, "role", role, "query_id", query, "content", "text of " + id));
    }

    @Test
    void highNeverStandsBesideADisagreement() {
        assertThat(new AnswerView(new Doc(Map.of("confidence", "High"))).label())
                .isEqualTo("High");
        AnswerView disputed = new AnswerView(new Doc(Map.of("confidence", "High", "callout_type", "disagreement")));
        assertThat(disputed.label()).isEqualTo("Uncertain");
        assertThat(disputed.isDisputed()).isTrue();
        assertThat(new AnswerView(new Doc(Map.of("confidence", "Medium"))).isDisputed())
                .isFalse();
        assertThat(AnswerView.NONE.label()).isEmpty();
    }

    @Test
    void theLineNamesTheLargestFieldsTheAnswersAndTheWinner() {
        AnswerView answer = new AnswerView(new Doc(Map.of(
                "query_id",
                "q",
                "answer",
                "It is so.",
                "distribution",
                Map.of("law", 0.15, "software_engineering", 0.57, "art", 0.01),
                "models_used",
                List.of("a", "b"),
                "agreement",
                0.5,
                "winner",
                "a")));
        assertThat(answer.line()).isEqualTo("software engineering 0.57 law 0.15, 2 answers, agreement 0.50, a won");
        assertThat(answer.isGoing()).isFalse();
        assertThat(new AnswerView(new Doc(Map.of("query_id", "q", "state", "routed"))).isGoing())
                .isTrue();
        assertThat(new AnswerView(new Doc(Map.of("query_id", "q", "state", "blocked"))).isGoing())
                .isFalse();
    }

    @Test
    void theProofOfTheNewestAnswerIsShownUnlessAnotherIsChosen() {
        Here here = new Here("/conversations/c", Map.of());
        List<Doc> messages = List.of(
                message("m1", "user", "q1"),
                message("m2", "assistant", "q1"),
                message("m3", "user", "q2"),
                message("m4", "user", "q3"),
                message("m5", "assistant", "q3"));
        Talk newest = Talk.of(messages, "", here);
        assertThat(newest.shown().raw("message_id")).isEqualTo("m5");
        assertThat(newest.messages().stream()
                        .filter(Talk.Said::unanswered)
                        .map(said -> said.message().raw("message_id")))
                .containsExactly("m3");
        assertThat(newest.last().has("message_id")).isFalse();
        Talk chosen = Talk.of(messages, "m2", here);
        assertThat(chosen.shown().raw("message_id")).isEqualTo("m2");
        assertThat(chosen.messages().get(1).open()).isTrue();
        assertThat(chosen.messages().get(4).proof()).isEqualTo("/conversations/c?answer=m5#proof");
        assertThat(Talk.of(messages.subList(0, 3), "", here).last().raw("message_id"))
                .isEqualTo("m3");
    }
}
