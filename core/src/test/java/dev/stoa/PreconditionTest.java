package dev.stoa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.ConflictException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Precondition;
import dev.stoa.base.Principal;
import dev.stoa.base.StaleException;
import dev.stoa.base.Trust;
import dev.stoa.config.ConfigSources;
import dev.stoa.config.Location;
import dev.stoa.counsel.conversation.ConversationChange;
import dev.stoa.counsel.conversation.ConversationDraft;
import dev.stoa.counsel.correction.CorrectionDraft;
import dev.stoa.counsel.specialist.PromoteRequest;
import dev.stoa.learning.memory.MemoryDraft;
import dev.stoa.society.agent.AgentChange;
import dev.stoa.society.agent.AgentDraft;
import dev.stoa.society.channel.Channel;
import dev.stoa.society.channel.ChannelChange;
import dev.stoa.society.channel.ChannelDraft;
import dev.stoa.society.channel.MessageDraft;
import dev.stoa.society.note.Note;
import dev.stoa.society.note.NoteDraft;
import dev.stoa.society.note.NoteSharing;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.TestClock;
import dev.stoa.testing.TestPostgres;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Edits of things that were read in a version which may be an old one. */
@OnBothDatabases
@SuppressWarnings("NullAway.Init") // set before each test
final class PreconditionTest {
    private static final Principal ME = Principal.local();
    private static final String OTHER = "0123456789abcdef";

    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private final TestClock clock = TestClock.at("2026-01-01T00:00:00Z");
    private String url;
    private Stoa stoa;

    @BeforeEach
    void open() {
        url = dialect == Dialect.SQLITE ? "" : TestPostgres.freshDatabase(Stoa.ARCHIVES);
        Location place = dialect == Dialect.SQLITE ? Location.directory(folder) : Location.postgres(url, folder);
        stoa = Stoa.open(
                StoaConfig.load(ConfigSources.of(folder, Map.of("STOA_SEARCH_EMBEDDER", "off"), place)),
                clock,
                Runnable::run);
    }

    @AfterEach
    void close() {
        stoa.close();
        if (dialect == Dialect.POSTGRES) {
            TestPostgres.drop(url);
        }
    }

    /** Every edit is refused in another version with the present one, changes nothing, and is done in the present. */
    private static void guarded(Supplier<String> version, Map<String, Consumer<Precondition>> edits) {
        edits.forEach((name, edit) -> {
            String present = version.get();
            assertThatThrownBy(() -> edit.accept(Precondition.of(OTHER)))
                    .as(name)
                    .isInstanceOfSatisfying(
                            StaleException.class,
                            stale -> assertThat(stale.present()).isEqualTo(present));
            assertThat(version.get()).as(name).isEqualTo(present);
        });
        Consumer<Precondition> first = edits.values().iterator().next();
        String before = version.get();
        first.accept(Precondition.of(before));
        assertThat(version.get()).matches("[0-9a-f]{16}").isNotEqualTo(before);
        assertThatThrownBy(() -> first.accept(Precondition.of(before))).isInstanceOf(StaleException.class);
    }

    private static Map<String, Consumer<Precondition>> edits() {
        return new LinkedHashMap<>();
    }

    @Test
    void anAgentIsChangedOnlyInTheVersionThatWasRead() {
        var agents = stoa.society().agents();
        String id = agents.register(ME, AgentDraft.of("ana", "sim:x")).value().id();
        agents.register(ME, AgentDraft.of("ben", "sim:x"));
        var edits = edits();
        edits.put("rename", only -> agents.onlyIf(only).rename(ME, id, "anna"));
        edits.put("update", only -> agents.onlyIf(only).update(ME, id, new AgentChange("sim:y", null, false, null)));
        edits.put("describe", only -> agents.onlyIf(only).describe(ME, id, "quiet"));
        edits.put("archive", only -> agents.onlyIf(only).archive(ME, id));
        edits.put("restore", only -> agents.onlyIf(only).restore(ME, id));
        edits.put("merge", only -> agents.onlyIf(only).merge(ME, id, "ben", false));
        guarded(() -> agents.get(ME, id).etag(), edits);
    }

