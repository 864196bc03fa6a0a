package dev.stoa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.stoa.base.Bounds;
import dev.stoa.base.InvalidException;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.base.Trace;
import dev.stoa.base.Trust;
import dev.stoa.config.ConfigSources;
import dev.stoa.config.Location;
import dev.stoa.learning.consensus.ConsensusDraft;
import dev.stoa.learning.consensus.DissentDraft;
import dev.stoa.learning.consensus.ProofLanguage;
import dev.stoa.learning.consensus.TopicQuery;
import dev.stoa.learning.critique.CritiqueDraft;
import dev.stoa.learning.critique.CritiqueResolution;
import dev.stoa.learning.evidence.DebateLink;
import dev.stoa.learning.evidence.DocumentDraft;
import dev.stoa.learning.evidence.EvidenceDraft;
import dev.stoa.learning.evidence.EvidenceFilter;
import dev.stoa.learning.evidence.EvidenceQuery;
import dev.stoa.learning.memory.MemoryDraft;
import dev.stoa.learning.memory.MemorySource;
import dev.stoa.learning.memory.RecallQuery;
import dev.stoa.learning.memory.TuneRequest;
import dev.stoa.learning.proof.ProofRequest;
import dev.stoa.learning.rating.BoardQuery;
import dev.stoa.learning.rating.MatchDraft;
import dev.stoa.learning.rating.PredictionDraft;
import dev.stoa.society.agent.AgentDraft;
import dev.stoa.society.channel.ChannelDraft;
import dev.stoa.society.channel.MessageDraft;
import dev.stoa.society.context.ContextQuery;
import dev.stoa.society.feed.FeedQuery;
import dev.stoa.society.foreign.SpaceOptions;
import dev.stoa.society.knowledge.FactDraft;
import dev.stoa.society.knowledge.FactFilter;
import dev.stoa.society.message.HandoffDraft;
import dev.stoa.society.message.MessageWait;
import dev.stoa.society.note.NoteDraft;
import dev.stoa.society.note.NoteFilter;
import dev.stoa.society.note.NoteSharing;
import dev.stoa.society.run.RunRequest;
import dev.stoa.society.work.TaskFilter;
import dev.stoa.society.work.WorkDraft;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A null from a program without a null checker is refused with the name of the parameter. */
class NullsTest {
    private static final List<Class<? extends Record>> VALUES = List.of(
            Principal.class,
            ConfigSources.class,
            ConsensusDraft.class,
            DissentDraft.class,
            ProofRequest.class,
            TopicQuery.class,
            CritiqueDraft.class,
            CritiqueResolution.class,
            DebateLink.class,
            DocumentDraft.class,
            EvidenceDraft.class,
            EvidenceFilter.class,
            EvidenceQuery.class,
            MemoryDraft.class,
            MemorySource.class,
            RecallQuery.class,
            TuneRequest.class,
            BoardQuery.class,
            MatchDraft.class,
            PredictionDraft.class,
            AgentDraft.class,
            ChannelDraft.class,
            MessageDraft.class,
            ContextQuery.class,
            FeedQuery.class,
            SpaceOptions.class,
            FactDraft.class,
            FactFilter.class,
            HandoffDraft.class,
            MessageWait.class,
            NoteDraft.class,
            NoteFilter.class,
            NoteSharing.class,
            RunRequest.class,
            TaskFilter.class,
            WorkDraft.class);

    static Stream<Arguments> components() {
        return VALUES.stream()
                .flatMap(type -> Arrays.stream(type.getRecordComponents())
                        .filter(NullsTest::required)
                        .map(component -> Arguments.of(type, component.getName())));
    }

