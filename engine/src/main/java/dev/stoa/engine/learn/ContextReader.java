package dev.stoa.engine.learn;

import dev.stoa.Stoa;
import dev.stoa.base.Trust;
import dev.stoa.debate.rules.config.DebateConfig;
import dev.stoa.debate.rules.config.Seat;
import dev.stoa.debate.rules.record.Context;
import dev.stoa.debate.rules.record.Context.Block;
import dev.stoa.debate.rules.teaching.TextCut;
import dev.stoa.json.Json;
import dev.stoa.learning.consensus.Brief;
import dev.stoa.learning.consensus.Consensus;
import dev.stoa.learning.consensus.Dissent;
import dev.stoa.learning.consensus.DissentType;
import dev.stoa.learning.consensus.Similar;
import dev.stoa.learning.critique.Pattern;
import dev.stoa.learning.critique.PatternQuery;
import dev.stoa.learning.lesson.Lesson;
import dev.stoa.learning.lesson.LessonQuery;
import dev.stoa.learning.lesson.LessonRules;
import dev.stoa.learning.lesson.RankedLesson;
import dev.stoa.learning.memory.Memory;
import dev.stoa.learning.memory.MemoryDraft;
import dev.stoa.learning.memory.RecallHit;
import dev.stoa.learning.memory.RecallQuery;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Reads, before the first call of a debate, what its prompts and weights will use of the archives. Thread-safe. The
 * result is a copy: what the archives learn later does not change a debate that has begun. A source that cannot be
 * read is named in it, and the debate continues without it.
 */
public final class ContextReader implements Function<DebateConfig, Context> {
    private static final int LONGEST_TOPIC = 2_000;
    private static final int LONGEST_QUERY = 4_000;
    private static final int SHOWN_TOPIC = 160;
    private static final int CONCLUSIONS = 3;
    private static final int OTHERS = 5;
    private static final int PATTERNS = 3;
    private static final int CHARACTERS = 1_200;
    private static final int PATTERN_CHARACTERS = 600;
    // Repetitions of the debate are left out only after the search.
    private static final int MOST_RECALLED = 50;

    private final Stoa stoa;
    private final double holdout;
    private final Standings standings;
    private final Documents documents;

    private ContextReader(Stoa stoa, double holdout) {
        this.stoa = stoa;
        this.holdout = holdout;
        this.standings = new Standings(stoa);
        this.documents = new Documents(stoa);
    }

    /**
     * A reader of these archives.
     *
     * @param holdout the share of debates that are not shown the lessons found for them
     */
    public static ContextReader of(Stoa stoa, double holdout) {
        return new ContextReader(stoa, holdout);
    }

    /** The context of a debate that is about to begin. */
    @Override
    public Context apply(DebateConfig config) {
        Sources sources = new Sources();
        List<Context.Standing> seats =
                standings.of(config.seats().stream().map(Seat::agent).toList(), config.domain(), sources);
        List<Block> blocks = new ArrayList<>();
        List<String> lessons = new ArrayList<>();
        if (config.memory()) {
            EarlierDebates past = new EarlierDebates(
                    stoa,
                    sources.read(
                            "debates", Set.of(), () -> stoa.debate().sessions().sessionsOf(config.debateId())));
            List<Block> concluded = sources.read("consensus", List.of(), () -> conclusions(config, past));
            blocks.addAll(concluded);
            List<Block> learnt = sources.read("lessons", List.of(), () -> lessons(config));
            blocks.addAll(learnt);
            if (!config.simulated()) {
                // Whether a lesson helped is told by debates of which chance is no part.
                learnt.forEach(lesson -> lessons.add(lesson.id()));
            }
            // A memory made from a debate repeats its conclusion, which a prompt should hold once.
            Set<String> said = new HashSet<>(past.repetitions());
            concluded.forEach(block -> said.add(block.id()));
            blocks.addAll(sources.read("memories", List.of(), () -> memories(config, past, said)));
            blocks.addAll(sources.read("patterns", List.of(), () -> patterns(config)));
            blocks.addAll(sources.read("evidence", List.of(), () -> documents.blocks(config)));
        }
        boolean heldBack = LessonRules.isHoldout(config.seed(), config.topic(), holdout);
        Context context = new Context(seats, blocks, lessons, heldBack, sources.missing());
        // As it will be read back: numbers have nine decimals in the record, and the rules must see the same now.
        return Context.of(Json.kept(context.document()));
    }

