package dev.stoa.counsel.conversation;

import static dev.stoa.counsel.conversation.ConversationFixture.ME;
import static dev.stoa.counsel.conversation.ConversationFixture.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.ConflictException;
import dev.stoa.base.ForbiddenException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Page;
import dev.stoa.base.Principal;
import dev.stoa.counsel.backup.Backup;
import dev.stoa.counsel.backup.ContextBackups;
import dev.stoa.counsel.backup.Histories;
import dev.stoa.counsel.backup.NoteAuthor;
import dev.stoa.counsel.backup.TokenCounters;
import dev.stoa.counsel.base.Fields;
import dev.stoa.counsel.correction.Correction;
import dev.stoa.counsel.correction.CorrectionDraft;
import dev.stoa.counsel.correction.Corrections;
import dev.stoa.counsel.correction.DpoPair;
import dev.stoa.counsel.keyword.KeywordIndex;
import dev.stoa.counsel.keyword.KeywordSearch;
import dev.stoa.counsel.run.Level;
import dev.stoa.counsel.run.Panel;
import dev.stoa.counsel.run.Queries;
import dev.stoa.counsel.run.QueryDraft;
import dev.stoa.counsel.run.QueryState;
import dev.stoa.counsel.run.Round;
import dev.stoa.counsel.run.RunDraft;
import dev.stoa.counsel.run.RunStatus;
import dev.stoa.search.vector.Embedder;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Remains;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@Tag("quick")
@OnBothDatabases
class ConversationErasureTest {
    private static final String SECRET = "xylographer";

    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private ConversationFixture counsel;
    private ContextBackups backups;
    private KeywordIndex index;
    private String secret;
    private String other;

    @BeforeEach
    void talk() {
        counsel = ConversationFixture.on(dialect, folder);
        backups = ContextBackups.over(counsel.context());
        index = KeywordIndex.over(counsel.context());
        secret = counsel.talk("Who is the " + SECRET + "?", "The " + SECRET + " cuts wood.");
        other = counsel.talk("What is wood?", "A material.");
        counsel.archive().write(tx -> {
            TokenCounters counters = TokenCounters.over(counsel.context());
            counters.begin(tx, ME, secret, "sokrates", null, counsel.context().now());
            counters.begin(tx, ME, other, "sokrates", null, counsel.context().now());
            for (String one : List.of(secret, other)) {
                String word = one.equals(secret) ? SECRET : "wood";
                tx.update(
                        """
                        INSERT INTO model_runs (run_id, query_id, conversation_id, specialist, created_at, raw_response,
                            error)
                        VALUES (?, ?, ?, 'sokrates', ?, ?, ?)""",
                        "r-" + one,
                        "q-" + one,
                        one,
                        counsel.context().now(),
                        "raw " + word,
                        "cannot read: " + word);
                tx.update(
                        "INSERT INTO sessions (id, created_at, updated_at) VALUES (?, ?, ?)",
                        one,
                        counsel.context().now(),
                        counsel.context().now());
                tx.update(
                        """
                        INSERT INTO queries (query_id, conversation_id, session_id, question_id, level, state, error,
                            created_at, updated_at)
                        VALUES (?, ?, ?, 'm', 'fast', 'failed', ?, ?, ?)""",
                        "q-" + one,
                        one,
                        one,
                        "cannot read: " + word,
                        counsel.context().now(),
                        counsel.context().now());
                tx.update(
                        """
                        INSERT INTO corrections (id, created_at, subject, domain, claim, confidence,
                            effective_confidence, scope, scope_id, subject_key, question, change_seq)
                        VALUES (?, ?, ?, 'general', ?, 0.9, 0.9, 'conversation', ?, ?, ?, 1)""",
                        "k-" + one,
                        counsel.context().now(),
                        word,
                        "a claim of the " + word,
                        one,
                        word,
                        "who, " + word + "?");
                tx.update(
                        """
                        INSERT INTO correction_events (id, seq, created_at, correction_id, event)
                        VALUES (?, ?, ?, ?, 'created')""",
                        "e-" + one,
                        tx.next("correction_event"),
                        counsel.context().now(),
                        "k-" + one);
            }
            return 0;
        });
        backups.write(ME, secret, NoteAuthor.NONE);
        backups.write(ME, other, NoteAuthor.NONE);
        assertThat(index.search(ME, KeywordSearch.of(SECRET)).items()).hasSize(2);
        assertThat(Remains.of(SECRET, dialect, folder, counsel.archive())).isNotEmpty();
    }

