package dev.stoa.counsel.specialist;

import dev.stoa.base.Bounds;
import dev.stoa.base.ConflictException;
import dev.stoa.base.Needs;
import dev.stoa.base.Page;
import dev.stoa.base.Precondition;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.base.Rights;
import dev.stoa.counsel.audit.AuditEvent;
import dev.stoa.counsel.base.CounselContext;
import dev.stoa.counsel.base.Fields;
import dev.stoa.json.Json;
import dev.stoa.storage.Tx;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Who answers, and by which model. Thread-safe. */
public final class Specialists {
    static final int LONGEST_MODEL = 400;
    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._-]{0,63}");
    private static final int MOST_FIELDS = 50;

    private final CounselContext context;
    private final Fields fields;
    private final Precondition expected;

    private Specialists(CounselContext context, Fields fields, Precondition expected) {
        this.context = context;
        this.fields = fields;
        this.expected = expected;
    }

    /** The specialists of an archive. */
    public static Specialists over(CounselContext context, Fields fields) {
        return new Specialists(context, fields, Precondition.NONE);
    }

    /** The same specialists, each of which is changed only in a version that was expected. */
    public Specialists onlyIf(Precondition precondition) {
        return new Specialists(context, fields, Bounds.given("precondition", precondition));
    }

    private Specialist edited(Tx tx, String name) {
        Specialist specialist = SpecialistTable.get(tx, name);
        expected.check("specialist " + name, specialist::etag);
        return specialist;
    }

    /**
     * Adds a specialist; one that was retired is asked again if it has the same model.
     *
     * @param model an agent SPEC
     * @param ofFields the fields that it is for; empty for all
     */
    @Needs(value = Right.OPERATE, agents = false)
    public Specialist add(Principal by, String name, String model, List<String> ofFields) {
        Rights.check(by);
        named(name);
        Bounds.text("model", model, 1, LONGEST_MODEL);
        Bounds.size("fields", ofFields, 0, MOST_FIELDS).forEach(fields::get);
        return context.write(by, (tx, now) -> {
            Specialist known = SpecialistTable.find(tx, name).orElse(null);
            if (known == null) {
                tx.update(
                        """
                        INSERT INTO specialists (name, seq, active_model, fields, state, created_at, updated_at)
                        VALUES (?, ?, ?, ?, 'enabled', ?, ?)""",
                        name,
                        tx.next("specialist"),
                        model,
                        Json.write(ofFields.stream().distinct().toList()),
                        now,
                        now);
            } else if (known.state() == SpecialistState.ENABLED) {
                throw new ConflictException(
                        "conflict",
                        "specialist " + name + " exists",
                        "set a shadow and promote it to change its model");
            } else if (!known.activeModel().equals(model)) {
                throw new ConflictException(
                        "conflict",
                        "specialist " + name + " was retired with the model " + known.activeModel(),
                        "add it with that model and promote the other, or choose another name");
            } else {
                tx.update(
                        "UPDATE specialists SET state = 'enabled', fields = ?, updated_at = ? WHERE name = ?",
                        Json.write(ofFields.stream().distinct().toList()),
                        now,
                        name);
            }
            return SpecialistTable.get(tx, name);
        });
    }

    /** Asks a specialist no more. */
    @Needs(value = Right.OPERATE, agents = false)
    public Specialist retire(Principal by, String name) {
        return context.write(by, (tx, now) -> {
            enabled(tx, name);
            tx.update("UPDATE specialists SET state = 'retired', updated_at = ? WHERE name = ?", now, name);
            return SpecialistTable.get(tx, name);
        });
    }

    /**
     * Lets a model be measured beside that of a specialist, from now on.
     *
     * @param model an agent SPEC; null to measure none
     */
    @Needs(value = Right.OPERATE, agents = false)
    public Specialist shadow(Principal by, String name, @Nullable String model) {
        Rights.check(by);
        Bounds.textOrNull("model", model, 1, LONGEST_MODEL);
        return context.write(by, (tx, now) -> {
            Specialist specialist = enabled(tx, name);
            if (specialist.activeModel().equals(model)) {
                throw new ConflictException(
                        "conflict", "specialist " + name + " has the model " + model + " already", "name another");
            }
            shadow(tx, name, model, now);
            return SpecialistTable.get(tx, name);
        });
    }

    private static void shadow(Tx tx, String name, @Nullable String model, Instant now) {
        tx.update(
                "UPDATE specialists SET shadow_model = ?, shadow_since = ?, updated_at = ? WHERE name = ?",
                model,
                model == null ? null : (Long) ShadowScores.last(tx),
                now,
                name);
    }

    /** One specialist. */
    @Needs(Right.READ)
    public SpecialistView get(Principal by, String name) {
        return context.read(by, (tx, now) -> view(tx, SpecialistTable.get(tx, name)));
    }

    /** The specialists, in the order in which they were added. */
    @Needs(Right.READ)
    public Page<SpecialistView> list(Principal by, Page.Request page) {
        return context.read(
                by,
                (tx, now) -> page.of(SpecialistTable.after(tx, page.after(0), page.limit() + 1), Specialist::seq)
                        .map(specialist -> view(tx, specialist)));
    }

    /** Those who are asked, in the order in which they were added; at most 500. */
    @Needs(Right.READ)
    public List<Specialist> enabled(Principal by) {
        return context.read(by, (tx, now) -> SpecialistTable.enabled(tx));
    }

    /** What the comparison of a specialist with its shadow says. */
    @Needs(Right.READ)
    public Gate gate(Principal by, String name) {
        return context.read(by, (tx, now) -> {
            Specialist specialist = SpecialistTable.get(tx, name);
            needShadow(specialist);
            return Gate.of(ShadowScores.pairs(tx, specialist));
        });
    }

    /** Stores how a model and its shadow did, inside a unit of work of others; false if the query is scored already. */
    public boolean scored(Tx tx, ShadowScore score, Instant now) {
        return ShadowScores.store(tx, context.ids().next(), score, now);
    }

    /** The same in a unit of its own. */
    @Needs(value = Right.ASK, agents = false)
    public boolean scored(Principal by, ShadowScore score) {
        return context.write(by, (tx, now) -> scored(tx, score, now));
    }

    /** The changes of the model of a specialist, the newest first. */
    @Needs(Right.READ)
    public Page<Promotion> promotions(Principal by, String name, Page.Request page) {
        return context.read(
                by,
                (tx, now) -> page.of(
                        SpecialistTable.promotions(tx, name, page.after(Long.MAX_VALUE), page.limit() + 1),
                        Promotion::seq));
    }

    /**
     * Makes the shadow the model that answers, if the gate allows it; the model before becomes the shadow, so that the
     * same gate watches for regret.
     */
    @Needs(value = Right.OPERATE, agents = false)
    public Promotion promote(Principal by, String name, PromoteRequest request) {
        return context.write(by, (tx, now) -> {
            Specialist specialist = enabled(tx, name);
            String to = request.to() == null ? specialist.shadowModel() : request.to();
            if (to == null) {
                throw needShadow(specialist.name());
            }
            if (to.equals(specialist.activeModel())) {
                throw new ConflictException(
                        "conflict", "specialist " + name + " has the model " + to + " already", "name another");
            }
            boolean measured = to.equals(specialist.shadowModel());
            if (!measured && !request.force()) {
                throw new ConflictException(
                        "conflict",
                        "model " + to + " is not the shadow of specialist " + name + ", so nothing is known of it",
                        "set it as the shadow first, or force the promotion with a reason");
            }
            Gate gate = Gate.of(measured ? ShadowScores.pairs(tx, specialist) : List.of());
            if (!gate.passed() && !request.force()) {
                throw new ConflictException(
                        "conflict", "gate: " + gate.words(), "wait for more scores, or force it with a reason");
            }
            Promotion promotion = change(tx, specialist, Promotion.PROMOTE, to, metadata(by, gate, request), now);
            shadow(tx, name, specialist.activeModel(), now);
            audit(tx, by, promotion, now);
            return promotion;
        });
    }

    /** Undoes the newest promotion that was not undone: the model before answers again, and nothing is measured. */
    @Needs(value = Right.OPERATE, agents = false)
    public Promotion rollback(Principal by, String name, @Nullable String reason) {
        Rights.check(by);
        Bounds.textOrNull("reason", reason, 1, PromoteRequest.LONGEST_REASON);
        return context.write(by, (tx, now) -> {
            Specialist specialist = edited(tx, name);
            Promotion last = SpecialistTable.unreverted(tx, specialist).orElseThrow(() -> nothingToUndo(name));
            String to = last.fromModel();
            if (to == null
                    || tx.update("UPDATE promotions SET reverted = 1 WHERE id = ? AND reverted = 0", last.id()) == 0) {
                throw nothingToUndo(name);
            }
            Map<String, @Nullable Object> metadata = new LinkedHashMap<>();
            metadata.put("promotion", last.id());
            metadata.put("reason", reason);
            metadata.put("token_id", by.trace().token());
            Promotion promotion = change(tx, specialist, Promotion.ROLLBACK, to, metadata, now);
            shadow(tx, name, null, now);
            audit(tx, by, promotion, now);
            return promotion;
        });
    }

    private Promotion change(
            Tx tx,
            Specialist specialist,
            String event,
            String to,
            Map<String, @Nullable Object> metadata,
            Instant now) {
        Promotion promotion = new Promotion(
                context.ids().next(),
                tx.next("promotion"),
                now,
                specialist.name(),
                event,
                specialist.activeModel(),
                to,
                false,
                metadata);
        SpecialistTable.insert(tx, promotion);
        tx.update("UPDATE specialists SET active_model = ? WHERE name = ?", to, specialist.name());
        return promotion;
    }

    private void audit(Tx tx, Principal by, Promotion promotion, Instant now) {
        context.audit()
                .append(
                        tx,
                        new AuditEvent(
                                promotion.event(),
                                by.trace(),
                                null,
                                null,
                                null,
                                promotion.specialist(),
                                null,
                                null,
                                null,
                                null,
                                null,
                                Json.object(
                                        "promotion_id", promotion.id(),
                                        "from_model", promotion.fromModel(),
                                        "to_model", promotion.toModel())),
                        now);
    }

    private static Map<String, @Nullable Object> metadata(Principal by, Gate gate, PromoteRequest request) {
        return Json.object(
                "look", gate.look(),
                "n", gate.n(),
                "mean", gate.mean(),
                "bound", gate.bound(),
                "forced", request.force(),
                "reason", request.reason(),
                "token_id", by.trace().token());
    }

    private static SpecialistView view(Tx tx, Specialist specialist) {
        Gate gate = specialist.shadowModel() == null ? null : Gate.of(ShadowScores.pairs(tx, specialist));
        boolean regret = gate != null
                && gate.passed()
                && SpecialistTable.unreverted(tx, specialist)
                        .filter(last -> String.valueOf(last.fromModel()).equals(specialist.shadowModel()))
                        .isPresent();
        return new SpecialistView(
                specialist,
                SpecialistTable.reliability(tx, specialist),
                SpecialistTable.outcomes(tx, specialist),
                gate,
                regret);
    }

    private Specialist enabled(Tx tx, String name) {
        Specialist specialist = edited(tx, name);
        if (specialist.state() == SpecialistState.RETIRED) {
            throw new ConflictException("conflict", "specialist " + name + " is retired", "add it again first");
        }
        return specialist;
    }

    private static void needShadow(Specialist specialist) {
        if (specialist.shadowModel() == null) {
            throw needShadow(specialist.name());
        }
    }

    private static ConflictException needShadow(String name) {
        return new ConflictException("conflict", "specialist " + name + " has no shadow", "set one first");
    }

    private static ConflictException nothingToUndo(String name) {
        return new ConflictException(
                "conflict", "specialist " + name + " has no promotion to undo", "list its promotions");
    }

    private static void named(String name) {
        if (!NAME.matcher(Bounds.given("name", name)).matches()) {
            throw Bounds.invalid(
                    "name " + Bounds.shown(name) + " is not 1 to 64 of a-z 0-9 . _ -, the first a letter or digit",
                    "choose another");
        }
    }
}
