package dev.stoa.counsel.conversation;

import static dev.stoa.counsel.conversation.ConversationFixture.ME;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.counsel.backup.ContextBackups;
import dev.stoa.counsel.backup.NoteAuthor;
import dev.stoa.counsel.keyword.KeywordIndex;
import dev.stoa.counsel.keyword.KeywordSearch;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@OnBothDatabases
class OpenFilesTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    @Test
    @EnabledOnOs(OS.LINUX)
    void openFilesStayConstantOver10000Calls() throws IOException {
        try (ConversationFixture counsel = ConversationFixture.on(dialect, folder)) {
            String conversation = counsel.talk("first words");
            KeywordIndex index = KeywordIndex.over(counsel.context());
            long before = 0;
            for (int call = 0; call < 10_000; call++) {
                switch (call % 20) {
                    case 0 -> counsel.say(conversation, "word" + call);
                    case 1 -> index.search(ME, KeywordSearch.of("word" + (call - 1)));
                    case 2 -> ContextBackups.over(counsel.context()).writeDue(ME, conversation, NoteAuthor.NONE);
                    case 3 -> counsel.conversations().list(ME, ConversationRequest.first());
                    default -> counsel.messages().page(ME, conversation, MessageRequest.newest(1));
                }
                if (call == 1_000) {
                    before = open();
                }
            }
            assertThat(open()).isLessThanOrEqualTo(before);
        }
    }

    private static long open() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
            return files.count();
        }
    }
}
