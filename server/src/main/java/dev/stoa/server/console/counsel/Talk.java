package dev.stoa.server.console.counsel;

import dev.stoa.server.console.text.Plain;
import dev.stoa.server.console.view.Doc;
import dev.stoa.server.console.view.Here;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What was said in a conversation. Immutable.
 *
 * @param shown the message whose proof is shown; without fields if there is none
 * @param last the newest question, if it has no answer yet; otherwise without fields
 */
public record Talk(List<Said> messages, Doc shown, Doc last) {
    private static final int TOPIC = 240;
    private static final String QUERY = "query_id";

    public Talk {
        messages = List.copyOf(messages);
    }

    /**
     * A message.
     *
     * @param proof where its proof is shown; empty for one that has none
     * @param open whether that is shown now
     * @param unanswered whether it is a question without an answer
     */
    public record Said(Doc message, String proof, boolean open, boolean unanswered) {
        public boolean isAnswer() {
            return message.raw("role").equals("assistant");
        }

        /** How sure an answer is, in a word; empty for a question. */
        public String label() {
            return AnswerView.label(message);
        }

        /** Whether its text was erased or cannot be opened. */
        public boolean isGone() {
            return !message.has("content");
        }
    }

    /**
     * A page of a conversation.
     *
     * @param chosen the id of the answer whose proof is asked for; empty for the newest
     */
    public static Talk of(List<Doc> messages, String chosen, Here here) {
        Set<String> answered = new HashSet<>();
        Doc shown = Doc.EMPTY;
        for (Doc message : messages) {
            if (message.raw("role").equals("assistant") && message.has(QUERY)) {
                answered.add(message.raw(QUERY));
                shown = chosen.isEmpty() || message.raw("message_id").equals(chosen) ? message : shown;
            }
        }
        List<Said> said = new ArrayList<>();
        for (Doc message : messages) {
            boolean answer = message.raw("role").equals("assistant");
            String id = message.raw("message_id");
            said.add(new Said(
                    message,
                    answer && message.has(QUERY) ? here.with("answer", id).href() + "#proof" : "",
                    answer && id.equals(shown.raw("message_id")),
                    !answer && message.has(QUERY) && !answered.contains(message.raw(QUERY))));
        }
        Doc last = said.isEmpty() || !said.getLast().unanswered()
                ? Doc.EMPTY
                : said.getLast().message();
        return new Talk(said, shown, last);
    }

    /** The question that the shown answer replies to; empty if it is not on the page. */
    public String question() {
        return messages.stream()
                .map(Said::message)
                .filter(message -> message.raw("message_id").equals(shown.raw("reply_to")))
                .map(message -> message.raw("content"))
                .findFirst()
                .orElse("");
    }

    /** What a correction of the shown answer would be about. */
    public String subject() {
        return Plain.of(question(), TOPIC);
    }
}
