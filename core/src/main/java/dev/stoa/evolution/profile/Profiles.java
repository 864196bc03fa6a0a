package dev.stoa.evolution.profile;

import dev.stoa.base.Bounds;
import dev.stoa.base.ConflictException;
import dev.stoa.base.Needs;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.base.Right;
import dev.stoa.evolution.base.EvolutionContext;
import dev.stoa.json.Json;
import dev.stoa.storage.Tx;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The profiles of actors and their descent. Thread-safe. A profile never changes and is never deleted. */
public final class Profiles {
    private final EvolutionContext context;

    private Profiles(EvolutionContext context) {
        this.context = context;
    }

    public static Profiles over(EvolutionContext context) {
        return new Profiles(context);
    }

    /** Stores a profile. */
    @Needs(value = Right.OPERATE, agents = false)
    public Profile add(Principal by, ProfileDraft draft) {
        return context.write(by, (tx, now) -> ProfileTable.add(tx, context.ids().next(), draft));
    }

    /** Sets the baseline of a profile, once. */
    @Needs(value = Right.OPERATE, agents = false)
    public Profile baseline(Principal by, String id, double baseline) {
        return context.write(by, (tx, now) -> ProfileTable.baseline(tx, id, baseline));
    }

    /** One profile. */
    @Needs(Right.READ)
    public Profile get(Principal by, String id) {
        return context.read(by, (tx, now) -> ProfileTable.get(tx, id));
    }

    /** One profile, if there is one. */
    @Needs(Right.READ)
    public Optional<Profile> find(Principal by, String id) {
        return context.read(by, (tx, now) -> ProfileTable.find(tx, id));
    }

    /** All profiles of a run, oldest first. */
    @Needs(Right.READ)
    public List<Profile> list(Principal by, String runId) {
        return context.read(by, (tx, now) -> ProfileTable.ofRun(tx, runId));
    }

    /** One page of the profiles of a run. */
    @Needs(Right.READ)
    public Page<Profile> page(Principal by, String runId, Page.Request request) {
        return context.read(
                by,
                (tx, now) -> request.of(
                        ProfileTable.after(tx, runId, request.after(Long.MIN_VALUE), request.limit() + 1),
                        Profile::seq));
    }

    /** The profiles that serve in a generation, in the order of its actors. */
    @Needs(Right.READ)
    public List<Profile> deployed(Principal by, String generationId) {
        return context.read(by, (tx, now) -> ProfileTable.deployed(tx, generationId));
    }

    /** A profile and its ancestors, the root first. */
    @Needs(Right.READ)
    public List<LineageStep> lineage(Principal by, String id) {
        return context.read(by, (tx, now) -> {
            List<Profile> chain = chain(tx, id);
            Collections.reverse(chain);
            List<LineageStep> steps = new ArrayList<>();
            Profile parent = null;
            for (Profile profile : chain) {
                steps.add(step(tx, profile, parent));
                parent = profile;
            }
            return steps;
        });
    }

    /** All profiles of a run as steps of descent, oldest first. */
    @Needs(Right.READ)
    public List<LineageStep> tree(Principal by, String runId) {
        return context.read(by, (tx, now) -> {
            Map<String, Profile> known = new HashMap<>();
            List<LineageStep> steps = new ArrayList<>();
            for (Profile profile : ProfileTable.ofRun(tx, runId)) {
                known.put(profile.id(), profile);
                steps.add(step(
                        tx, profile, profile.parentProfileId() == null ? null : known.get(profile.parentProfileId())));
            }
            if (steps.isEmpty()) {
                throw new NotFoundException(
                        "not_found", "run " + Bounds.shown(runId) + " has no profiles", "list the evolution runs");
            }
            return steps;
        });
    }

    /** What distinguishes two profiles. */
    @Needs(Right.READ)
    public ProfileDiff diff(Principal by, String a, String b) {
        return context.read(by, (tx, now) -> ProfileDiff.of(ProfileTable.get(tx, a), ProfileTable.get(tx, b)));
    }

