package dev.stoa.counsel.keyword;

import static dev.stoa.counsel.conversation.ConversationFixture.ME;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.counsel.conversation.ConversationFixture;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.crash.Child;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@Tag("crash")
@OnBothDatabases
class KeywordCrashTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    @Test
    void aMessageIsFoundAfterAKillBetweenItsCommitAndItsIndexing() {
        try (ConversationFixture counsel = ConversationFixture.on(dialect, folder)) {
            assertSaid(counsel, false, 5);
            assertThat(counsel.violations()).isEmpty();
        }
    }

    @Test
    void messagesAreFoundAfterAKillWhileTwoProcessesIndex() {
        try (ConversationFixture counsel = ConversationFixture.on(dialect, folder)) {
            KeywordIndex own = KeywordIndex.over(counsel.context());
            try (KeywordWorker worker = KeywordWorker.start(counsel.archive(), own, true)) {
                assertThat(worker).isNotNull();
                for (int kill : List.of(3, 40, 300)) {
                    assertSaid(counsel, true, kill);
                }
            }
            assertThat(counsel.value("SELECT count(*) FROM messages WHERE index_seq IS NULL"))
                    .isEqualTo("0");
            assertThat(counsel.violations()).isEmpty();
        }
    }

    private void assertSaid(ConversationFixture counsel, boolean indexes, int number) {
        List<String> said = new ArrayList<>();
        try (Child child = Child.start(Speaker.class, counsel.where(), folder, "word" + number + "x", indexes)) {
            while (said.size() < number) {
                said.add(child.expect("said"));
            }
        }
        KeywordIndex index = KeywordIndex.over(counsel.context());
        for (String word : said) {
            SearchResult result = index.search(ME, KeywordSearch.of(word + " now"));
            assertThat(result.items()).as(word).isNotEmpty();
            assertThat(result.items().getFirst().terms()).contains(word);
        }
    }
}
