package dev.stoa.engine.society;

import dev.stoa.Stoa;
import dev.stoa.base.Excerpt;
import dev.stoa.base.Principal;
import dev.stoa.engine.provider.Call;
import dev.stoa.engine.provider.CallFailure;
import dev.stoa.engine.provider.Provider;
import dev.stoa.engine.provider.Providers;
import dev.stoa.engine.provider.Reply;
import dev.stoa.society.context.ContextHit;
import dev.stoa.society.context.ContextQuery;
import dev.stoa.society.context.ContextQuery.Scope;
import dev.stoa.society.context.ContextSearch;
import dev.stoa.society.run.Execution;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What agents without a model say when they are run: a simulated one that it was asked, one of evidence what it may
 * read about the matter. Stateless. None of it mentions an agent, so that an agent which only repeats starts no other.
 */
final class OfflineVoices {
    private static final int LONGEST_QUERY = 256;
    private static final int MOST_HITS = 3;

    private OfflineVoices() {}

    /** The providers together with those that need neither a key nor a network. */
    static Providers with(Providers providers, Stoa stoa) {
        return providers
                .with("sim", voice(OfflineVoices::simulated))
                .with("evidence", voice(execution -> quoted(stoa.society().context(), execution)));
    }

    private static Provider voice(Function<Execution, String> words) {
        return new Provider() {
            @Override
            public Reply call(Call call) throws CallFailure {
                if (!(call.situation() instanceof Execution execution)) {
                    throw CallFailure.refused("an agent of the society needs an execution");
                }
                return new Reply(words.apply(execution), null, null, Duration.ZERO);
            }

            @Override
            public boolean offline() {
                return true;
            }
        };
    }

    private static String simulated(Execution execution) {
        return "(simulated) I was asked: "
                + mentioningNobody(cut(execution.task().input()));
    }

    private static String quoted(ContextSearch context, Execution execution) {
        ContextQuery query = ContextQuery.of(cut(execution.task().input()))
                .in(Scope.NOTES, Scope.KNOWLEDGE, Scope.FILES)
                .limit(MOST_HITS);
        List<ContextHit> hits =
                context.search(Principal.as(execution.task().identity()), query).items();
        return hits.isEmpty()
                ? "I may read nothing about this."
                : hits.stream()
                        .map(hit -> hit.ref() + " says: “" + mentioningNobody(hit.snippet()) + "”")
                        .collect(Collectors.joining("\n"));
    }

    private static String mentioningNobody(String text) {
        return text.replace("@", "").strip();
    }

    private static String cut(String text) {
        return Excerpt.of(text, LONGEST_QUERY);
    }
}
