package dev.stoa.counsel.backup;

import static dev.stoa.counsel.conversation.ConversationFixture.ME;
import static dev.stoa.counsel.conversation.ConversationFixture.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.ConflictException;
import dev.stoa.base.InvalidException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Page;
import dev.stoa.counsel.conversation.ConversationFixture;
import dev.stoa.counsel.conversation.Message;
import dev.stoa.counsel.conversation.MessageDraft;
import dev.stoa.counsel.conversation.MessageRole;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.CapturedLog;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@OnBothDatabases
class ContextBackupsTest {
    private static final String NOTE = """
            ## GOAL
            g
            ## DECISIONS
            none
            ## STATUS
            s
            ## ACTIVE FILE
            none
            ## PREFERENCES
            - use tabs
            ## RESUME
            r""";

    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private ConversationFixture counsel;
    private ContextBackups backups;
    private TokenCounters counters;
    private Histories histories;

    @BeforeEach
    void open() {
        counsel = ConversationFixture.on(dialect, folder);
        backups = ContextBackups.over(counsel.context());
        counters = TokenCounters.over(counsel.context());
        histories = Histories.over(counsel.context());
    }

    @AfterEach
    void close() {
        assertThat(counsel.violations()).isEmpty();
        counsel.close();
    }

    private TokenCounter begin(String conversation, String specialist, @Nullable Long window) {
        return counsel.archive()
                .write(tx -> counters.begin(
                        tx,
                        ME,
                        conversation,
                        specialist,
                        window,
                        counsel.context().now()));
    }

    private List<Backup> due(String conversation) {
        return backups.writeDue(ME, conversation, NoteAuthor.NONE);
    }

    private History history(String conversation, String specialist, long window, long before, long other) {
        return counsel.archive().read(tx -> histories.of(tx, ME, conversation, specialist, window, before, other));
    }

    private void say(String conversation, int number) {
        for (int i = 0; i < number; i++) {
            MessageRole role = i % 2 == 0 ? MessageRole.USER : MessageRole.ASSISTANT;
            counsel.messages().append(ME, MessageDraft.of(conversation, role, "text " + i));
        }
    }

    @Test
    void aNoteIsWrittenAt70PercentOfTheWindow() {
        assertThat(BackupTrigger.room(8_192)).isEqualTo(5_734);
        assertThat(BackupTrigger.room(10)).isEqualTo(7);
        String conversation = counsel.talk();
        TokenCounter fresh = begin(conversation, "sokrates", null);
        assertThat(fresh.contextWindow()).isEqualTo(8_192);
        counsel.say(conversation, "x".repeat(4 * 5_733));
        assertThat(due(conversation)).isEmpty();
        counsel.say(conversation, "x");
        List<Backup> written = due(conversation);
        assertThat(written).hasSize(1);
        assertThat(written.getFirst().trigger()).isEqualTo("token_threshold");
        assertThat(due(conversation)).isEmpty();
        assertThat(counters.list(ME, conversation).getFirst())
                .extracting(TokenCounter::threadNumber, TokenCounter::messageCount, TokenCounter::tokenEstimate)
                .containsExactly(2L, 0L, 0L);
    }

    @Test
    void aNoteIsWrittenAtMessage30AndOnlyItsSpecialistGetsIt() {
        String conversation = counsel.talk();
        begin(conversation, "sokrates", null);
        say(conversation, 29);
        assertThat(due(conversation)).isEmpty();
        say(conversation, 1);
        begin(conversation, "platon", 200_000L);
        assertThat(counters.list(ME, conversation))
                .extracting(TokenCounter::messageCount)
                .containsExactly(30L, 30L);
        counsel.archive().write(tx -> tx.update("DELETE FROM token_counters WHERE specialist = 'platon'"));
        List<Backup> written = due(conversation);
        assertThat(written).extracting(Backup::trigger).containsExactly("message_count");
        Message question = counsel.say(conversation, "and now?").getFirst();
        History own = history(conversation, "sokrates", 8_192, question.seq(), 100);
        assertThat(Objects.requireNonNull(own.note()).text()).contains("## GOAL\ntext 0");
        assertThat(own.messages()).extracting(Message::seq).containsExactly(25L, 26L, 27L, 28L, 29L, 30L);
        assertThat(own.document(List.of("k1")).toString())
                .isEqualTo("{backup_id=" + own.note().backupId() + ", from_seq=25, to_seq=30, corrections=[k1]}");
        History other = history(conversation, "platon", 8_192, question.seq(), 100);
        assertThat(other.note()).isNull();
        assertThat(other.messages()).hasSize(30);
    }

