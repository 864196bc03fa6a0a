package dev.stoa.server.openai;

import dev.stoa.base.Principal;
import dev.stoa.base.UnavailableException;
import dev.stoa.debate.session.DebateSession;
import dev.stoa.debate.session.SessionRow;
import dev.stoa.json.Json;
import dev.stoa.server.backend.DebateWork;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The outcome of a debate. Thread-safe. */
record PendingDebate(DebateWork debates, Principal by, String id) implements Pending {
    @Override
    public Optional<Completion> await(Duration most) throws InterruptedException {
        return debates.ended(by, id, most).map(PendingDebate::completion);
    }

    private static Completion completion(DebateSession session) {
        if (session.status() != SessionRow.Status.COMPLETED) {
            throw new UnavailableException(
                    "no_answer",
                    "debate " + session.id() + " is " + session.status().text(),
                    "ask again");
        }
        Map<String, @Nullable Object> outcome = session.row().outcome();
        return new Completion(
                content(outcome),
                Completion.Finish.STOP,
                session.tokensIn(),
                session.tokensOut(),
                Json.object(
                        "debate_id",
                        session.id(),
                        "decision",
                        outcome.get("decision"),
                        "consensus",
                        outcome.get("consensus"),
                        "confidence",
                        outcome.get("confidence"),
                        "simulated",
                        outcome.get("simulated")));
    }

    private static String content(Map<String, @Nullable Object> outcome) {
        String answer = outcome.get("answer") instanceof String text ? text : null;
        if (answer != null && "agreed".equals(outcome.get("decision"))) {
            return answer;
        }
        return "no agreement: "
                + (answer == null ? "no answer has the most support" : "the leading answer is " + answer);
    }
}