    /** Where each line of the strategy and each parameter comes from. */
    @Needs(Right.READ)
    public List<Blame> blame(Principal by, String id) {
        return context.read(by, (tx, now) -> {
            List<Profile> chain = chain(tx, id);
            Map<String, @Nullable ProfileVerdict> verdicts = new HashMap<>();
            chain.forEach(profile -> verdicts.put(profile.id(), verdict(tx, profile.id())));
            Profile self = chain.getFirst();
            List<Blame> blames = new ArrayList<>();
            List<String> lines = UnifiedDiff.lines(self.strategyText());
            // Counted once: a strategy may have thousands of lines, and a chain thousands of ancestors.
            List<Map<String, Integer>> counts =
                    chain.stream().map(each -> counts(each.strategyText())).toList();
            Map<String, Integer> before = new HashMap<>();
            for (int i = 0; i < lines.size(); i++) {
                String line = lines.get(i);
                // The second of two equal lines is owed to the first ancestor that has two of them.
                int occurrence = before.merge(line, 1, Integer::sum);
                int first = oldest(counts, each -> each.getOrDefault(line, 0) >= occurrence);
                blames.add(blame(i + 1, null, line, chain.get(first), verdicts));
            }
            List<Map<String, String>> parameters = chain.stream()
                    .map(each -> parameters(each.hyperparameters()))
                    .toList();
            ProfileDiff.paths(self.hyperparameters()).forEach((path, value) -> {
                String wanted = Json.canonical(value);
                int first = oldest(parameters, each -> wanted.equals(each.get(path)));
                blames.add(blame(null, path, value, chain.get(first), verdicts));
            });
            return blames;
        });
    }

    private static Blame blame(
            @Nullable Integer line,
            @Nullable String path,
            @Nullable Object value,
            Profile first,
            Map<String, @Nullable ProfileVerdict> verdicts) {
        return new Blame(line, path, value, first.id(), first.seq(), first.generation(), verdicts.get(first.id()));
    }

    /** How often each line of a strategy occurs. */
    private static Map<String, Integer> counts(@Nullable String strategy) {
        Map<String, Integer> counts = new HashMap<>();
        UnifiedDiff.lines(strategy).forEach(line -> counts.merge(line, 1, Integer::sum));
        return counts;
    }

    /** The canonical value of each parameter. */
    private static Map<String, String> parameters(Map<String, @Nullable Object> hyperparameters) {
        Map<String, String> values = new HashMap<>();
        ProfileDiff.paths(hyperparameters).forEach((path, value) -> values.put(path, Json.canonical(value)));
        return values;
    }

    /** The place of the last of a chain up to which all have it. */
    private static <T> int oldest(List<T> chain, Predicate<T> has) {
        int oldest = 0;
        for (int i = 0; i < chain.size() && has.test(chain.get(i)); i++) {
            oldest = i;
        }
        return oldest;
    }

    /** A profile and its ancestors, the root last. */
    private static List<Profile> chain(Tx tx, String id) {
        List<Profile> chain = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        Profile profile = ProfileTable.get(tx, id);
        chain.add(profile);
        while (profile.parentProfileId() != null) {
            if (!seen.add(profile.id())) {
                throw new ConflictException(
                        "conflict", "profile " + profile.id() + " is its own ancestor", "examine the archive");
            }
            profile = ProfileTable.get(tx, profile.parentProfileId());
            chain.add(profile);
        }
        return chain;
    }

    private static LineageStep step(Tx tx, Profile profile, @Nullable Profile parent) {
        ProfileVerdict verdict = verdict(tx, profile.id());
        String operator = profile.operator();
        return new LineageStep(
                profile,
                operator == null && verdict != null ? verdict.operator() : operator,
                verdict,
                parent == null ? null : ProfileDiff.of(parent, profile));
    }

    /** The verdict that deployed a profile, or else the last about it. */
    private static @Nullable ProfileVerdict verdict(Tx tx, String id) {
        return tx.one(
                        """
                        SELECT id, operator, outcome, reason, p_holm, lcb FROM trial_verdicts
                        WHERE candidate_profile_id = ?
                        ORDER BY CASE outcome WHEN 'accepted' THEN 0 ELSE 1 END, created_at DESC, id DESC LIMIT 1""",
                        row -> new ProfileVerdict(
                                row.text(1),
                                row.text(2),
                                row.text(3),
                                row.text(4),
                                row.realOrNull(5),
                                row.realOrNull(6)),
                        id)
                .orElse(null);
    }
}