    @Test
    void aNoteIsWrittenAfter24HoursIfThereIsSomethingToNote() {
        String conversation = counsel.talk();
        begin(conversation, "sokrates", null);
        say(conversation, 4);
        counsel.clock().advance(Duration.ofHours(25));
        assertThat(due(conversation)).isEmpty();
        say(conversation, 1);
        counsel.clock().advance(Duration.ofHours(24).minusNanos(1_000));
        assertThat(due(conversation)).isEmpty();
        counsel.clock().advance(Duration.ofNanos(1_000));
        assertThat(due(conversation)).extracting(Backup::trigger).containsExactly("time_gap");
    }

    @Test
    void aNoteIsValidUntilSomethingIsSaidAlsoWhileTheClockStands() {
        String conversation = counsel.talk();
        begin(conversation, "sokrates", null);
        begin(conversation, "platon", null);
        assertThatThrownBy(() -> backups.write(ME, conversation, NoteAuthor.NONE))
                .isInstanceOf(ConflictException.class)
                .hasMessageContaining("no message");
        say(conversation, 2);
        assertThat(backups.isValid(ME, conversation, "sokrates")).isFalse();
        List<Backup> written = backups.write(ME, conversation, NoteAuthor.NONE);
        assertThat(written).extracting(Backup::trigger).containsExactly("manual", "manual");
        assertThat(backups.isValid(ME, conversation, "sokrates")).isTrue();
        assertThat(backups.isValid(ME, conversation, "platon")).isTrue();
        assertThat(counsel.values("""
                        SELECT specialist FROM context_backups b
                        WHERE b.created_at > (SELECT max(created_at) FROM messages) ORDER BY specialist""")).containsExactly("platon", "sokrates");
        assertThat(backups.write(ME, conversation, NoteAuthor.NONE)).isEqualTo(written);
        say(conversation, 1);
        assertThat(backups.isValid(ME, conversation, "sokrates")).isFalse();
        assertThat(backups.latest(ME, conversation, "sokrates"))
                .get()
                .extracting(Backup::threadNumber, Backup::coversSeq)
                .containsExactly(1L, 2L);
        assertThat(backups.list(ME, conversation, Page.Request.first()).items())
                .extracting(Backup::valid)
                .containsExactly(false, false);
    }

    @Test
    void pagesOfNotesHaveEachNoteOnceAlsoWhileTheClockStands() {
        String conversation = counsel.talk();
        begin(conversation, "sokrates", null);
        begin(conversation, "platon", null);
        for (int i = 0; i < 3; i++) {
            say(conversation, 1);
            backups.write(ME, conversation, NoteAuthor.NONE);
        }
        List<String> paged = new ArrayList<>();
        Page<Backup> page = backups.list(ME, conversation, Page.Request.first(1));
        page.items().forEach(note -> paged.add(note.backupId()));
        while (page.next() != null) {
            page = backups.list(ME, conversation, new Page.Request(1, page.next()));
            page.items().forEach(note -> paged.add(note.backupId()));
        }
        assertThat(paged)
                .hasSize(6)
                .doesNotHaveDuplicates()
                .isEqualTo(backups.list(ME, conversation, Page.Request.first()).items().stream()
                        .map(Backup::backupId)
                        .toList());
        assertThatThrownBy(() -> backups.list(ME, conversation, new Page.Request(1, "bnVsbA")))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("is not from a page before");
    }

