package dev.stoa.learning.consensus;

import dev.stoa.base.Bounds;
import dev.stoa.base.Trust;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.json.Metadata;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a debate that is to be kept, checked when it is made. Immutable. Make one with {@link #of} and the
 * builder it returns.
 *
 * @param id the id of the debate, which is also that of the row
 * @param topic what was debated, 1 to 2,000 characters
 * @param conclusion what came out, at most 32,768 characters
 * @param agreeing those of the participants who agree with it
 * @param abstaining those of the participants who took no side
 * @param evidence the ids of the evidence used
 * @param duration in seconds
 * @param supersedes the id of the consensus that this one replaces
 */
public record ConsensusDraft(
        String id,
        String topic,
        String conclusion,
        double confidence,
        String domain,
        List<String> tags,
        List<String> participants,
        List<String> agreeing,
        List<String> abstaining,
        List<String> keyClaims,
        List<String> evidence,
        @Nullable Long rounds,
        @Nullable Double duration,
        @Nullable String supersedes,
        List<DissentDraft> dissents,
        Trust trust,
        Map<String, @Nullable Object> metadata) {
    static final int LONGEST_TOPIC = 2_000;
    static final int LONGEST_TEXT = 32_768;
    static final String GENERAL = "general";
    private static final int MOST_PARTICIPANTS = 64;
    private static final int MOST_TAGS = 16;
    private static final int MOST_CLAIMS = 32;
    private static final int MOST_EVIDENCE = 200;
    private static final int MOST_DISSENTS = 512;
    private static final long MOST_ROUNDS = 1_000_000;
    private static final double LONGEST_DURATION = 1e9;

    public ConsensusDraft {
        Bounds.given("id", id);
        Bounds.given("topic", topic);
        Bounds.given("conclusion", conclusion);
        Bounds.given("domain", domain);
        Bounds.given("tags", tags);
        Bounds.given("participants", participants);
        Bounds.given("agreeing", agreeing);
        Bounds.given("abstaining", abstaining);
        Bounds.given("keyClaims", keyClaims);
        Bounds.given("evidence", evidence);
        Bounds.given("dissents", dissents);
        Bounds.given("trust", trust);
        Bounds.given("metadata", metadata);
        id = Bounds.id("id", id);
        topic = Bounds.text("topic", topic, 1, LONGEST_TOPIC);
        conclusion = Bounds.text("conclusion", conclusion, 0, LONGEST_TEXT);
        confidence = Bounds.unit("confidence", confidence);
        domain = Bounds.label("domain", domain);
        tags = Bounds.size("tags", tags, 0, MOST_TAGS).stream()
                .map(tag -> Bounds.label("tag", tag))
                .distinct()
                .toList();
        participants = names("participants", Bounds.size("participants", participants, 1, MOST_PARTICIPANTS));
        agreeing = within("agreeing", agreeing, participants);
        abstaining = within("abstaining", abstaining, participants);
        for (String name : abstaining) {
            if (agreeing.contains(name)) {
                throw Bounds.invalid(
                        Bounds.shown(name) + " is in agreeing and in abstaining", "name it in one of them");
            }
        }
        keyClaims = Bounds.size("key_claims", keyClaims, 0, MOST_CLAIMS).stream()
                .map(claim -> Bounds.text("key claim", claim, 1, LONGEST_TOPIC))
                .toList();
        evidence = Bounds.size("evidence", evidence, 0, MOST_EVIDENCE).stream()
                .map(piece -> Bounds.id("evidence id", piece))
                .distinct()
                .toList();
        if (rounds != null) {
            Bounds.whole("rounds", rounds, 0, MOST_ROUNDS);
        }
        if (duration != null) {
            duration = Bounds.real("duration", duration, 0, LONGEST_DURATION);
        }
        if (supersedes != null) {
            supersedes = Bounds.id("supersedes", supersedes);
        }
        dissents = distinct(id, Bounds.size("dissents", dissents, 0, MOST_DISSENTS));
        metadata = Json.parseObject(Metadata.write(metadata));
        checkTexts(metadata);
    }

    /** Whether chance had a seat in the debate, as its metadata say. */
    public boolean simulated() {
        return Consensus.simulated(metadata);
    }

    /** Starts a draft with what every one must have; the builder gives the rest. */
    public static ConsensusDraftBuilder of(
            String id, String topic, String conclusion, double confidence, Collection<String> participants) {
        return new ConsensusDraftBuilder(
                id, topic, conclusion, confidence, List.copyOf(Bounds.given("participants", participants)));
    }

    /** The outcome that a JSON object describes. */
    public static ConsensusDraft fromJson(JsonFields fields) {
        ConsensusDraft draft = new ConsensusDraft(
                fields.text("id"),
                fields.text("topic"),
                fields.text("conclusion", ""),
                fields.real("confidence"),
                fields.text("domain", GENERAL),
                fields.texts("tags"),
                fields.texts("participants"),
                fields.texts("agreeing"),
                fields.texts("abstaining"),
                fields.texts("key_claims"),
                fields.texts("evidence"),
                fields.wholeOrNull("rounds"),
                fields.realOrNull("duration"),
                fields.textOrNull("supersedes"),
                fields.objects("dissents").stream().map(DissentDraft::fromJson).toList(),
                Trust.of(fields.text("trust", Trust.AGENT.text())),
                fields.object("metadata"));
        fields.end();
        return draft;
    }

    /** The same outcome, believed as far as this. */
    public ConsensusDraft trust(Trust level) {
        return new ConsensusDraft(
                id,
                topic,
                conclusion,
                confidence,
                domain,
                tags,
                participants,
                agreeing,
                abstaining,
                keyClaims,
                evidence,
                rounds,
                duration,
                supersedes,
                dissents,
                level,
                metadata);
    }

    /** All of it but the trust, which is capped by the caller and not part of what was said. */
    Map<String, @Nullable Object> content() {
        return Json.object(
                "id", id,
                "topic", topic,
                "conclusion", conclusion,
                "confidence", confidence,
                "domain", domain,
                "tags", tags,
                "participants", participants,
                "agreeing", agreeing,
                "abstaining", abstaining,
                "key_claims", keyClaims,
                "evidence", evidence,
                "rounds", rounds,
                "duration", duration,
                "supersedes", supersedes,
                "dissents",
                        dissents.stream().map(dissent -> dissent.content(id)).toList(),
                "metadata", metadata);
    }

    /** JSON can hold a NUL, which not every backend can. */
    private static void checkTexts(@Nullable Object value) {
        switch (value) {
            case String text -> Bounds.text("metadata", text, 0, Integer.MAX_VALUE);
            case Map<?, ?> map ->
                map.forEach((key, part) -> {
                    checkTexts(key);
                    checkTexts(part);
                });
            case List<?> list -> list.forEach(ConsensusDraft::checkTexts);
            case null, default -> {}
        }
    }

    private static List<String> names(String field, List<String> names) {
        Set<String> seen = new HashSet<>();
        return names.stream()
                .map(name -> {
                    String clean = Bounds.name(field, name);
                    if (!seen.add(clean)) {
                        throw Bounds.invalid(field + " has " + Bounds.shown(clean) + " twice", "name each once");
                    }
                    return clean;
                })
                .toList();
    }

    private static List<String> within(String field, List<String> names, List<String> participants) {
        List<String> clean = names(field, Bounds.size(field, names, 0, MOST_PARTICIPANTS));
        for (String name : clean) {
            if (!participants.contains(name)) {
                throw Bounds.invalid(
                        field + " has " + Bounds.shown(name) + ", who is no participant", "name participants only");
            }
        }
        return clean;
    }

    private static List<DissentDraft> distinct(String id, List<DissentDraft> dissents) {
        Map<String, DissentDraft> byId = new LinkedHashMap<>();
        dissents.forEach(dissent -> byId.putIfAbsent(dissent.id(id), dissent));
        return List.copyOf(byId.values());
    }
}