    private static boolean required(RecordComponent component) {
        return !component.getType().isPrimitive()
                && !component.getAnnotatedType().isAnnotationPresent(Nullable.class);
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("components")
    void aRecordNamesTheComponentThatIsNull(Class<? extends Record> type, String name) throws Exception {
        List<Class<?>> types = new ArrayList<>();
        List<@Nullable Object> values = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
            types.add(component.getType());
            values.add(component.getName().equals(name) ? null : some(component));
        }
        Constructor<? extends Record> constructor = type.getDeclaredConstructor(types.toArray(Class<?>[]::new));
        assertThatExceptionOfType(InvocationTargetException.class)
                .isThrownBy(() -> constructor.newInstance(values.toArray()))
                .satisfies(e -> assertThat(e.getCause())
                        .isInstanceOf(InvalidException.class)
                        .hasMessage(name + " is null"));
    }

    /** A value that is not null; the checks of nulls come before all others. */
    private static @Nullable Object some(RecordComponent component) {
        Class<?> type = component.getType();
        if (type.isPrimitive()) {
            return Array.get(Array.newInstance(type, 1), 0);
        }
        if (!required(component)) {
            return null;
        }
        if (type.isEnum()) {
            return type.getEnumConstants()[0];
        }
        return OTHERS.stream().filter(type::isInstance).findFirst().orElseThrow();
    }

    private static final List<Object> OTHERS = List.of(
            "x",
            List.of(),
            Set.of(),
            Map.of(),
            Path.of("x").toAbsolutePath(),
            Location.directory(Path.of("x").toAbsolutePath()),
            Duration.ofSeconds(1),
            ZoneOffset.UTC,
            ZoneId.of("UTC"),
            Page.Request.first(),
            EvidenceFilter.NONE,
            Trace.NONE);

    @Test
    void waysInNameTheParameterThatIsNull() {
        refused("directory", () -> Stoa.open((Path) none()));
        refused("config", () -> Stoa.open((StoaConfig) none()));
        refused("config", () -> Stoa.open(none(), InstantSource.system()));
        refused("sources", () -> StoaConfig.load(none()));
        refused("agent", () -> Principal.as(none()));
        refused("agent", () -> Principal.agentToken(none()));
        refused("name", () -> Principal.operator(none()));
        refused("bound", () -> Principal.local().atMost(none()));
        refused("content", () -> MemoryDraft.of(none()));
        refused("text", () -> RecallQuery.query(none()));
        refused("text", () -> MemorySource.parse(none()));
        refused("participants", () -> ConsensusDraft.of("d", "topic", "yes", 1, none()));
        refused("language", () -> ProofRequest.of(none(), "x"));
        refused("formalStatement", () -> ProofRequest.of(ProofLanguage.LEAN4, none()));
        refused("text", () -> EvidenceQuery.of(none()));
        refused("content", () -> MessageDraft.of(none()));
        refused("message", () -> NoteDraft.of(none()));
        refused("channel", () -> MessageWait.in(none(), Duration.ofSeconds(1)));
        refused("timeout", () -> MessageWait.any(none()));
        refused("trust", () -> new MemorySource(MemorySource.MEMORY, "m", none()));
        refused("ceiling", () -> new Principal("x", null, null, Set.of(), false, none()));
    }

    @Test
    void boundsNameTheFieldThatIsNull() {
        refused("f", () -> Bounds.given("f", null));
        refused("f", () -> Bounds.id("f", none()));
        refused("f", () -> Bounds.name("f", none()));
        refused("f", () -> Bounds.label("f", none()));
        refused("f", () -> Bounds.text("f", none(), 0, 1));
        refused("f", () -> Bounds.size("f", NullsTest.<List<String>>none(), 0, 1));
        refused("f", () -> Bounds.word("f", none(), List.of("a")));
        assertThat(Bounds.given("f", Trust.AGENT)).isEqualTo(Trust.AGENT);
    }

    private static void refused(String parameter, ThrowingCallable call) {
        assertThatExceptionOfType(InvalidException.class).isThrownBy(call).withMessage(parameter + " is null");
    }

    /** A null where none is allowed, as a caller without a null checker can give it. */
    @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
    private static <T> T none() {
        return null;
    }
}
