package dev.stoa.counsel.conversation;

import static dev.stoa.counsel.conversation.ConversationFixture.ME;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.stoa.base.Page;
import dev.stoa.counsel.CounselArchive;
import dev.stoa.counsel.keyword.KeywordIndex;
import dev.stoa.counsel.keyword.KeywordSearch;
import dev.stoa.storage.Archive;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.TimeForm;
import dev.stoa.testing.OnBothDatabases;
import dev.stoa.testing.Place;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@OnBothDatabases
class ConversationBackFillTest {
    private static final ArchiveSchema FIRST = ArchiveSchema.named("counsel")
            .file("aua.db")
            .postgresSchema("aua")
            .module("aua")
            .times(TimeForm.UNIX_SECONDS)
            .version(1, "conversations, corrections, model runs and the audit log")
            .build();

    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    @Test
    void anArchiveOfTheFirstVersionGetsItsOrderItsTokensAndItsIndex() {
        try (Place place = Place.on(dialect, folder)) {
            Archive old = place.open(FIRST);
            old.write(tx -> {
                tx.update(
                        "INSERT INTO projects (project_id, name, created_at) VALUES ('p2', 'two', 20), ('p1', 'one', 10)");
                tx.update("""
                        INSERT INTO conversations (conversation_id, title, project_id, created_at, updated_at) VALUES
                            ('c2', 'second', 'p1', 200, 200), ('c1', 'first', NULL, 100, 100), ('c3', 'empty', NULL, 300, 300)""");
                tx.update("""
                        INSERT INTO messages (message_id, conversation_id, role, content, created_at) VALUES
                            ('m4', 'c1', 'assistant', 'hello', 102), ('m1', 'c1', 'user', 'hi', 101),
                            ('m2', 'c2', 'user', 'twelve chars', 201), ('m3', 'c2', 'assistant', 'kerosene', 201),
                            ('m5', 'c2', 'user', 'later', 202)""");
                tx.update("""
                        INSERT INTO context_backups (backup_id, conversation_id, specialist, trigger, backup_text, created_at)
                        VALUES ('b1', 'c2', 'sokrates', 'manual', 'note', 201.5),
                            ('b2', 'c1', 'platon', 'manual', 'a note at the time of the last message', 102)""");
                return tx.update("""
                        INSERT INTO token_counters (counter_id, specialist, conversation_id, token_estimate, updated_at)
                        VALUES ('t1', 'sokrates', 'c2', 999, 1), ('t2', 'platon', 'c1', 0, 1)""");
            });
            place.closeArchives();
            place.open(CounselArchive.SCHEMA);
            assertThat(place.examine(CounselArchive.SCHEMA, true).findings()).isEmpty();
        }
    }

    @Test
    void ordersAreThoseOfTheTimes() {
        try (Place place = Place.on(dialect, folder)) {
            Archive old = place.open(FIRST);
            old.write(tx -> {
                tx.update("""
                        INSERT INTO conversations (conversation_id, created_at, updated_at) VALUES
                            ('c2', 200, 200), ('c1', 100, 100)""");
                return tx.update("""
                        INSERT INTO messages (message_id, conversation_id, role, content, created_at) VALUES
                            ('m4', 'c1', 'assistant', 'hello', 102), ('m1', 'c1', 'user', 'hi', 101),
                            ('m2', 'c2', 'user', 'twelve chars', 201), ('m3', 'c2', 'assistant', 'kerosene', 201)""");
            });
            place.closeArchives();
            try (ConversationFixture counsel = ConversationFixture.over(place, folder)) {
                Page<Message> first = counsel.messages().page(ME, "c1", MessageRequest.oldest(5));
                assertThat(first.items()).extracting(Message::messageId).containsExactly("m1", "m4");
                assertThat(counsel.value("SELECT tail_hash FROM conversations WHERE conversation_id = 'c1'"))
                        .isEqualTo("62c415b12c842a67fe4c17bf53fa8c2e256be228eb813a868c2cdc8c9a6f020f");
                assertThat(counsel.messages()
                                .page(ME, "c2", MessageRequest.newest(5))
                                .items())
                        .extracting(Message::messageId, Message::tokens)
                        .containsExactly(tuple("m2", 3L), tuple("m3", 2L));
                assertThat(counsel.conversations()
                                .list(ME, ConversationRequest.first())
                                .items())
                        .extracting(Conversation::conversationId, Conversation::messageCount)
                        .containsExactly(tuple("c2", 2L), tuple("c1", 2L));
                assertThat(KeywordIndex.over(counsel.context())
                                .search(ME, KeywordSearch.of("kero"))
                                .items())
                        .hasSize(1);
                assertThat(counsel.say("c1", "and more").getFirst().seq()).isEqualTo(3);
                assertThat(counsel.violations()).isEmpty();
            }
        }
    }
}