    @Test
    void twoWritersOfOneThreadGetTheFirstNote() {
        String conversation = counsel.talk();
        begin(conversation, "sokrates", null);
        say(conversation, 30);
        ContextBackups elsewhere = ContextBackups.over(counsel.elsewhere());
        List<List<Backup>> written = IntStream.range(0, 6)
                .mapToObj(i -> CompletableFuture.supplyAsync(
                        () -> (i % 2 == 0 ? backups : elsewhere).writeDue(ME, conversation, NoteAuthor.NONE)))
                .toList()
                .stream()
                .map(CompletableFuture::join)
                .filter(some -> !some.isEmpty())
                .toList();
        assertThat(written.stream().distinct()).hasSize(1);
        assertThat(counsel.value("SELECT count(*) FROM context_backups")).isEqualTo("1");
        assertThat(counsel.value("SELECT count(*) FROM audit_log WHERE event_type = 'context_backup'"))
                .isEqualTo("1");
    }

    @Test
    void whatIsSaidWhileAModelWritesIsCountedInTheNextThread() {
        String conversation = counsel.talk();
        begin(conversation, "sokrates", null);
        say(conversation, 30);
        NoteAuthor slow = source -> {
            say(conversation, 3);
            return Optional.of(NOTE);
        };
        Backup note = backups.writeDue(ME, conversation, slow).getFirst();
        assertThat(note.author()).isEqualTo("model");
        assertThat(note.coversSeq()).isEqualTo(30);
        assertThat(note.valid()).isFalse();
        assertThat(counters.list(ME, conversation).getFirst().messageCount()).isEqualTo(3);
        assertThat(note.document().keySet())
                .containsExactly(
                        "backup_id",
                        "specialist",
                        "trigger",
                        "thread_number",
                        "covers_seq",
                        "valid",
                        "author",
                        "backup_text",
                        "token_estimate",
                        "created_at");
    }

    @Test
    void aModelThatFailsOrWritesSomethingElseIsReplacedByExtraction() {
        List<NoteAuthor> bad = List.of(
                source -> {
                    throw new IllegalStateException("the model is gone");
                },
                source -> Optional.of("no headings"),
                source -> Optional.of(NOTE.replace("## STATUS", "## STATE")),
                source -> Optional.of(NOTE.replace("## GOAL\ng\n", "")),
                source -> Optional.of(NOTE.replace("## RESUME\nr", "## RESUME\n")),
                source -> Optional.of(NOTE + "\n## GOAL\nagain"),
                source -> Optional.of("Sure!\n" + NOTE),
                source -> Optional.of(NOTE + "x".repeat(3_600)));
        try (CapturedLog log = CapturedLog.of(ContextBackups.class)) {
            for (NoteAuthor author : bad) {
                String conversation = counsel.talk();
                begin(conversation, "sokrates", null);
                say(conversation, 30);
                assertThat(backups.writeDue(ME, conversation, author))
                        .extracting(Backup::author)
                        .containsExactly("extract");
            }
            assertThat(log.warnings()).containsExactly("the model of sokrates wrote no note: the model is gone");
        }
    }

    @Test
    void aRetiredCorrectionNeverReturnsThroughANote() {
        String conversation = counsel.talk();
        begin(conversation, "sokrates", null);
        correction("k1", "preference", "active", "use spaces", conversation);
        correction("k2", "preference", "retired", "Use  TABS", conversation);
        correction("k3", "fact", "active", "a fact", conversation);
        correction("k4", "preference", "active", "of another", "c-other");
        say(conversation, 30);
        Backup extracted = due(conversation).getFirst();
        assertThat(extracted.text()).contains("- use spaces").doesNotContain("a fact", "of another");
        say(conversation, 30);
        Backup model =
                backups.writeDue(ME, conversation, source -> Optional.of(NOTE)).getFirst();
        assertThat(model.text()).doesNotContain("use tabs").contains("## PREFERENCES\nnone");
        counsel.archive().write(tx -> tx.update("UPDATE corrections SET status = 'retired' WHERE id = 'k1'"));
        say(conversation, 30);
        assertThat(due(conversation).getFirst().text()).doesNotContain("spaces");
        counsel.archive().write(tx -> tx.update("DELETE FROM corrections"));
    }

