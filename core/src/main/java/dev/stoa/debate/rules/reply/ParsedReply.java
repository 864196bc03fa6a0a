package dev.stoa.debate.rules.reply;

import dev.stoa.debate.rules.reply.ReplyForm.Says;
import dev.stoa.debate.rules.voting.Options;
import dev.stoa.json.Json;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a reply says, after it was read and found whole. Immutable. Options are indexes from 0 ({@code A}), seats
 * numbers from 0; the order of every list is that of the reply.
 *
 * <p>What stands before a component is what {@link ReplyForm} makes of it: a field of the reply and of the stored
 * document, with its bounds. The constructors do not check bounds: a reply that a program writes is read by {@link Replies} like any
 * other.
 */
public sealed interface ParsedReply {
    /** What was asked for. */
    default ReplyKind kind() {
        return switch (this) {
            case Questions said -> ReplyKind.QUESTION;
            case Position said -> ReplyKind.POSITION;
            case Critiques said -> ReplyKind.CRITIQUE;
            case Reviews said -> ReplyKind.REVIEW;
            case Attack said -> ReplyKind.ATTACK;
            case Defence said -> ReplyKind.DEFENCE;
            case Vote said -> ReplyKind.BALLOT;
            case Plan said -> ReplyKind.PLAN;
            case Tests said -> ReplyKind.TESTS;
        };
    }

    /** The position that it bears, if any. */
    default @Nullable Position position() {
        return null;
    }

    /** The JSON object that is stored as the turn's {@code parsed}; absent and empty optional fields are left out. */
    default Map<String, @Nullable Object> document() {
        return ParsedReplyReader.form(kind()).document(this);
    }

    /** What a stored document says: {@code of(said.kind(), said.document())} equals {@code said}. */
    static ParsedReply of(ReplyKind kind, Map<String, @Nullable Object> document) {
        return ParsedReplyReader.stored(kind, document);
    }

    /** What must be known before anybody answers. */
    record Questions(
            @Says(most = 5) List<Question> questions,

            @Says(note = "that the topic is clear as it stands")
            double confidence)
            implements ParsedReply {
        public Questions {
            questions = List.copyOf(questions);
            confidence = Json.rounded(confidence);
        }
    }

    /**
     * One open point.
     *
     * @param priority from 1, the most urgent, to 5
     * @param otherwise what is assumed if nobody answers; the field {@code default}
     */
    record Question(
            @Says(chars = ReplyForm.ID, distinct = true) String id,
            @Says(chars = ReplyForm.REMARK) String text,
            @Says(chars = ReplyForm.ID) String category,

            @Says(least = 1, most = 5, note = "1 is the most urgent")
            int priority,

            @Says(name = "default", chars = ReplyForm.REMARK, note = "what you would assume if nobody answers")
            String otherwise) {}