    @AfterEach
    void close() {
        assertThat(counsel.violations()).isEmpty();
        counsel.close();
    }

    @Test
    void noByteOfAnErasedConversationIsLeft() {
        Map<String, Long> rehearsed = counsel.conversations().rehearseErase(ME, secret);
        assertThat(index.search(ME, KeywordSearch.of(SECRET)).items()).hasSize(2);
        assertThat(counsel.conversations().erase(ME, secret))
                .isEqualTo(rehearsed)
                .isEqualTo(Map.of(
                        "message_keywords",
                        4L,
                        "messages",
                        2L,
                        "context_backups",
                        1L,
                        "model_runs",
                        1L,
                        "queries",
                        1L,
                        "corrections",
                        1L,
                        "conversations",
                        1L,
                        "audit_log",
                        2L));
        assertThat(Remains.of(SECRET, dialect, folder, counsel.archive())).isEmpty();
        assertThat(counsel.value("SELECT count(*) FROM messages WHERE conversation_id = ?", secret))
                .isEqualTo("2");
        assertThat(counsel.value("SELECT status FROM corrections WHERE scope_id = ?", secret))
                .isEqualTo("retired");
        assertThat(counsel.value("SELECT count(*) FROM audit_log WHERE event_type = 'erasure'"))
                .isEqualTo("1");
    }

    @Test
    void whatWasLearnedInTheWordsOfAnErasedConversationLosesThem() {
        Corrections corrections = Corrections.over(
                counsel.context(), Fields.builtIn(), (tx, message, now) -> {}, Embedder.off(), Runnable::run);
        String answer = counsel.messages()
                .page(ME, secret, MessageRequest.newest(1))
                .items()
                .getFirst()
                .messageId();
        String heard = counsel.say(secret, "correction: the " + SECRET + " engraves wood")
                .getFirst()
                .messageId();
        assertThat(corrections.capture(ME, heard)).isPresent();
        Correction given = corrections.add(
                ME, CorrectionDraft.of("age of the craft", "It is old.").about(answer));
        assertThat(given.rejected()).contains(SECRET);

        counsel.conversations().erase(ME, secret);

        assertThat(Remains.of(SECRET, dialect, folder, counsel.archive())).isEmpty();
        assertThat(counsel.values("SELECT status FROM corrections WHERE scope = 'global' ORDER BY created_at, id"))
                .containsExactlyInAnyOrder("retired", "active");
        assertThat(corrections.get(ME, given.id()).claim()).isEqualTo("It is old.");
        List<DpoPair> exported = new ArrayList<>();
        assertThat(corrections.export(ME, 0, exported::add)).isZero();
    }

