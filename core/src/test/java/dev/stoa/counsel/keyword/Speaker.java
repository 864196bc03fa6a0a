package dev.stoa.counsel.keyword;

import dev.stoa.counsel.CounselArchive;
import dev.stoa.counsel.audit.AuditLog;
import dev.stoa.counsel.audit.AuditPlaces;
import dev.stoa.counsel.base.CounselContext;
import dev.stoa.counsel.conversation.ConversationDraft;
import dev.stoa.counsel.conversation.ConversationFixture;
import dev.stoa.counsel.conversation.Conversations;
import dev.stoa.counsel.conversation.MessageDraft;
import dev.stoa.counsel.conversation.MessageRole;
import dev.stoa.counsel.conversation.Messages;
import dev.stoa.counsel.seal.Seal;
import dev.stoa.storage.Archive;
import dev.stoa.storage.Ids;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.postgres.PostgresArchive;
import dev.stoa.storage.postgres.PostgresSettings;
import dev.stoa.storage.sqlite.SqliteArchive;
import java.nio.file.Path;
import java.time.InstantSource;

/**
 * The process that says things in a conversation until it is killed, and tells each after it is committed. Its arguments:
 * the directory or database, a folder for its key, a word, and whether it also indexes.
 */
final class Speaker {
    private Speaker() {}

    public static void main(String[] args) {
        Archive archive = args[0].startsWith("jdbc:")
                ? PostgresArchive.open(
                        CounselArchive.SCHEMA,
                        args[0],
                        PostgresSettings.defaults(),
                        StorageSettings.defaults(),
                        InstantSource.system())
                : SqliteArchive.open(
                        CounselArchive.SCHEMA, Path.of(args[0]), StorageSettings.defaults(), InstantSource.system());
        Ids ids = Ids.system();
        CounselContext context = new CounselContext(
                archive, InstantSource.system(), ids, Seal.plain(), new AuditLog(ids, AuditPlaces.in(Path.of(args[1]))));
        String conversation = Conversations.over(context)
                .create(ConversationFixture.ME, ConversationDraft.untitled())
                .conversationId();
        if (Boolean.parseBoolean(args[3])) {
            KeywordWorker.start(archive, KeywordIndex.over(context), true);
        }
        Messages messages = Messages.over(context);
        for (int i = 0; ; i++) {
            String word = args[2] + i;
            messages.append(
                    ConversationFixture.ME, MessageDraft.of(conversation, MessageRole.USER, "I say " + word + " now"));
            System.out.println("said " + word);
            System.out.flush();
        }
    }
}
