package dev.stoa.engine.counsel;

import static dev.stoa.engine.counsel.AskHall.agents;
import static dev.stoa.engine.counsel.AskHall.reply;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.stoa.base.ConflictException;
import dev.stoa.base.InvalidException;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.counsel.conversation.MessageRole;
import dev.stoa.counsel.conversation.TailHash;
import dev.stoa.counsel.run.Level;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Questions of clients that keep no id of their conversation, and send all that was said. */
final class AskEarlierTest extends AskFixture {
    private static AskRequest request(
            String question, @Nullable String conversation, List<TailHash.Turn> earlier, boolean json) {
        return new AskRequest(
                null,
                question,
                Level.FAST,
                conversation,
                null,
                null,
                null,
                agents("a"),
                List.of(),
                false,
                null,
                new AskRequest.Client(earlier, "customer 7", Manner.USUAL, json));
    }

    private static List<TailHash.Turn> said(String question, String answer) {
        return List.of(new TailHash.Turn(MessageRole.USER, question), new TailHash.Turn(MessageRole.ASSISTANT, answer));
    }

    private static String conversation(AskAnswer answer) {
        return answer.query().conversationId();
    }

    @Test
    void theNewestConversationOfTheUserThatConsistsOfWhatWasSaidGoesOn() throws Exception {
        hall.says("a", reply("Canberra.", "Canberra", 90));
        AskAnswer first = hall.ask(request("The capital?", null, List.of(), false));
        AskAnswer second = hall.ask(request("And its lake?", null, said("The capital?", first.text()), false));
        assertThat(conversation(second)).isEqualTo(conversation(first));
        assertThat(hall.last("a").prompt()).contains("The capital?").contains("Canberra.");
        assertThat(hall.rows("SELECT seq, role, content FROM messages ORDER BY seq"))
                .hasSize(4);
        // The same history is no longer that of the first, and another user never had it.
        AskAnswer third = hall.ask(request("And its hill?", null, said("The capital?", first.text()), false));
        assertThat(conversation(third)).isNotEqualTo(conversation(first));
        AskAnswer other = hall.engine()
                .ask(
                        Principal.writer("eve").with(Right.ASK),
                        request("And its hill?", null, said("The capital?", first.text()), false),
                        AskListener.NONE);
        assertThat(conversation(other)).isNotIn(conversation(first), conversation(third));
        assertThat(hall.rows("SELECT metadata FROM sessions").toString()).contains("\"client_user\":\"customer 7\"");
    }

    @Test
    void whatBelongsToNoConversationBeginsOne() throws Exception {
        hall.says("a", reply("Yes.", "Yes", 90));
        AskAnswer answer = hall.ask(request("Sure?", null, said("Is it so?", "It is."), false));
        assertThat(hall.rows("SELECT seq, role, content FROM messages WHERE conversation_id = '" + conversation(answer)
                        + "' ORDER BY seq"))
                .hasSize(4);
        assertThat(hall.last("a").prompt()).contains("It is.");
        assertThatExceptionOfType(InvalidException.class)
                .isThrownBy(() -> hall.ask(request("Sure?", conversation(answer), said("a", "b"), false)));
    }

    @Test
    void ofTwoThatGoOnAtOnceOneGetsAConversationOfItsOwn() throws Exception {
        hall.says("a", reply("Canberra.", "Canberra", 90));
        AskAnswer first = hall.ask(request("The capital?", null, List.of(), false));
        Callable<AskAnswer> again = () -> hall.ask(request("And?", null, said("The capital?", first.text()), false));
        try (ExecutorService both = Executors.newFixedThreadPool(2)) {
            List<String> ids = both.invokeAll(List.of(again, again)).stream()
                    .map(done -> conversation(done.resultNow()))
                    .toList();
            assertThat(ids).doesNotHaveDuplicates().contains(conversation(first));
        }
    }

    @Test
    void anAnswerThatMustBeJsonIsAskedForAgainAndThenBlocked() throws Exception {
        hall.says("a", call -> call.attempt() == 1 ? reply("No.", "No", 90) : reply("{\"a\":1}", "1", 90));
        assertThat(hall.ask(request("Which?", null, List.of(), true)).text()).isEqualTo("{\"a\":1}");
        hall.says("a", reply("No.", "No", 90));
        assertThatExceptionOfType(ConflictException.class)
                .isThrownBy(() -> hall.ask(request("Which one?", null, List.of(), true)))
                .satisfies(refused -> assertThat(refused.code()).isEqualTo("assertion_blocked"));
        assertThat(hall.ask(request("Which one?", null, List.of(), false)).text())
                .isEqualTo("No.");
    }
}