    @Test
    void aChannelIsChangedOnlyInTheVersionThatWasRead() {
        var channels = stoa.society().channels();
        stoa.society().agents().register(ME, AgentDraft.of("ana", "sim:x"));
        String id = channels.create(ME, ChannelDraft.of("plans")).value().id();
        var edits = edits();
        edits.put("rename", only -> channels.onlyIf(only).rename(ME, id, "goals"));
        edits.put("topic", only -> channels.onlyIf(only).topic(ME, id, "what to do"));
        edits.put("pin", only -> channels.onlyIf(only).pin(ME, id, true));
        edits.put("restrict", only -> channels.onlyIf(only).restrict(ME, id, true));
        edits.put("members", only -> channels.onlyIf(only).members(ME, id, List.of("ana"), List.of()));
        edits.put("archive", only -> channels.onlyIf(only).archive(ME, id));
        edits.put("restore", only -> channels.onlyIf(only).restore(ME, id));
        edits.put("delete", only -> channels.onlyIf(only).delete(ME, id, false));
        guarded(() -> channels.get(ME, id).etag(), edits);
    }

    @Test
    void aNoteIsChangedOnlyInTheVersionThatWasRead() {
        var notes = stoa.society().notes();
        String id = notes.add(ME, NoteDraft.of("tea at four")).value().id();
        var edits = edits();
        edits.put("edit", only -> notes.onlyIf(only).edit(ME, id, "tea at five", null));
        edits.put("core", only -> notes.onlyIf(only).core(ME, id, true));
        edits.put("share", only -> notes.onlyIf(only).share(ME, id, NoteSharing.open()));
        edits.put("archive", only -> notes.onlyIf(only).archive(ME, id));
        edits.put("restore", only -> notes.onlyIf(only).restore(ME, id));
        edits.put("delete", only -> notes.onlyIf(only).delete(ME, id));
        guarded(() -> notes.get(ME, id).etag(), edits);
    }

    @Test
    void aMemoryIsChangedByHandOnlyInTheVersionThatWasRead() {
        var memories = stoa.learning().memories();
        String id = memories.add(MemoryDraft.of("water boils at 100 degrees"))
                .value()
                .id();
        var edits = edits();
        edits.put("promote", only -> memories.onlyIf(only).promote(id, "needed"));
        edits.put("demote", only -> memories.onlyIf(only).demote(id, "not needed"));
        edits.put("trust", only -> memories.onlyIf(only).setTrust(id, Trust.CONFIRMED, "seen"));
        edits.put("redLine", only -> memories.onlyIf(only).redLine(id, "vital"));
        edits.put("lift", only -> memories.onlyIf(only).lift(id, "not vital"));
        edits.put("restore", only -> memories.onlyIf(only).restore(id, OptionalInt.empty()));
        edits.put("forget", only -> memories.onlyIf(only).forget(id, null, false));
        edits.put("purge", only -> memories.as(ME).onlyIf(only).forget(id, null, true));
        guarded(() -> memories.show(id).etag(), edits);
    }

    @Test
    void aCorrectionIsChangedOnlyInTheVersionThatWasReadHoweverLongAgo() {
        var corrections = stoa.counsel().corrections();
        String id = corrections
                .add(ME, CorrectionDraft.of("boiling point", "100 degrees at sea level"))
                .id();
        String read = corrections.get(ME, id).etag();
        clock.advance(Duration.ofDays(30));
        assertThat(corrections.get(ME, id).etag()).isEqualTo(read);
        var edits = edits();
        edits.put("confirm", only -> corrections.onlyIf(only).confirm(ME, id));
        edits.put("edit", only -> corrections.onlyIf(only).edit(ME, id, "99.97 degrees"));
        edits.put("retire", only -> corrections.onlyIf(only).retire(ME, id));
        guarded(() -> corrections.get(ME, id).etag(), edits);
    }

    @Test
    void aSpecialistIsChangedOnlyInTheVersionThatWasRead() {
        var specialists = stoa.counsel().specialists();
        specialists.add(ME, "ada", "sim:x", List.of());
        specialists.shadow(ME, "ada", "sim:y");
        var edits = edits();
        edits.put(
                "promote", only -> specialists.onlyIf(only).promote(ME, "ada", new PromoteRequest(null, "try", true)));
        edits.put("shadow", only -> specialists.onlyIf(only).shadow(ME, "ada", "sim:z"));
        edits.put("rollback", only -> specialists.onlyIf(only).rollback(ME, "ada", null));
        edits.put("retire", only -> specialists.onlyIf(only).retire(ME, "ada"));
        guarded(() -> specialists.get(ME, "ada").specialist().etag(), edits);
    }