    /** Conclusions that were reached on topics like this one, then what was held against them. */
    private List<Block> conclusions(DebateConfig config, EarlierDebates past) {
        Brief brief = stoa.learning()
                .consensus()
                .brief(TextCut.to(config.topic(), LONGEST_TOPIC), config.domain(), past.repetitions());
        List<Consensus> hits = brief.hits().stream().map(Similar::consensus).toList();
        List<Consensus> shown = hits.subList(0, Math.min(CONCLUSIONS, hits.size()));
        List<String> texts = CharBudget.fit(
                shown.stream()
                        .map(hit -> TextCut.to(hit.topic(), SHOWN_TOPIC) + "\n" + hit.conclusion())
                        .toList(),
                CHARACTERS);
        List<Block> blocks = new ArrayList<>();
        for (int i = 0; i < shown.size(); i++) {
            Consensus hit = shown.get(i);
            blocks.add(new Block(
                    "conclusion",
                    hit.id(),
                    past.trust(hit.id(), hit.trust()),
                    null,
                    texts.get(i),
                    past.wrong(hit.id()),
                    null));
        }
        blocks.addAll(dissents(brief, hits, past));
        return blocks;
    }

    /** A dissent is what one agent says: no agreement confirms it, and where its side lost to the truth it says so. */
    private static List<Block> dissents(Brief brief, List<Consensus> hits, EarlierDebates past) {
        Map<String, Consensus> debates = new HashMap<>();
        hits.forEach(hit -> debates.put(hit.id(), hit));
        List<Dissent> shown = Stream.of(brief.unanswered(), brief.answered())
                .flatMap(List::stream)
                .limit(OTHERS)
                .toList();
        List<String> texts =
                CharBudget.fit(shown.stream().map(ContextReader::text).toList(), CHARACTERS);
        List<Block> blocks = new ArrayList<>();
        for (int i = 0; i < shown.size(); i++) {
            Dissent dissent = shown.get(i);
            Consensus debate = debates.get(dissent.debateId());
            Trust trust = debate == null ? Trust.UNTRUSTED : debate.trust().atMost(Trust.AGENT);
            boolean lost = debate != null
                    && dissent.type() != DissentType.ABSTENTION
                    && past.right(debate.id())
                    && !debate.agreeing().contains(dissent.agentId());
            blocks.add(new Block("dissent", dissent.id(), trust, dissent.agentId(), texts.get(i), lost, null));
        }
        return blocks;
    }

    private static String text(Dissent dissent) {
        String answer = dissent.rebuttal();
        return dissent.type().text() + ": " + dissent.content() + (answer == null ? "" : "\nanswered: " + answer);
    }

    private List<Block> lessons(DebateConfig config) {
        List<Lesson> found = stoa
                .learning()
                .lessons()
                .search(LessonQuery.of(query(config))
                        .among(lesson -> lesson.domain(config.domain()))
                        .limit(OTHERS))
                .stream()
                .map(RankedLesson::lesson)
                .toList();
        List<String> texts = CharBudget.fit(
                found.stream()
                        .map(lesson -> lesson.problem() + "\n" + lesson.solution())
                        .toList(),
                CHARACTERS);
        List<Block> blocks = new ArrayList<>();
        for (int i = 0; i < found.size(); i++) {
            Lesson lesson = found.get(i);
            blocks.add(new Block(
                    "lesson", lesson.id(), lesson.trust(), lesson.category().text(), texts.get(i), false, null));
        }
        return blocks;
    }

    /** What was found wrong since is marked here too: a memory says the same as the conclusion it was made from. */
    private List<Block> memories(DebateConfig config, EarlierDebates past, Set<String> said) {
        List<Memory> found = stoa
                .learning()
                .memories()
                .recall(RecallQuery.query(query(config))
                        .namespaces(MemoryDraft.SHARED)
                        .limit(MOST_RECALLED))
                .stream()
                .map(RecallHit::memory)
                .filter(memory -> !said.contains(GradedMemories.taughtBy(memory)))
                .limit(OTHERS)
                .toList();
        List<String> texts = CharBudget.fit(found.stream().map(Memory::content).toList(), CHARACTERS);
        List<Block> blocks = new ArrayList<>();
        for (int i = 0; i < found.size(); i++) {
            Memory memory = found.get(i);
            blocks.add(new Block(
                    "memory",
                    memory.id(),
                    memory.trust(),
                    memory.origin(),
                    texts.get(i),
                    past.wrong(GradedMemories.taughtBy(memory)),
                    null));
        }
        return blocks;
    }

    private List<Block> patterns(DebateConfig config) {
        List<Pattern> found =
                stoa.learning().patterns().top(PatternQuery.query(query(config)).limit(PATTERNS));
        List<String> texts =
                CharBudget.fit(found.stream().map(ContextReader::text).toList(), PATTERN_CHARACTERS);
        List<Block> blocks = new ArrayList<>();
        for (int i = 0; i < found.size(); i++) {
            blocks.add(new Block("pattern", found.get(i).id(), Trust.AGENT, null, texts.get(i), false, null));
        }
        return blocks;
    }

    private static String text(Pattern pattern) {
        String suggestion = pattern.suggestionText();
        return pattern.issueText() + (suggestion == null ? "" : "\n" + suggestion);
    }

    private static String query(DebateConfig config) {
        return TextCut.to(config.topic(), LONGEST_QUERY);
    }
}
