package dev.stoa.debate.rules.reply;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a reply says, after it was read and found whole. Immutable. Options are indexes from 0 ({@code A}), seats
 * numbers from 0; the order of every list is that of the reply.
 *
 * <p>The constructors do not check bounds: a reply that a program writes is read by {@link Replies} like any
 * other.
 */
public sealed interface ParsedReply {
    /** What was asked for. */
    ReplyKind kind();

    /** The position that it bears, if any. */
    default @Nullable Position position() {
        return null;
    }

    /** The JSON object that is stored as the turn's {@code parsed}; absent and empty optional fields are left out. */
    default Map<String, @Nullable Object> document() {
        return ParsedReplyDocument.of(this);
    }

    /** What a stored document says: {@code of(said.kind(), said.document())} equals {@code said}. */
    static ParsedReply of(ReplyKind kind, Map<String, @Nullable Object> document) {
        return ParsedReplyReader.stored(kind, document);
    }

    /** What must be known before anybody answers. */
    record Questions(List<Question> questions, double confidence) implements ParsedReply {
        public Questions {
            questions = List.copyOf(questions);
        }

        @Override
        public ReplyKind kind() {
            return ReplyKind.QUESTION;
        }
    }

    /**
     * One open point.
     *
     * @param priority from 1, the most urgent, to 5
     * @param otherwise what is assumed if nobody answers; the field {@code default}
     */
    record Question(String id, String text, String category, int priority, String otherwise) {}

    /**
     * An answer, or the choice of an option. Of answer, option and code at least one is given; where the options are
     * closed it is always the option, also if the reply named it by its label.
     *
     * @param option the chosen option; -1 if an answer or code is given instead
     * @param assumes ids of the questions whose assumed answers it rests on
     * @param because the critiques that moved it, each as {@code turn_seq.index}
     */
    record Position(
            @Nullable String answer,
            int option,
            double confidence,
            String reasoning,
            List<Claim> claims,
            List<String> assumes,
            List<String> risks,
            List<String> because,
            @Nullable String code,
            @Nullable Reflection reflection)
            implements ParsedReply {
        public Position {
            claims = List.copyOf(claims);
            assumes = List.copyOf(assumes);
            risks = List.copyOf(risks);
            because = List.copyOf(because);
        }

        /** An answer and nothing more. */
        public static Position answering(String answer, double confidence) {
            return bare(answer, -1, confidence);
        }

        /** The choice of an option and nothing more. */
        public static Position choosing(int option, double confidence) {
            return bare(null, option, confidence);
        }

        /** Code and nothing more. */
        public static Position coding(String code, double confidence) {
            return bare(null, -1, confidence, code);
        }

        private static Position bare(@Nullable String answer, int option, double confidence) {
            return bare(answer, option, confidence, null);
        }

        private static Position bare(@Nullable String answer, int option, double confidence, @Nullable String code) {
            return new Position(answer, option, confidence, "", List.of(), List.of(), List.of(), List.of(), code, null);
        }

        /** The same position with its reasons. */
        public Position withReasoning(String reasoning, List<Claim> claims) {
            return new Position(
                    answer, option, confidence, reasoning, claims, assumes, risks, because, code, reflection);
        }

        @Override
        public ReplyKind kind() {
            return ReplyKind.POSITION;
        }

        @Override
        public Position position() {
            return this;
        }
    }

    /** What a position claims, and the ids of the evidence for it. */
    record Claim(String text, List<String> evidence) {
        public Claim {
            evidence = List.copyOf(evidence);
        }
    }

    /** Why a draft failed its checks, and what was changed. */
    record Reflection(String rootCause, String change) {}

    /** What is wrong with the options; in a ladder with the revised position. */
    record Critiques(List<CritiqueItem> critiques, @Nullable Position position) implements ParsedReply {
        public Critiques {
            critiques = List.copyOf(critiques);
        }

        @Override
        public ReplyKind kind() {
            return ReplyKind.CRITIQUE;
        }
    }