    @Test
    void aConversationIsChangedOnlyInTheVersionThatWasRead() {
        var conversations = stoa.counsel().conversations();
        String id = conversations.create(ME, ConversationDraft.untitled()).conversationId();
        String project = stoa.counsel().projects().create(ME, "house").projectId();
        var edits = edits();
        edits.put("rename", only -> conversations.onlyIf(only).rename(ME, id, "roof"));
        edits.put("move", only -> conversations.onlyIf(only).move(ME, id, project));
        edits.put("erase", only -> conversations.onlyIf(only).erase(ME, id));
        guarded(() -> conversations.get(ME, id).etag(), edits);
    }

    @Test
    void severalFieldsAreChangedTogetherOrNotAtAll() {
        var channels = stoa.society().channels();
        channels.create(ME, ChannelDraft.of("taken"));
        Channel channel = channels.create(ME, ChannelDraft.of("plans")).value();
        Precondition asRead = Precondition.of(channel.etag());
        assertThatThrownBy(() -> channels.onlyIf(asRead)
                        .change(ME, channel.id(), new ChannelChange("taken", "news", false, true, null)))
                .isInstanceOf(ConflictException.class);
        Channel changed = channels.onlyIf(asRead)
                .change(ME, channel.id(), new ChannelChange("goals", "news", false, true, true))
                .value();
        assertThat(changed.name()).isEqualTo("goals");
        assertThat(changed.topic()).isEqualTo("news");
        assertThat(changed.restricted()).isTrue();
        assertThat(changed.pinnedAt()).isNotNull();

        Note note = stoa.society().notes().add(ME, NoteDraft.of("tea at four")).value();
        Note edited = stoa.society()
                .notes()
                .onlyIf(Precondition.of(note.etag()))
                .edit(ME, note.id(), "tea at five", "habits", true)
                .value();
        assertThat(List.of(edited.message(), edited.topic(), edited.core()))
                .isEqualTo(List.of("tea at five", "habits", true));

        var conversations = stoa.counsel().conversations();
        var conversation = conversations.create(ME, ConversationDraft.untitled());
        assertThatThrownBy(() -> conversations.change(
                        ME, conversation.conversationId(), new ConversationChange("roof", "no-such-project", false)))
                .isInstanceOf(NotFoundException.class);
        assertThat(conversations.get(ME, conversation.conversationId())).isEqualTo(conversation);
    }

    @Test
    void ofManyWhoEditTheSameVersionOneDoes() {
        var notes = stoa.society().notes();
        Note read = notes.add(ME, NoteDraft.of("tea at four")).value();
        Precondition asRead = Precondition.of(read.etag());
        List<CompletableFuture<Boolean>> attempts = IntStream.range(0, 16)
                .mapToObj(hour -> CompletableFuture.supplyAsync(() -> {
                    try {
                        return notes.onlyIf(asRead)
                                .edit(ME, read.id(), "tea at " + hour, null)
                                .changed();
                    } catch (StaleException e) {
                        return false;
                    }
                }))
                .toList();
        assertThat(attempts.stream().filter(CompletableFuture::join)).hasSize(1);
    }

    @Test
    void whatIsSaidInAChannelAndWhoReadsItMakesNoVersion() {
        var channels = stoa.society().channels();
        stoa.society().agents().register(ME, AgentDraft.of("ana", "sim:x"));
        String id = channels.create(ME, ChannelDraft.of("plans")).value().id();
        String read = channels.get(ME, id).etag();
        String ana = stoa.society().agents().get(ME, "ana").etag();
        clock.advance(Duration.ofSeconds(1));
        stoa.society().messages().send(Principal.as("ana"), id, MessageDraft.of("hello"));
        assertThat(channels.get(ME, id).etag()).isEqualTo(read);
        assertThat(channels.get(Principal.as("ana"), id).etag()).isEqualTo(read);
        assertThat(stoa.society().agents().get(ME, "ana").etag()).isEqualTo(ana);
    }
}