    /**
     * An answer, or the choice of an option. Of answer, option and code at least one is given; where the options are
     * closed it is always the option, also if the reply named it by its label.
     *
     * @param option the chosen option; -1 if an answer or code is given instead
     * @param assumes ids of the questions whose assumed answers it rests on
     * @param because the critiques that moved it, each as {@code turn_seq.index}
     */
    record Position(
            @Says(chars = ReplyForm.ANSWER) @Nullable String answer,
            @Says(option = true, optional = true) int option,
            double confidence,

            @Says(chars = ReplyForm.REASONING, optional = true)
            String reasoning,

            @Says(most = 32, optional = true) List<Claim> claims,

            @Says(chars = ReplyForm.ID, most = 16, optional = true, note = "ids of clarifications it rests on")
            List<String> assumes,

            @Says(chars = ReplyForm.REMARK, most = 16, optional = true)
            List<String> risks,

            @Says(
                    chars = ReplyForm.ID,
                    most = 16,
                    optional = true,
                    note = "the critiques that moved you, by number as 7.1")
            List<String> because,

            @Says(chars = ReplyForm.CODE) @Nullable String code,
            @Nullable Reflection reflection)
            implements ParsedReply {
        public Position {
            claims = List.copyOf(claims);
            assumes = List.copyOf(assumes);
            risks = List.copyOf(risks);
            because = List.copyOf(because);
            confidence = Json.rounded(confidence);
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
        public Position position() {
            return this;
        }
    }

    /** What a position claims, and the ids of the evidence for it. */
    record Claim(
            @Says(chars = ReplyForm.REMARK) String text,

            @Says(chars = ReplyForm.EVIDENCE_ID, most = 32, optional = true, note = "ids of documents")
            List<String> evidence) {
        public Claim {
            evidence = List.copyOf(evidence);
        }
    }

    /** Why a draft failed its checks, and what was changed. */
    record Reflection(
            @Says(chars = ReplyForm.LONG_REMARK) String rootCause,
            @Says(chars = ReplyForm.LONG_REMARK) String change) {}

    /** What is wrong with the options; in a ladder with the revised position. */
    record Critiques(
            @Says(most = 20) List<CritiqueItem> critiques,
            @Says(note = "yours, revised or not") @Nullable Position position)
            implements ParsedReply {
        public Critiques {
            critiques = List.copyOf(critiques);
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
            @Says(option = true, note = "the option it is against")
            int target,

            @Says(chars = ReplyForm.REMARK) String issue,
            @Says(note = "1 is the worst") double severity,
            @Says(chars = ReplyForm.REMARK) @Nullable String suggestion,
            @Says(chars = ReplyForm.ID) @Nullable String category,

            @Says(note = "how likely it is to improve the answer") @Nullable
            Double expectedUsefulness) {}

    /** Marks for the options, each option at most once. */
    record Reviews(@Says(least = 1, most = Options.MOST) List<Review> reviews) implements ParsedReply {
        public Reviews {
            reviews = List.copyOf(reviews);
        }
    }

    /** The marks of one option, each from 0 to 1. */
    record Review(
            @Says(option = true, distinct = true) int option,
            double correctness,
            double completeness,
            double safety,
            double clarity,

            @Says(chars = ReplyForm.REMARK, most = 10, optional = true)
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
    record Attack(@Says(most = 20) List<Finding> findings) implements ParsedReply {
        public Attack {
            findings = List.copyOf(findings);
        }
    }

    /**
     * One weakness that red sees.
     *
     * @param test code that fails while the weakness is there
     */
    record Finding(
            @Says(chars = ReplyForm.ID, distinct = true, note = "the same as before where you repeat one")
            String id,

            @Says(chars = ReplyForm.ID) String category,
            Severity severity,
            @Says(chars = ReplyForm.REMARK) String claim,

            @Says(chars = ReplyForm.CODE, note = "code that fails while the weakness is there") @Nullable
            String test,

            @Says(chars = ReplyForm.ANSWER) @Nullable String example) {}

    /** What blue says to the findings, and the position it now defends. */
    record Defence(
            @Says(most = 20) List<Answer> answers,
            @Says(note = "the one you now defend, whole") Position position) implements ParsedReply {
        public Defence {
            answers = List.copyOf(answers);
        }
    }

    /** What blue says to one finding: it concedes, or it rebuts. */
    record Answer(
            @Says(chars = ReplyForm.ID, distinct = true, note = "of the finding")
            String id,

            @Says(
                    name = "action",
                    words = {"concede", "rebut"})
            boolean concede,

            @Says(chars = ReplyForm.LONG_REMARK) String text) {}

    /**
     * A vote.
     *
     * @param ranking distinct options, the vote first; empty if none was given
     */
    record Vote(
            @Says(name = "vote", option = true) int option,
            double confidence,

            @Says(option = true, most = Options.MOST, optional = true, note = "best first, beginning with the vote")
            List<Integer> ranking,

            @Says(chars = ReplyForm.REASONING) @Nullable String reason,
            @Says(most = 8, optional = true) List<Concern> concerns,

            @Says(most = 3, optional = true, note = "what is worth remembering for other debates")
            List<LessonDraft> lessons)
            implements ParsedReply {
        public Vote {
            confidence = Json.rounded(confidence);
            ranking = List.copyOf(ranking);
            concerns = List.copyOf(concerns);
            lessons = List.copyOf(lessons);
        }

        /** A vote without reasons, with a ranking or an empty one. */
        public static Vote of(int option, double confidence, List<Integer> ranking) {
            return new Vote(option, confidence, ranking, null, List.of(), List.of());
        }
    }

    /** What a voter still worries about, with a severity from 0 to 1. */
    record Concern(@Says(chars = ReplyForm.REMARK) String text, double severity) {}

    /** What a voter thinks worth remembering. */
    record LessonDraft(
            @Says(
                    words = {
                        "pattern",
                        "anti_pattern",
                        "architecture",
                        "optimization",
                        "security",
                        "refactoring",
                        "debugging",
                        "testing",
                        "documentation",
                        "best_practice"
                    })
            String category,

            @Says(chars = ReplyForm.NAME) String title,
            @Says(chars = ReplyForm.REMARK) String problem,
            @Says(chars = ReplyForm.LONG_REMARK) String solution) {}

    /** Who looks at what: the foci of a lead or the bids of a seat; the other list is empty. */
    record Plan(
            @Says(most = ReplyForm.SEATS, note = "one for each seat")
            List<Focus> foci,

            @Says(least = 1, most = 3) List<Bid> bids)
            implements ParsedReply {
        public Plan {
            foci = List.copyOf(foci);
            bids = List.copyOf(bids);
        }

        @Override
        public Map<String, @Nullable Object> document() {
            return ParsedReplyReader.plan(!bids.isEmpty()).document(this);
        }
    }

    /** What one seat shall look at. */
    record Focus(
            @Says(seat = true, distinct = true) int seat,
            @Says(chars = ReplyForm.FOCUS) String focus) {}

    /** What a seat would look at, and how well it thinks itself fit for it, from 0 to 1. */
    record Bid(
            @Says(chars = ReplyForm.FOCUS) String focus,
            @Says(note = "1 is the fittest") double fit) {}

    /** Tests for code that nobody has seen yet, of distinct names. */
    record Tests(@Says(least = 1, most = 10) List<GeneratedTest> tests) implements ParsedReply {
        public Tests {
            tests = List.copyOf(tests);
        }
    }

    /** One test as it was written. */
    record GeneratedTest(
            @Says(chars = ReplyForm.NAME, distinct = true) String name,
            @Says(chars = ReplyForm.CODE) String code) {}
}
