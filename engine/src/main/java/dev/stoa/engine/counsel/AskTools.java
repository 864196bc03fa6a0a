package dev.stoa.engine.counsel;

import dev.stoa.base.Principal;
import dev.stoa.counsel.backup.History;
import dev.stoa.counsel.base.Fields;
import dev.stoa.counsel.run.Arbiter;
import dev.stoa.counsel.run.Distribution;
import dev.stoa.counsel.run.Panel;
import dev.stoa.counsel.run.Queries;
import dev.stoa.counsel.run.QueryLeases;
import dev.stoa.counsel.run.Routing;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What all asks of an engine share. Thread-safe.
 *
 * @param limit how long an ask may take before the answers that are there decide
 */
record AskTools(
        Queries queries,
        QueryLeases leases,
        Routing routing,
        Seats seats,
        Threads threads,
        Lessons lessons,
        Questioning questioning,
        Arbiter arbiter,
        Debating debating,
        Duration limit) {
    static final Logger LOG = LoggerFactory.getLogger(AskTools.class);

    private static final History NO_HISTORY = new History(null, List.of());

    Fields fields() {
        return routing.fields();
    }

    /** To which fields a question of a session belongs. */
    Distribution distribution(Principal by, String question, @Nullable String field, @Nullable String session) {
        if (field != null) {
            return routing.forced(field);
        }
        Map<String, Double> before = session == null ? Map.of() : queries.sessionFields(by, session);
        return routing.of(question, before.isEmpty() ? null : Distribution.of(fields(), before));
    }

    /**
     * The prompt of a member.
     *
     * @param conversation null if it is not there yet
     * @param seq the number that the question has in it
     */
    Prompt prompt(
            Principal by,
            @Nullable String conversation,
            long seq,
            String question,
            Panel.Member member,
            Lessons.Block lessons,
            @Nullable String system) {
        History history = conversation == null
                ? NO_HISTORY
                : queries.history(
                        by,
                        conversation,
                        member.specialist(),
                        member.window(),
                        seq,
                        Prompts.tokens(question, lessons, system));
        return Prompts.answering(member.specialist(), question, history, lessons, system);
    }
}
