package dev.stoa.learning.consensus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.InvalidException;
import dev.stoa.json.Json;
import dev.stoa.json.JsonFields;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is refused before anything is written, and in which words. */
@Tag("quick")
class ConsensusDraftTest {
    private static ConsensusDraftBuilder draft() {
        return ConsensusDraft.of("d1", "topic", "conclusion", 0.5, List.of("ana", "bo"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {"id":"a b"}                          | id "a b" is not 1 to 128
                    {"topic":" "}                         | topic is blank
                    {"topic":5}                           | "topic" is not text
                    {"confidence":7}                      | confidence 7 is not within 0 to 1
                    {"confidence":null}                   | "confidence" is missing
                    {"domain":"a b"}                      | domain "a b" is not
                    {"tags":["ä"]}                        | tag "ä" is not
                    {"participants":[]}                   | participants has 0 entries; 1 to 64
                    {"participants":["ana","ana"]}        | participants has "ana" twice
                    {"agreeing":["zoe"]}                  | agreeing has "zoe", who is no participant
                    {"abstaining":["zoe"]}                | abstaining has "zoe", who is no participant
                    {"agreeing":["bo"],"abstaining":["bo"]} | "bo" is in agreeing and in abstaining
                    {"key_claims":[""]}                   | key claim is blank
                    {"evidence":["e 1"]}                  | evidence id "e 1"
                    {"rounds":-1}                         | rounds -1 is not within
                    {"rounds":1.5}                        | "rounds" is not a whole number
                    {"duration":-1}                       | duration -1 is not within
                    {"trust":"absolute"}                  | trust "absolute" is none of
                    {"metadata":[]}                       | "metadata" is not an object
                    {"metadata":{"a":["x\\u0000"]}}        | metadata has a NUL
                    {"conclusions":"x"}                   | there is no field "conclusions"
                    {"dissents":[{"agent_id":"bo","dissent_type":"riskwarning","content":"x","confidence":0}]} | did you mean risk_warning
                    {"dissents":[{"agent_id":"bo","dissent_type":"risk_warning","content":"x","confidence":2}]} | confidence 2
                    {"dissents":[{"agent_id":"bo","dissent_type":"risk_warning","content":"x"}]} | dissents[0].confidence
                    """)
    void badFieldsAreRefusedByName(String change, String words) {
        Map<String, @Nullable Object> fields = new HashMap<>(Json.parseObject(
                "{\"id\":\"d1\",\"topic\":\"t\",\"confidence\":0.5,\"participants\":[\"ana\",\"bo\"]}"));
        fields.putAll(Json.parseObject(change));
        assertThatThrownBy(() -> ConsensusDraft.fromJson(JsonFields.of(fields)))
                .isInstanceOf(InvalidException.class)
                .satisfies(e -> assertThat(e.getMessage() + " "
                                + ((InvalidException) e).hint().orElse(""))
                        .contains(words));
    }

    @Test
    void listsAreBounded() {
        List<String> names = IntStream.range(0, 65).mapToObj(i -> "a" + i).toList();
        assertThatThrownBy(() -> ConsensusDraft.of("d1", "t", "c", 0.5, names).build())
                .hasMessageContaining("participants has 65 entries; 1 to 64");
        assertThat(ConsensusDraft.of("d1", "t", "c", 0.5, names.subList(0, 64))
                        .build()
                        .participants())
                .hasSize(64);
        assertThatThrownBy(() -> draft().tags(names.subList(0, 17)).build()).hasMessageContaining("tags has 17");
        assertThatThrownBy(() -> draft().keyClaims(names.subList(0, 33)).build())
                .hasMessageContaining("key_claims has 33");
        assertThatThrownBy(() -> draft().evidence(Collections.nCopies(201, "e")).build())
                .hasMessageContaining("evidence has 201");
        DissentDraft dissent = new DissentDraft("bo", DissentType.ABSTENTION, "x", 0, null);
        assertThatThrownBy(() ->
                        draft().dissents(Collections.nCopies(513, dissent)).build())
                .hasMessageContaining("dissents has 513");
        assertThat(draft().dissents(Collections.nCopies(512, dissent)).build().dissents())
                .hasSize(1);
    }

    @Test
    void textsAreBoundedInCodePoints() {
        assertThat(ConsensusDraft.of("d1", "🜚".repeat(2_000), "🜚".repeat(32_768), 0, List.of("a"))
                        .build()
                        .topic())
                .hasSize(4_000);
        assertThatThrownBy(() -> ConsensusDraft.of("d1", "🜚".repeat(2_001), "", 0, List.of("a"))
                        .build())
                .hasMessageContaining("2,001 characters; at most 2,000");
        assertThatThrownBy(() -> ConsensusDraft.of("d1", "t", "x".repeat(32_769), 0, List.of("a"))
                        .build())
                .hasMessageContaining("conclusion has 32,769");
        assertThatThrownBy(() ->
                        ConsensusDraft.of("d1", "a\u0000b", "", 0, List.of("a")).build())
                .hasMessageContaining("NUL");
        assertThatThrownBy(() -> new DissentDraft("bo", DissentType.ABSTENTION, "x".repeat(2_001), 0, null))
                .hasMessageContaining("dissent has 2,001");
        assertThatThrownBy(() -> new DissentDraft("bo", DissentType.ABSTENTION, "x", Double.NaN, null))
                .hasMessageContaining("confidence NaN");
    }

    @Test
    void namesAreTrimmedAndLabelsLowered() {
        ConsensusDraft draft = ConsensusDraft.of("d1", "t", "c", 0.5, List.of(" ana ", "Bo"))
                .agreeing(List.of("ana"))
                .domain("OPS")
                .tags(List.of("A", "a"))
                .build();
        assertThat(draft.participants()).containsExactly("ana", "Bo");
        assertThat(draft.domain()).isEqualTo("ops");
        assertThat(draft.tags()).containsExactly("a");
    }
}
