package dev.stoa.society.knowledge;

import dev.stoa.base.Added;
import dev.stoa.base.ConflictException;
import dev.stoa.base.ForbiddenException;
import dev.stoa.base.Needs;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.society.SocietyArchive;
import dev.stoa.society.base.ChangeResult;
import dev.stoa.society.base.ContentHash;
import dev.stoa.society.base.DomainPattern;
import dev.stoa.society.base.Feed;
import dev.stoa.society.base.FeedKind;
import dev.stoa.society.base.ResolvedPrincipal;
import dev.stoa.society.base.StoreContext;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Ids;
import dev.stoa.storage.Scope;
import dev.stoa.storage.Tx;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;

/**
 * What the society holds to be so, who said it and how far it may be trusted. Thread-safe. What is known never changes:
 * a change is new knowledge in place of the old.
 */
public final class Knowledge {
    /** What new knowledge writes that replaces none: there is one live row of a domain and text. */
    private static final Scope.Kind TEXT = new Scope.Kind(
                    "knowledge text", "knowledge", "knowledge_sources", "feed", "agents", "search_docs", "text_sizes")
            .apart();

    private static final String REVIEW = """
            INSERT INTO knowledge_reviews (knowledge_id, agent_id, verdict, reason, seq, created_at, trust)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (knowledge_id, agent_id) DO UPDATE SET verdict = excluded.verdict, reason = excluded.reason,
                seq = excluded.seq, created_at = excluded.created_at, trust = excluded.trust""";

    private final StoreContext commons;

    private Knowledge(StoreContext commons) {
        this.commons = commons;
    }

    /** The knowledge in an archive of {@link SocietyArchive#SCHEMA}. */
    public static Knowledge over(Archive archive, InstantSource clock, Ids ids) {
        return new Knowledge(StoreContext.of(archive, clock, ids));
    }

    /** Adds knowledge; the same domain and text again is what is there. */
    @Needs(Right.WRITE)
    public Added<Fact> add(Principal by, FactDraft draft) {
        Rights.check(by);
        // What is replaced is another row.
        boolean beside = commons.archive().isConcurrent() && draft.replaces() == null;
        StoreContext.Write<Supplier<Added<Fact>>> unit =
                (tx, me, now) -> FactWriter.add(tx, me, draft, commons.ids().next(), now);
        return (beside
                        ? commons.write(by, TEXT.of(ContentHash.of(draft.domain(), draft.content())), unit)
                        : commons.write(by, unit))
                .get();
    }

    /** What is known in some domains, the newest first. */
    @Needs(Right.READ)
    public Page<Fact> query(Principal by, DomainPattern pattern, FactFilter filter) {
        return commons.read(by, (tx, me) -> filter.page().of(FactTable.list(tx, me, pattern, filter), Fact::seq));
    }

    /** How much is known where, from the root down to what is below a domain. */
    @Needs(Right.READ)
    public DomainTree tree(Principal by, DomainPattern pattern) {
        return commons.read(by, (tx, me) -> DomainTree.of(FactTable.counts(tx, pattern.andBelow())));
    }

    /** Knowledge with what was said of it. */
    @Needs(Right.READ)
    public FactDetail get(Principal by, String ref) {
        return commons.read(by, (tx, me) -> detail(tx, FactTable.named(tx, me, ref)));
    }

    private static FactDetail detail(Tx tx, Fact fact) {
        return new FactDetail(fact, FactTable.reviews(tx, fact.id()));
    }

    /** Says of another's knowledge whether it is so; what one said before is replaced. */
    @Needs(Right.WRITE)
    public Fact review(Principal by, String ref, Review review) {
        return commons.write(by, (tx, me, now) -> {
            Fact fact = FactTable.named(tx, me, ref);
            if (fact.agentId().equals(me.id())) {
                throw new ForbiddenException(
                        "forbidden", "knowledge " + fact.id() + " is " + me.identity() + "'s own", "ask another");
            }
            needTrust(tx, me, fact);
            long seq = Feed.tell(tx, now, FeedKind.KNOWLEDGE_REVIEWED, me.id(), null, fact.id());
            tx.update(
                    REVIEW,
                    fact.id(),
                    me.id(),
                    review.verdict().text(),
                    review.reason(),
                    seq,
                    now,
                    me.ceiling().level());
            TrustUpdate.of(tx, List.of(fact.id()), now);
            return FactTable.get(tx, me, fact.id());
        });
    }

    /** Whose word counts less now does not take back what counted more. */
    private static void needTrust(Tx tx, ResolvedPrincipal me, Fact fact) {
        long said = tx.number(
                "SELECT COALESCE(max(trust), 0) FROM knowledge_reviews WHERE knowledge_id = ? AND agent_id = ?",
                fact.id(),
                me.id());
        long usual = me.kind().ceiling().level();
        if (Math.min(said, usual) > me.ceiling().level()) {
            throw new ForbiddenException(
                    "forbidden",
                    me.identity() + " has reviewed knowledge " + fact.id() + " with more trust than it has here",
                    "leave the review as it is");
        }
    }

    /** Puts knowledge away; it no longer counts. */
    @Needs(value = Right.WRITE, of = Needs.Whose.OWN)
    public ChangeResult<Fact> archive(Principal by, String ref) {
        return commons.write(by, (tx, me, now) -> {
            Fact fact = allowed(tx, me, ref);
            if (!fact.isLive()) {
                return new ChangeResult<>(fact, false);
            }
            FactWriter.archive(tx, fact, now, now);
            return new ChangeResult<>(FactTable.get(tx, me, fact.id()), true);
        });
    }

    /** Lets archived knowledge count again, unless other knowledge has taken its place. */
    @Needs(value = Right.WRITE, of = Needs.Whose.OWN)
    public ChangeResult<Fact> restore(Principal by, String ref) {
        return commons.write(by, (tx, me, now) -> {
            Fact fact = allowed(tx, me, ref);
            if (fact.isLive()) {
                return new ChangeResult<>(fact, false);
            }
            if (fact.replacedBy() != null) {
                throw new ConflictException(
                        "conflict",
                        "knowledge " + fact.id() + " was replaced by " + fact.replacedBy(),
                        "replace that one, or add new knowledge");
            }
            FactWriter.archive(tx, fact, null, now);
            return new ChangeResult<>(FactTable.get(tx, me, fact.id()), true);
        });
    }

    private static Fact allowed(Tx tx, ResolvedPrincipal me, String ref) {
        Fact fact = FactTable.named(tx, me, ref);
        if (!fact.agentId().equals(me.id()) && !me.isHuman() && !me.operator()) {
            throw new ForbiddenException(
                    "forbidden",
                    "knowledge " + fact.id() + " is " + fact.identity() + "'s",
                    "ask its author or a person to archive it, or dispute it by a review");
        }
        return fact;
    }
}
