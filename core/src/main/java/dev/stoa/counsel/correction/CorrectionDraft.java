package dev.stoa.counsel.correction;

import dev.stoa.base.Bounds;
import dev.stoa.counsel.base.Fields;
import dev.stoa.json.JsonFields;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A correction to be stored. Immutable.
 *
 * @param rejected what is not true, may be empty; null for the answer of {@code messageId}, else empty
 * @param scopeId the project or conversation of the scope; null for a global one
 * @param decayClass A, B or C; null for that of the domain
 * @param question the question whose answer it corrects, of which 20,000 characters are kept; null for that of
 *     {@code messageId}, if that is given
 * @param messageId the answer that it corrects
 */
public record CorrectionDraft(
        String subject,
        String claim,
        @Nullable String rejected,
        String domain,
        double confidence,
        String source,
        CorrectionScope scope,
        @Nullable String scopeId,
        CorrectionType type,
        @Nullable String decayClass,
        boolean pinned,
        @Nullable String question,
        @Nullable String messageId) {
    static final String MANUAL = "manual";
    static final String ARBITER = "arbiter";
    private static final double CONFIDENCE = .9;
    private static final int LONGEST_QUESTION = 1_000_000;
    private static final List<String> SOURCES = List.of(MANUAL, ARBITER);
    private static final List<String> CLASSES = List.of("A", "B", "C");

    public CorrectionDraft {
        Bounds.text("subject", subject, 1, Correction.LONGEST_SUBJECT);
        Bounds.text("claim", claim, 1, Correction.LONGEST_CLAIM);
        Bounds.textOrNull("rejected", rejected, 0, Correction.LONGEST_REJECTED);
        Bounds.given("domain", domain);
        confidence = Bounds.unit("confidence", confidence);
        Bounds.word("source", source, SOURCES);
        Bounds.given("type", type);
        if (Bounds.given("scope", scope) == CorrectionScope.GLOBAL) {
            if (scopeId != null) {
                throw Bounds.invalid(
                        "scope_id " + Bounds.shown(scopeId) + " is given for a global correction",
                        "choose the scope project or conversation, or leave scope_id out");
            }
        } else if (scopeId == null) {
            throw Bounds.invalid("scope " + scope.text() + " has no scope_id", "give the id of the " + scope.text());
        }
        if (decayClass != null) {
            Bounds.word("decay_class", decayClass, CLASSES);
        }
        Bounds.textOrNull("question", question, 1, LONGEST_QUESTION);
        if (messageId != null) {
            Bounds.id("message_id", messageId);
        }
    }

    /** A global fact. */
    public static CorrectionDraft of(String subject, String claim) {
        return new CorrectionDraft(
                subject,
                claim,
                null,
                Fields.GENERAL,
                CONFIDENCE,
                MANUAL,
                CorrectionScope.GLOBAL,
                null,
                CorrectionType.FACT,
                null,
                false,
                null,
                null);
    }

    /** The draft of a JSON object. */
    public static CorrectionDraft fromJson(JsonFields fields) {
        CorrectionDraft draft = new CorrectionDraft(
                fields.text("subject"),
                fields.text("claim"),
                fields.textOrNull("rejected"),
                fields.text("domain", Fields.GENERAL),
                fields.real("confidence", CONFIDENCE),
                fields.text("source", MANUAL),
                CorrectionScope.of(fields.text("scope", CorrectionScope.GLOBAL.text())),
                fields.textOrNull("scope_id"),
                CorrectionType.of(fields.text("type", CorrectionType.FACT.text())),
                fields.textOrNull("decay_class"),
                fields.flag("pinned", false),
                fields.textOrNull("question"),
                fields.textOrNull("message_id"));
        fields.end();
        return draft;
    }

    /** The same, rejecting a text. */
    public CorrectionDraft rejecting(String text) {
        return with(parts -> parts.rejected = text);
    }

    /** The same in a domain. */
    public CorrectionDraft in(String field) {
        return with(parts -> parts.domain = field);
    }

    /** The same in a project or a conversation. */
    public CorrectionDraft within(CorrectionScope where, @Nullable String id) {
        return with(parts -> {
            parts.scope = where;
            parts.scopeId = id;
        });
    }

    /** The same with another confidence. */
    public CorrectionDraft confidence(double share) {
        return with(parts -> parts.confidence = share);
    }

    /** The same, saying a thing of another kind. */
    public CorrectionDraft type(CorrectionType kind) {
        return with(parts -> parts.type = kind);
    }

    /** The same, which does not age. */
    public CorrectionDraft pinned(boolean on) {
        return with(parts -> parts.pinned = on);
    }

    /** The same of another class of decay. */
    public CorrectionDraft decaying(@Nullable String word) {
        return with(parts -> parts.decayClass = word);
    }

    /** The same from another source. */
    public CorrectionDraft source(String word) {
        return with(parts -> parts.source = word);
    }

    /** The same about the answer to a question. */
    public CorrectionDraft question(@Nullable String text) {
        return with(parts -> parts.question = text);
    }

    /** The same about a stored answer. */
    public CorrectionDraft about(@Nullable String answerId) {
        return with(parts -> parts.messageId = answerId);
    }

    private CorrectionDraft with(Consumer<Parts> change) {
        Parts parts = new Parts(this);
        change.accept(parts);
        return parts.draft();
    }

    /** A draft while some of it is changed. For one thread. */
    private static final class Parts {
        private final String subject;
        private final String claim;
        private @Nullable String rejected;
        private String domain;
        private double confidence;
        private String source;
        private CorrectionScope scope;
        private @Nullable String scopeId;
        private CorrectionType type;
        private @Nullable String decayClass;
        private boolean pinned;
        private @Nullable String question;
        private @Nullable String messageId;

        Parts(CorrectionDraft of) {
            this.subject = of.subject;
            this.claim = of.claim;
            this.rejected = of.rejected;
            this.domain = of.domain;
            this.confidence = of.confidence;
            this.source = of.source;
            this.scope = of.scope;
            this.scopeId = of.scopeId;
            this.type = of.type;
            this.decayClass = of.decayClass;
            this.pinned = of.pinned;
            this.question = of.question;
            this.messageId = of.messageId;
        }

        CorrectionDraft draft() {
            return new CorrectionDraft(
                    subject,
                    claim,
                    rejected,
                    domain,
                    confidence,
                    source,
                    scope,
                    scopeId,
                    type,
                    decayClass,
                    pinned,
                    question,
                    messageId);
        }
    }
}