    /**
     * One objection.
     *
     * @param target the option it is about
     * @param severity from 0 to 1
     * @param expectedUsefulness how likely its author thinks it to improve the answer, from 0 to 1
     */
    record CritiqueItem(
            int target,
            String issue,
            double severity,
            @Nullable String suggestion,
            @Nullable String category,
            @Nullable Double expectedUsefulness) {}

    /** Marks for the options, each option at most once. */
    record Reviews(List<Review> reviews) implements ParsedReply {
        public Reviews {
            reviews = List.copyOf(reviews);
        }

        @Override
        public ReplyKind kind() {
            return ReplyKind.REVIEW;
        }
    }

    /** The marks of one option, each from 0 to 1. */
    record Review(
            int option,
            double correctness,
            double completeness,
            double safety,
            double clarity,
            List<String> improvements) {
        public Review {
            improvements = List.copyOf(improvements);
        }

        /** The mean of the four marks. */
        public double mean() {
            return (correctness + completeness + safety + clarity) / 4;
        }
    }

    /** What red finds; none if it finds nothing. */
    record Attack(List<Finding> findings) implements ParsedReply {
        public Attack {
            findings = List.copyOf(findings);
        }

        @Override
        public ReplyKind kind() {
            return ReplyKind.ATTACK;
        }
    }

    /**
     * One weakness that red sees.
     *
     * @param test code that fails while the weakness is there
     */
    record Finding(
            String id,
            String category,
            Severity severity,
            String claim,
            @Nullable String test,
            @Nullable String example) {}

    /** What blue says to the findings, and the position it now defends. */
    record Defence(List<Answer> answers, Position position) implements ParsedReply {
        public Defence {
            answers = List.copyOf(answers);
        }

        @Override
        public ReplyKind kind() {
            return ReplyKind.DEFENCE;
        }
    }

    /** What blue says to one finding: it concedes, or it rebuts. */
    record Answer(String id, boolean concede, String text) {}

    /**
     * A vote.
     *
     * @param ranking distinct options, the vote first; empty if none was given
     */
    record Vote(
            int option,
            double confidence,
            List<Integer> ranking,
            @Nullable String reason,
            List<Concern> concerns,
            List<LessonDraft> lessons)
            implements ParsedReply {
        public Vote {
            ranking = List.copyOf(ranking);
            concerns = List.copyOf(concerns);
            lessons = List.copyOf(lessons);
        }

        /** A vote without reasons, with a ranking or an empty one. */
        public static Vote of(int option, double confidence, List<Integer> ranking) {
            return new Vote(option, confidence, ranking, null, List.of(), List.of());
        }

        @Override
        public ReplyKind kind() {
            return ReplyKind.BALLOT;
        }
    }

    /** What a voter still worries about, with a severity from 0 to 1. */
    record Concern(String text, double severity) {}

    /** What a voter thinks worth remembering. */
    record LessonDraft(String category, String title, String problem, String solution) {}

    /** Who looks at what: the foci of a lead or the bids of a seat; the other list is empty. */
    record Plan(List<Focus> foci, List<Bid> bids) implements ParsedReply {
        public Plan {
            foci = List.copyOf(foci);
            bids = List.copyOf(bids);
        }

        @Override
        public ReplyKind kind() {
            return ReplyKind.PLAN;
        }
    }

    /** What one seat shall look at. */
    record Focus(int seat, String focus) {}

    /** What a seat would look at, and how well it thinks itself fit for it, from 0 to 1. */
    record Bid(String focus, double fit) {}

    /** Tests for code that nobody has seen yet, of distinct names. */
    record Tests(List<GeneratedTest> tests) implements ParsedReply {
        public Tests {
            tests = List.copyOf(tests);
        }

        @Override
        public ReplyKind kind() {
            return ReplyKind.TESTS;
        }
    }

    /** One test as it was written. */
    record GeneratedTest(String name, String code) {}
}
