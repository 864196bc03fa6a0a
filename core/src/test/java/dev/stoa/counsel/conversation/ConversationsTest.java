package dev.stoa.counsel.conversation;

import static dev.stoa.counsel.conversation.ConversationFixture.ME;
import static dev.stoa.counsel.conversation.ConversationFixture.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.InvalidException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Page;
import dev.stoa.base.Trace;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@Tag("quick")
@OnBothDatabases
class ConversationsTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private ConversationFixture counsel;
    private Conversations conversations;

    @BeforeEach
    void open() {
        counsel = ConversationFixture.on(dialect, folder);
        conversations = counsel.conversations();
    }

    @AfterEach
    void close() {
        assertThat(counsel.violations()).isEmpty();
        counsel.close();
    }

    private String titleOf(String... texts) {
        return String.valueOf(conversations.get(ME, counsel.talk(texts)).title());
    }

    private List<String> ids(Page<Conversation> page) {
        return page.items().stream().map(Conversation::conversationId).toList();
    }

    @Test
    void aConversationIsFoundByItsEndHoweverManyOthersThereAre() {
        counsel.archive().write(tx -> {
            tx.update("""
                    INSERT INTO conversations (conversation_id, user_id, created_at, updated_at, seq, tail_hash)
                    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
                    SELECT 'c' || i, 'local', 0, 0, i, 't' || (i % 1000) FROM n""");
            return tx.update(dialect.pick("ANALYZE", "ANALYZE conversations"));
        });
        List<String> plan = counsel.archive()
                .list(
                        dialect.pick("EXPLAIN QUERY PLAN ", "EXPLAIN ") + Conversations.CONTINUING,
                        row -> row.text(dialect == Dialect.SQLITE ? 4 : 1),
                        "local",
                        "t7");
        assertThat(String.join("\n", plan))
                .contains("idx_conversations_user_id_tail_hash")
                .doesNotContainIgnoringCase("sort")
                .doesNotContain("TEMP B-TREE");
        counsel.archive().write(tx -> tx.update("DELETE FROM conversations"));
    }

    @Test
    void aConversationIsNamedAfterItsFirstQuestionUnlessItHasAName() {
        assertThat(titleOf()).isEqualTo("New Chat");
        assertThat(titleOf("Why is the sky blue?", "Rayleigh.", "And red?")).isEqualTo("Why is the sky blue?");
        assertThat(titleOf("a".repeat(59) + " b c")).isEqualTo("a".repeat(59));
        assertThat(titleOf("a".repeat(60) + " b")).isEqualTo("a".repeat(60));
        assertThat(titleOf("words " + "b".repeat(60))).isEqualTo("words");
        assertThat(titleOf("a".repeat(61))).isEqualTo("a".repeat(60));
        assertThat(titleOf("🎉".repeat(61))).isEqualTo("🎉".repeat(60));
        assertThat(titleOf("\n two\r\n\tlines\u001b[31m ")).isEqualTo("two lines [31m");
        assertThat(titleOf(" ", "blank?", "yes")).isEqualTo("New Chat");
        Conversation named = conversations.create(ME, new ConversationDraft("Plans", null));
        counsel.say(named.conversationId(), "What now?");
        assertThat(conversations.get(ME, named.conversationId()).title()).isEqualTo("Plans");
        assertThat(conversations
                        .rename(ME, named.conversationId(), "Other plans")
                        .title())
                .isEqualTo("Other plans");
        assertThatThrownBy(() -> conversations.rename(ME, named.conversationId(), "x".repeat(201)))
                .isInstanceOf(InvalidException.class);
    }

    @Test
    void conversationsAreListedNewestFirstAndPagesConcatenate() {
        List<String> made = new ArrayList<>(IntStream.range(0, 23)
                .mapToObj(i -> counsel.talk("question " + i))
                .toList());
        counsel.say(made.get(3), "later");
        List<String> seen = new ArrayList<>();
        @Nullable String next = null;
        do {
            Page<Conversation> page = conversations.list(
                    ME, new ConversationRequest(new ProjectFilter.All(), new Page.Request(5, next), false, false));
            seen.addAll(ids(page));
            next = page.next();
            // A newer one does not come into a pass that has begun.
            counsel.talk("meanwhile");
        } while (next != null);
        assertThat(seen).isEqualTo(made.reversed());
    }

    @Test
    void theOrderOfUpdatesHasNoCursor() {
        List<String> made =
                IntStream.range(0, 5).mapToObj(i -> counsel.talk("q" + i)).toList();
        counsel.clock().advance(Duration.ofSeconds(1));
        counsel.say(made.get(1), "later");
        Page<Conversation> page = conversations.list(
                ME, new ConversationRequest(new ProjectFilter.All(), Page.Request.first(2), true, false));
        assertThat(ids(page)).containsExactly(made.get(1), made.get(4));
        assertThat(page.next()).isNull();
        assertThatThrownBy(
                        () -> new ConversationRequest(new ProjectFilter.All(), new Page.Request(2, "s"), true, false))
                .isInstanceOf(InvalidException.class);
    }

    @Test
    void projectsFilterAndConversationsMove() {
        Project first = counsel.projects().create(ME, "same name");
        Project second = counsel.projects().create(ME, "same name");
        Project hers = counsel.projects().create(user("eve"), "hers");
        String in = conversations
                .create(ME, new ConversationDraft(null, first.projectId()))
                .conversationId();
        String out = counsel.talk("no project");
        assertThat(counsel.projects().list(ME, Page.Request.first()).items()).containsExactly(second, first);
        assertThat(first.document().keySet()).containsExactly("project_id", "name", "created_at");
        assertThat(listed(first.projectId())).containsExactly(in);
        assertThat(listed("none")).containsExactly(out);
        assertThat(listed(null)).containsExactly(out, in);
        assertThat(conversations.move(ME, in, second.projectId()).projectId()).isEqualTo(second.projectId());
        assertThat(listed(first.projectId())).isEmpty();
        assertThat(conversations.move(ME, in, null).projectId()).isNull();
        List<Runnable> attempts = List.of(
                () -> conversations.move(ME, in, hers.projectId()),
                () -> conversations.create(ME, new ConversationDraft(null, hers.projectId())),
                () -> listed(hers.projectId()),
                () -> counsel.projects().get(ME, hers.projectId()));
        for (Runnable attempt : attempts) {
            assertThatThrownBy(attempt::run).isInstanceOf(NotFoundException.class);
        }
    }

    private List<String> listed(@Nullable String project) {
        return ids(conversations.list(
                ME, new ConversationRequest(ProjectFilter.of(project), Page.Request.first(), false, false)));
    }

    @Test
    void everyQueryUpdatesItsSession() {
        Sessions sessions = counsel.sessions();
        for (int i = 1; i <= 25; i++) {
            String trace = "t-" + i;
            String field = i == 25 || i % 2 == 0 ? "law" : "finance";
            counsel.clock().advance(Duration.ofSeconds(1));
            counsel.archive().write(tx -> {
                sessions.touch(
                        tx,
                        ME.by(new Trace("k1", "r1", trace)),
                        "s-1",
                        counsel.context().now());
                sessions.routed(
                        tx,
                        "s-1",
                        field,
                        Map.of(field, .75, "general", .25),
                        counsel.context().now());
                sessions.answered(tx, "s-1", "panel", counsel.context().now());
                return 0;
            });
        }
        Session session = sessions.get(ME, "s-1");
        assertThat(session.queryCount()).isEqualTo(25);
        assertThat(session.updatedAt()).isEqualTo(session.createdAt().plusSeconds(24));
        assertThat(session.domain()).isEqualTo("law");
        assertThat(session.metadata().keySet())
                .containsExactly("token_id", "trace_ids", "fields", "modes", "distribution");
        assertThat(session.metadata())
                .containsEntry("token_id", "k1")
                .containsEntry(
                        "trace_ids",
                        IntStream.rangeClosed(6, 25).mapToObj(i -> "t-" + i).toList());
        assertThat(String.valueOf(session.metadata().get("fields"))).isEqualTo("{finance=12, law=13}");
        assertThat(String.valueOf(session.metadata().get("modes"))).isEqualTo("{panel=25}");
        assertThat(Sessions.distribution(session)).isEqualTo(Map.of("law", .75, "general", .25));
    }

    @Test
    void equallyFrequentFieldsAreDecidedByTheNewest() {
        Sessions sessions = counsel.sessions();
        List<String> fields = List.of("law", "art", "law", "art", "education");
        List<String> domains = List.of("law", "art", "law", "art", "art");
        for (int i = 0; i < fields.size(); i++) {
            String field = fields.get(i);
            counsel.archive().write(tx -> {
                sessions.touch(tx, ME, "s-2", counsel.context().now());
                sessions.routed(tx, "s-2", field, Map.of(), counsel.context().now());
                return 0;
            });
            assertThat(sessions.get(ME, "s-2").domain()).isEqualTo(domains.get(i));
        }
    }

    @Test
    void oneUsersSessionIsNotAnothers() {
        Sessions sessions = counsel.sessions();
        counsel.archive()
                .write(tx ->
                        sessions.touch(tx, user("ana"), "s-3", counsel.context().now()));
        assertThat(sessions.get(user("ana"), "s-3").queryCount()).isEqualTo(1);
        assertThatThrownBy(() -> sessions.get(user("eve"), "s-3")).isInstanceOf(NotFoundException.class);
        assertThatThrownBy(() -> counsel.archive()
                        .write(tx -> sessions.touch(
                                tx, user("eve"), "s-3", counsel.context().now())))
                .isInstanceOf(NotFoundException.class);
        assertThatThrownBy(() -> counsel.archive()
                        .write(tx ->
                                sessions.touch(tx, ME, "s-3", counsel.context().now())))
                .isInstanceOf(NotFoundException.class);
    }
}