    @Test
    void anErasedConversationsTextIsHiddenFromReadsSearchNotesAndPrompts() {
        KeywordIndex elsewhere = KeywordIndex.over(counsel.elsewhere());
        assertThat(elsewhere.search(ME, KeywordSearch.of("xylo")).items()).hasSize(2);
        counsel.conversations().erase(ME, secret);
        Conversation erased = counsel.conversations().get(ME, secret);
        assertThat(erased.title()).isEmpty();
        assertThat(erased.erased()).isTrue();
        assertThat(erased.messageCount()).isEqualTo(2);
        assertThat(counsel.messages().page(ME, secret, MessageRequest.newest(5)).items())
                .extracting(Message::content)
                .containsExactly(null, null);
        assertThat(index.search(ME, KeywordSearch.of(SECRET)).items()).isEmpty();
        assertThat(elsewhere.search(ME, KeywordSearch.of("xylo")).items()).isEmpty();
        assertThat(backups.list(ME, secret, Page.Request.first()).items())
                .extracting(Backup::text)
                .containsOnlyNulls();
        assertThat(counsel.conversations()
                        .continuing(
                                ME,
                                List.of(
                                        new TailHash.Turn(MessageRole.USER, "Who is the " + SECRET + "?"),
                                        new TailHash.Turn(MessageRole.ASSISTANT, "The " + SECRET + " cuts wood."))))
                .isEmpty();
        List<Runnable> writes = List.of(
                () -> counsel.messages().append(ME, MessageDraft.of(secret, MessageRole.USER, "more")),
                () -> counsel.conversations().rename(ME, secret, "more"),
                () -> backups.write(ME, secret, NoteAuthor.NONE),
                () -> backups.writeDue(ME, secret, NoteAuthor.NONE),
                () -> counsel.conversations().erase(ME, secret),
                () -> counsel.archive()
                        .read(tx -> Histories.over(counsel.context()).of(tx, ME, secret, "sokrates", 8_192, 3, 0)));
        for (Runnable write : writes) {
            assertThatThrownBy(write::run).isInstanceOf(ConflictException.class).hasMessageContaining("erased");
        }
    }

    @Test
    void aQuestionThatIsBeingAskedIsStoppedAndBringsNoTextBack() {
        Queries queries = Queries.over(counsel.context());
        Panel wish = Panel.wanted(List.of(), null, List.of(), false);
        queries.receive(
                ME, new QueryDraft("q", "the " + SECRET, Level.FAST, secret, null, null, wish), Queries.Also.NOTHING);
        queries.end(ME, "q", QueryState.FAILED, "failed", "no one knows the " + SECRET);
        queries.receive(
                ME, new QueryDraft("q2", "the " + SECRET, Level.FAST, secret, null, null, wish), Queries.Also.NOTHING);
        counsel.conversations().erase(ME, secret);
        RunDraft late = new RunDraft(
                "sokrates",
                "m",
                Round.ANSWER,
                RunStatus.OK,
                null,
                "The " + SECRET + ".",
                .5,
                .5,
                List.of(),
                1,
                1,
                1,
                1,
                Map.of(),
                null,
                false);
        assertThatThrownBy(() -> queries.store(ME, "q2", Fields.builtIn().get("general"), late, Queries.Also.NOTHING))
                .isInstanceOf(ConflictException.class)
                .hasMessage("query is cancelled: erased");
        assertThat(Remains.of(SECRET, dialect, folder, counsel.archive())).isEmpty();
        assertThat(counsel.value("SELECT count(*) FROM audit_log WHERE event_key = 'query_failed:q2'"))
                .isEqualTo("1");
    }

    @Test
    void whatIsNotErasedStays() {
        counsel.conversations().erase(ME, secret);
        assertThat(index.search(ME, KeywordSearch.of("wood")).items())
                .extracting(hit -> hit.conversationId())
                .containsExactly(other);
        assertThat(backups.list(ME, other, Page.Request.first()).items())
                .extracting(Backup::text)
                .doesNotContainNull();
        assertThat(counsel.value("SELECT raw_response FROM model_runs WHERE conversation_id = ?", other))
                .isEqualTo("raw wood");
        assertThat(counsel.value("SELECT status FROM corrections WHERE scope_id = ?", other))
                .isEqualTo("active");
        assertThat(counsel.messages()
                        .append(ME, MessageDraft.of(other, MessageRole.USER, "more"))
                        .seq())
                .isEqualTo(3);
    }

    @Test
    void onlyItsOwnerErasesIt() {
        assertThatThrownBy(() -> counsel.conversations().erase(user("eve"), secret))
                .isInstanceOf(NotFoundException.class);
        assertThatThrownBy(() -> counsel.conversations().rehearseErase(user("eve"), secret))
                .isInstanceOf(NotFoundException.class);
        assertThatThrownBy(() -> counsel.conversations().erase(Principal.writer("local"), secret))
                .isInstanceOf(ForbiddenException.class);
        assertThat(counsel.conversations().get(ME, secret).erased()).isFalse();
    }
}
