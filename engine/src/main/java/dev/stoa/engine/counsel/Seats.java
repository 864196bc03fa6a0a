package dev.stoa.engine.counsel;

import dev.stoa.Stoa;
import dev.stoa.base.Bounds;
import dev.stoa.base.ConflictException;
import dev.stoa.base.Excerpt;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.base.UnavailableException;
import dev.stoa.counsel.run.Distribution;
import dev.stoa.counsel.run.Level;
import dev.stoa.counsel.run.Panel;
import dev.stoa.counsel.run.Queries;
import dev.stoa.counsel.run.Reliability;
import dev.stoa.counsel.run.Utility;
import dev.stoa.counsel.specialist.Specialist;
import dev.stoa.engine.provider.AgentSpec;
import dev.stoa.engine.provider.ProfileAgents;
import dev.stoa.engine.provider.Providers;
import dev.stoa.engine.provider.Target;
import dev.stoa.learning.breaker.Breaker;
import dev.stoa.learning.evidence.EvidenceFilter;
import dev.stoa.learning.evidence.EvidenceQuery;
import dev.stoa.learning.evidence.EvidenceStore;
import dev.stoa.learning.evidence.Found;
import dev.stoa.society.base.Agent;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Says who is asked a question: those who were named, else the specialists that are set up, else readers of the
 * documents, and if there are none, simulated seats. Thread-safe.
 */