    private void correction(String id, String type, String status, String claim, String conversation) {
        counsel.archive()
                .write(tx -> tx.update("""
                        INSERT INTO corrections (id, created_at, subject, domain, claim, confidence,
                            effective_confidence, scope, scope_id, status, type, user_id, subject_key, change_seq)
                        VALUES (?, ?, ?, 'general', ?, 0.9, 0.9, 'conversation', ?, ?, ?, 'local', ?, 1)""", id, counsel.context().now(), id, claim, conversation, status, type, id));
    }

    @Test
    void aSweepWritesWhatIsMissingOrStaleAndAFailingPairStopsNothing() {
        List<String> made = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            made.add(counsel.talk());
            begin(made.get(i), "sokrates", null);
            say(made.get(i), i == 3 ? 4 : 6);
        }
        begin(made.get(0), "platon", null);
        counsel.archive()
                .write(tx -> tx.update("UPDATE messages SET key_id = 9 WHERE conversation_id = ?", made.get(1)));
        counsel.clock().advance(Duration.ofSeconds(3_599));
        assertThat(backups.sweep(ME, NoteAuthor.NONE).written()).isEmpty();
        counsel.clock().advance(Duration.ofSeconds(1));
        ContextBackups.Sweep sweep = backups.sweep(ME, NoteAuthor.NONE);
        assertThat(sweep.written())
                .extracting(note -> made.indexOf(note.conversationId()) + note.specialist() + " " + note.trigger())
                .containsExactly(
                        "2sokrates coverage_job_no_backup",
                        "0platon coverage_job_no_backup",
                        "0sokrates coverage_job_no_backup");
        assertThat(sweep.failed()).isEqualTo(1);
        assertThat(backups.sweep(ME, NoteAuthor.NONE).written()).isEmpty();
        counsel.archive().write(tx -> tx.update("UPDATE messages SET key_id = NULL"));
    }

    @Test
    void historyIsTheNewestStoredMessagesThatFit() {
        String conversation = counsel.talk();
        SplittableRandom chance = new SplittableRandom(5);
        for (int i = 0; i < 25; i++) {
            counsel.say(conversation, "y".repeat(chance.nextInt(1, 400)));
        }
        List<Message> all = counsel.archive().read(tx -> counsel.messages().within(tx, conversation, 0, 25, 500));
        for (int window = 16; window < 4_000; window += 97) {
            History history = history(conversation, "sokrates", window, 26, 10);
            long room = window * 7L / 10 - 10;
            int from = 25;
            while (from > 0 && all.get(from - 1).tokens() <= room) {
                room -= all.get(--from).tokens();
            }
            assertThat(history.messages()).isEqualTo(all.subList(from, 25));
        }
        assertThat(history(conversation, "sokrates", 100_000, 11, 10).messages())
                .isEqualTo(all.subList(0, 10));
        assertThatThrownBy(() -> counsel.archive()
                        .read(tx -> histories.of(tx, user("eve"), conversation, "sokrates", 8_192, 26, 0)))
                .isInstanceOf(NotFoundException.class);
    }

    @Test
    void aCounterStartsFromWhatIsStoredAndFollowsItsModel() {
        String conversation = counsel.talk("12345678", "1234");
        TokenCounter counter = begin(conversation, "sokrates", 4_096L);
        assertThat(counter.tokenEstimate()).isEqualTo(3);
        assertThat(counter.messageCount()).isEqualTo(2);
        assertThat(begin(conversation, "sokrates", 4_096L)).isEqualTo(counter);
        assertThat(begin(conversation, "sokrates", 8_192L).contextWindow()).isEqualTo(8_192);
        assertThatThrownBy(() -> begin(conversation, "So Krates", null)).hasMessageContaining("specialist");
    }
}
