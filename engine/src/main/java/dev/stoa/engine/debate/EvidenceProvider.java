package dev.stoa.engine.debate;

import dev.stoa.base.UnavailableException;
import dev.stoa.debate.rules.Situation;
import dev.stoa.debate.rules.reply.ParsedReply;
import dev.stoa.engine.provider.Call;
import dev.stoa.engine.provider.CallFailure;
import dev.stoa.engine.provider.Provider;
import dev.stoa.engine.provider.Reply;
import dev.stoa.engine.provider.evidence.Corpus;
import dev.stoa.engine.provider.evidence.EvidenceAgent;
import dev.stoa.engine.provider.evidence.Option;
import dev.stoa.engine.provider.evidence.Strategy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Agents that argue by quoting the documents of one debate. Thread-safe. The documents are read at the first call, so
 * that a debate without such agents does not pay for them.
 */
final class EvidenceProvider implements Provider {
    private final Supplier<Corpus> corpus;
    private final Map<String, EvidenceAgent> agents = new ConcurrentHashMap<>();

    EvidenceProvider(Supplier<Corpus> corpus) {
        this.corpus = corpus;
    }

    @Override
    public boolean offline() {
        return true;
    }

    @Override
    public Reply call(Call call) throws CallFailure {
        if (!(call.situation() instanceof Situation situation)) {
            throw CallFailure.refused("an evidence agent needs a debate");
        }
        try {
            EvidenceAgent agent = agents.computeIfAbsent(
                    call.model(),
                    strategy -> EvidenceAgent.of(
                            corpus.get(),
                            Strategy.of(strategy),
                            situation.config().topic(),
                            situation.config().options()));
            // There is no model whose tokens could be counted.
            return new Reply(said(agent, situation), 0, 0, Duration.ZERO);
        } catch (UnavailableException e) {
            // Who reads by meaning alone cannot without an embedder; the others can.
            throw CallFailure.refused(e.getMessage());
        }
    }

    private static String said(EvidenceAgent agent, Situation situation) {
        int own = situation.own();
        return switch (situation.slot().kind()) {
            case QUESTION -> agent.question();
            case POSITION -> situation.seen().isEmpty() ? agent.draft() : agent.revise(seen(situation), own);
            case CRITIQUE ->
                situation.slot().withPosition()
                        ? agent.critiqueAndRevise(seen(situation), own)
                        : agent.critique(seen(situation), own);
            case REVIEW -> agent.review(seen(situation));
            case ATTACK -> agent.attack(seen(situation).getFirst());
            case DEFENCE ->
                agent.defend(
                        situation.findings().stream()
                                .map(ParsedReply.Finding::id)
                                .toList(),
                        seen(situation),
                        own);
            case BALLOT ->
                agent.ballot(
                        situation.known().stream().map(EvidenceProvider::option).toList());
            case PLAN ->
                situation.bids()
                        ? agent.bid(situation.slot().seat())
                        : agent.plan(situation.config().size());
            case TESTS -> throw new IllegalArgumentException("an evidence agent writes no tests");
        };
    }

    private static List<Option> seen(Situation situation) {
        return situation.known().stream()
                .filter(known -> situation.seen().contains(known.option()))
                .map(EvidenceProvider::option)
                .toList();
    }

    private static Option option(Situation.Known known) {
        ParsedReply.Position position = known.text();
        if (position == null) {
            return Option.of(known.option(), known.label());
        }
        String answer = position.answer();
        List<String> claims = Stream.concat(
                        Stream.of(answer == null ? known.label() : answer),
                        position.claims().stream().map(ParsedReply.Claim::text))
                .distinct()
                .toList();
        return new Option(known.option(), known.label(), claims, known.critiques());
    }
}