final class Seats {
    private static final String BY_WORDS = "lexical=evidence:lexical";
    private static final String BY_MEANING = "semantic=evidence:semantic";
    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._-]{0,63}");
    private static final int SIMULATED = 5;
    private static final int MOST_FOUND = 20;
    private static final int LONGEST_QUERY = 1_000;

    private final Stoa stoa;
    private final Providers providers;
    private final ProfileAgents profiles;
    private final InstantSource clock;

    Seats(Stoa stoa, Providers providers, InstantSource clock) {
        this.stoa = stoa;
        this.providers = providers;
        this.profiles = ProfileAgents.of(stoa, providers);
        this.clock = clock;
    }

    /** An agent with how much its word counts. */
    private record Ranked(AgentSpec agent, String model, Panel.Member member, double rank) {}

    /** The panel of a question, for which these corrections were found. */
    Panel choose(
            Principal by,
            Queries queries,
            String question,
            Level level,
            Distribution fields,
            Panel wanted,
            List<Lesson> lessons) {
        List<String> specs = wanted.agents();
        if (specs.isEmpty()) {
            specs = specialists(by, fields);
        }
        List<String> documents = wanted.documents();
        boolean drawn = false;
        if (specs.isEmpty()) {
            specs = offline(by, documents, lessons.stream().anyMatch(Lesson::fact));
            drawn = specs.size() == SIMULATED;
        }
        check(specs);
        List<AgentSpec> agents = specs.stream().map(this::agent).toList();
        if (agents.stream().anyMatch(agent -> agent.provider().equals(Voices.EVIDENCE))) {
            documents = read(by, question, documents);
        }
        Set<String> open = open();
        List<String> skipped = new ArrayList<>();
        List<AgentSpec> usable = new ArrayList<>();
        for (AgentSpec agent : agents) {
            if (targets(agent).allMatch(target -> open.contains(target.toString()))) {
                skipped.add(agent.name());
            } else {
                usable.add(agent);
            }
        }
        if (usable.isEmpty()) {
            throw new UnavailableException(
                    "no_specialist",
                    "no specialist can be asked: the breaker of " + String.join(", ", skipped) + " is open",
                    "try again later, or name other agents");
        }
        return wanted.of(members(by, queries, level, fields, usable, drawn), documents, skipped.size());
    }

    /** The specialists that are set up for the fields of a question; all if there is none for them. */
    private List<String> specialists(Principal by, Distribution fields) {
        List<Specialist> enabled = stoa.counsel().specialists().enabled(by);
        List<Specialist> fitting = enabled.stream()
                .filter(one -> one.fields().isEmpty() || one.fields().stream().anyMatch(fields.named()::containsKey))
                .toList();
        return (fitting.isEmpty() ? enabled : fitting)
                .stream().map(one -> one.name() + "=" + one.activeModel()).toList();
    }

    /** Refuses descriptions of agents that could not be asked as they are. */
    void check(List<String> specs) {
        Set<String> names = new HashSet<>();
        for (AgentSpec agent : specs.stream().map(this::agent).toList()) {
            if (!NAME.matcher(agent.name()).matches()) {
                throw Bounds.invalid(
                        "agent " + Bounds.shown(agent.name())
                                + " is not 1 to 64 of a-z 0-9 . _ -, the first a letter or" + " digit",
                        "give it such a name");
            }
            if (!names.add(agent.name())) {
                throw Bounds.invalid("agent " + agent.name() + " is given twice", "give each another name");
            }
        }
    }

    /** The agent of a member, as it can be called. */
    AgentSpec agent(Panel.Member member) {
        return profiles.parse(member.specialist() + "=" + member.model());
    }

    /** The context window of the model of an agent; null if it is not known. */
    @Nullable
    Long window(AgentSpec agent) {
        return providers.window(agent);
    }

    /** The agent of a description; one that could not be asked as it is is refused. */
    AgentSpec described(String text) {
        return agent(text);
    }

    private AgentSpec agent(String text) {
        String wanted = text.strip();
        AgentSpec agent = profiles.parse(wanted.indexOf('=') >= 0 ? wanted : registered(wanted));
        providers.check(agent);
        return agent;
    }

    private String registered(String ref) {
        try {
            Agent agent = stoa.society().agents().get(Principal.local(), ref);
            if (!agent.isRunnable()) {
                throw new ConflictException(
                        "conflict",
                        "agent " + agent.identity() + " cannot be asked: it has no model or is archived",
                        "name another, or describe one as name=provider:model");
            }
            return agent.identity() + "=" + agent.model();
        } catch (NotFoundException e) {
            throw Bounds.invalid(
                    "agent " + Bounds.shown(ref) + " is neither registered nor name=provider:model?key=value&…",
                    "list the agents, or write for example ana=sim:?accuracy=0.7 or o=openai:gpt-5-mini");
        }
    }

    /** Those who answer if no agent is named or set up: readers if there is something to read, else simulated ones. */
    private List<String> offline(Principal by, List<String> documents, boolean taught) {
        EvidenceStore evidence = stoa.learning().evidence().as(by);
        boolean none = !taught
                && documents.isEmpty()
                && evidence.list(EvidenceFilter.NONE, Page.Request.first(1))
                        .items()
                        .isEmpty();
        if (none) {
            return IntStream.range(0, SIMULATED)
                    .mapToObj(seat -> "a" + seat + "=sim:")
                    .toList();
        }
        return stoa.embedder().isOn() ? List.of(BY_WORDS, BY_MEANING) : List.of(BY_WORDS);
    }

    /** The documents that were given, and those of the store that have to do with the question. */
    private List<String> read(Principal by, String question, List<String> given) {
        Set<String> ids = new LinkedHashSet<>(given);
        String words = Excerpt.of(question, LONGEST_QUERY);
        stoa.learning().evidence().as(by).search(EvidenceQuery.of(words).limit(MOST_FOUND)).stream()
                .map(Found::evidence)
                .forEach(found -> ids.add(found.id()));
        return List.copyOf(ids);
    }

    private Set<String> open() {
        Instant now = clock.instant();
        return stoa.learning().breakers().list().stream()
                .filter(breaker -> breaker.phase() == Breaker.Phase.OPEN)
                .filter(breaker ->
                        breaker.retryAt() == null || breaker.retryAt().isAfter(now))
                .map(Breaker::name)
                .collect(Collectors.toSet());
    }

    private static Stream<Target> targets(AgentSpec agent) {
        return Stream.concat(Stream.of(agent.target()), agent.fallback().stream());
    }

    private List<Panel.Member> members(
            Principal by, Queries queries, Level level, Distribution fields, List<AgentSpec> agents, boolean drawn) {
        String domain = fields.domain().name();
        double curiosity = fields.weights().wk();
        List<String> models = agents.stream().map(AgentSpec::model).toList();
        List<Map.Entry<String, String>> pairs = new ArrayList<>();
        for (AgentSpec agent : agents) {
            pairs.add(Map.entry(agent.name(), Specs.model(agent)));
        }
        List<Queries.Known> known = queries.known(by, pairs, domain);
        List<Ranked> ranked = new ArrayList<>();
        for (int i = 0; i < agents.size(); i++) {
            Map<String, Reliability.Stats> stats = known.get(i).byField();
            double weight = Reliability.of(fields, stats);
            long runs = stats.getOrDefault(domain, Reliability.Stats.NONE).runs();
            ranked.add(new Ranked(
                    agents.get(i),
                    agents.get(i).provider() + ":" + models.get(i),
                    new Panel.Member(
                            pairs.get(i).getKey(),
                            pairs.get(i).getValue(),
                            weight,
                            runs,
                            known.get(i).fieldRuns(),
                            false,
                            providers.window(agents.get(i))),
                    weight + curiosity * Utility.novelty(runs)));
        }
        ranked.sort(Comparator.comparingDouble(Ranked::rank)
                .reversed()
                .thenComparing(one -> one.member().specialist()));
        if (level == Level.BALANCED && ranked.size() > 2) {
            // A second opinion of the same model says little.
            Ranked first = ranked.getFirst();
            ranked.stream()
                    .skip(1)
                    .filter(one -> !one.model().equals(first.model()))
                    .findFirst()
                    .ifPresent(other -> {
                        ranked.remove(other);
                        ranked.add(1, other);
                    });
        }
        int first = drawn && level != Level.FAST ? SIMULATED : level.panel();
        List<Panel.Member> members = new ArrayList<>();
        for (int i = 0; i < Math.min(Math.max(first, level.most()), ranked.size()); i++) {
            Panel.Member one = ranked.get(i).member();
            members.add(new Panel.Member(
                    one.specialist(),
                    one.model(),
                    one.weight(),
                    one.runs(),
                    one.fieldRuns(),
                    i >= first,
                    one.window()));
        }
        return members;
    }
}
