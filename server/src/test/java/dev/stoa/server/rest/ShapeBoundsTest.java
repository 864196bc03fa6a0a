package dev.stoa.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.InvalidException;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import dev.stoa.learning.consensus.ConsensusDraft;
import dev.stoa.learning.consensus.TopicQuery;
import dev.stoa.learning.critique.CritiqueDraft;
import dev.stoa.learning.evidence.DebateLink;
import dev.stoa.learning.evidence.EvidenceDraft;
import dev.stoa.learning.evidence.EvidenceQuery;
import dev.stoa.learning.memory.MemoryDraft;
import dev.stoa.learning.memory.RecallQuery;
import dev.stoa.learning.rating.PredictionDraft;
import dev.stoa.server.http.Field;
import dev.stoa.server.http.Refusal;
import dev.stoa.server.http.Shape;
import dev.stoa.society.agent.AgentDraft;
import dev.stoa.society.channel.ChannelChange;
import dev.stoa.society.channel.ChannelDraft;
import dev.stoa.society.channel.MessageDraft;
import dev.stoa.society.knowledge.FactDraft;
import dev.stoa.society.message.HandoffDraft;
import dev.stoa.society.note.NoteDraft;
import dev.stoa.society.note.NoteSynthesis;
import dev.stoa.society.run.RunRequest;
import dev.stoa.society.work.WorkDraft;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ShapeBoundsTest {
    private final List<String> apart = new ArrayList<>();
    private int tried;

    @Test
    void everyBoundOfAShapeIsThatOfTheStore() {
        both(MemoryRoutes.DRAFT, "{\"content\":\"x\"}", MemoryDraft::fromJson);
        both(MemoryRoutes.RECALL, "{}", RecallQuery::fromJson, "tiers");
        both(
                ConsensusRoutes.DRAFT,
                "{\"id\":\"d\",\"topic\":\"t\",\"confidence\":1,\"participants\":[\"a\"]}",
                ConsensusDraft::fromJson,
                "agreeing",
                "abstaining");
        both(ConsensusRoutes.FIND, "{\"topic\":\"t\"}", TopicQuery::fromJson);
        both(
                PredictionRoutes.DRAFT,
                "{\"tournament_id\":\"e\",\"predictor_agent\":\"a\",\"predicted_winner\":\"b\",\"confidence\":1}",
                PredictionDraft::fromJson);
        both(
                CritiqueRoutes.DRAFT,
                "{\"debate_id\":\"d\",\"agent\":\"a\",\"severity\":1,\"issues\":[\"i\"]}",
                CritiqueDraft::fromJson);
        both(
                EvidenceRoutes.DRAFT,
                "{\"snippet\":\"s\",\"source\":\"docs\",\"debate_id\":\"d\",\"document_id\":\"f\",\"position\":1}",
                EvidenceDraft::fromJson);
        both(EvidenceRoutes.LINKS, "{\"evidence_id\":\"e\",\"debate_id\":\"d\"}", DebateLink.Of::fromJson);
        both(EvidenceRoutes.SEARCH, "{\"query\":\"q\"}", EvidenceQuery::taken);
        both(AgentRoutes.DRAFT, "{\"identity\":\"a\",\"model\":\"none:\"}", AgentDraft::fromJson, "identity", "model");
        both(RunRoutes.START, "{\"agent\":\"a\",\"input\":\"i\"}", RunRequest::fromJson);
        both(TaskRoutes.DRAFT, "{\"input\":\"i\"}", WorkDraft::fromJson);
        both(ChannelRoutes.DRAFT, "{\"name\":\"c\"}", ChannelDraft::fromJson, "name");
        both(ChannelRoutes.CHANGE, "{\"pinned\":true}", ChannelChange::fromJson, "name", "pinned");
        both(MessageRoutes.DRAFT, "{\"content\":\"c\"}", MessageDraft::fromJson);
        both(MessageRoutes.HANDOFF, "{\"to\":\"a\",\"summary\":\"s\"}", HandoffDraft::fromJson, "lease_token");
        both(NoteRoutes.DRAFT, "{\"message\":\"m\"}", NoteDraft::fromJson);
        both(
                NoteRoutes.REPLACE,
                "{\"olds\":[\"o\"],\"message\":\"m\"}",
                fields -> {
                    fields.texts("olds");
                    return NoteSynthesis.fromJson(fields);
                },
                "olds");
        both(KnowledgeRoutes.DRAFT, "{\"domain\":\"d\",\"content\":\"c\"}", FactDraft::fromJson, "domain");
        assertThat(apart).isEmpty();
        assertThat(tried).isGreaterThan(200);
    }

    /** Tries values on both sides of each bound on the shape and on the store. */
    private void both(Shape shape, String valid, Function<JsonFields, ?> store, String... others) {
        Map<String, @Nullable Object> base = Json.parseObject(valid);
        assertThat(accepts(shape, base)).isTrue();
        assertThat(accepts(store, base)).as(valid).isTrue();
        for (Field field : shape.fields()) {
            // References are bounded by what they find, and free values by the store alone.
            boolean reference = field.kind() == Field.Kind.TEXT && field.most() == 256 && field.least() == 1;
            if (reference || Set.of(others).contains(field.name())) {
                continue;
            }
            for (Object value : values(field)) {
                Map<String, @Nullable Object> object = new LinkedHashMap<>(base);
                object.put(field.name(), value);
                tried++;
                boolean shapes = accepts(shape, object);
                if (shapes != accepts(store, object)) {
                    apart.add(valid + " " + field.name() + ": the shape " + (shapes ? "takes " : "refuses ")
                            + shown(value));
                }
            }
        }
    }

    private static String shown(Object value) {
        String text = String.valueOf(value);
        return text.length() < 40 ? text : text.substring(0, 40) + "… (" + text.length() + ")";
    }

    private static List<Object> values(Field field) {
        int least = (int) field.least();
        int most = (int) field.most();
        return switch (field.kind()) {
            case TEXT -> {
                List<Object> texts = new ArrayList<>(List.of("a".repeat(most), "a".repeat(most + 1)));
                if (least > 0) {
                    texts.add("a".repeat(least - 1));
                }
                yield texts;
            }
            case WORD -> {
                List<Object> words = new ArrayList<>(field.words());
                words.add("nothing");
                yield words;
            }
            case WHOLE ->
                most == Integer.MAX_VALUE
                        ? List.of((long) least, least - 1L)
                        : List.of((long) least, least - 1L, (long) most, most + 1L);
            case REAL -> List.of(field.least(), field.least() - 0.001, field.most(), field.most() + 0.001);
            case FLAG -> List.of(true, false);
            case TEXTS -> List.of(texts(field, most), texts(field, most + 1));
            case OBJECT, OBJECTS, ANY -> List.of();
        };
    }

    private static List<String> texts(Field field, int number) {
        String form = field.name().equals("sources") ? "url:a" : "a";
        return IntStream.range(0, number).mapToObj(i -> form + i).toList();
    }

    private static boolean accepts(Shape shape, Map<String, @Nullable Object> object) {
        try {
            shape.check(object);
            return true;
        } catch (Refusal refused) {
            return false;
        }
    }

    private static boolean accepts(Function<JsonFields, ?> store, Map<String, @Nullable Object> object) {
        try {
            return store.apply(JsonFields.of(object)) != null;
        } catch (InvalidException refused) {
            return false;
        }
    }
}
