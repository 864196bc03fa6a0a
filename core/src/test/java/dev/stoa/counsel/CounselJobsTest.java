package dev.stoa.counsel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.Stoa;
import dev.stoa.base.Principal;
import dev.stoa.counsel.backup.NoteAuthor;
import dev.stoa.counsel.base.JobRunner;
import dev.stoa.counsel.conversation.ConversationDraft;
import dev.stoa.counsel.conversation.MessageDraft;
import dev.stoa.counsel.conversation.MessageRole;
import dev.stoa.storage.Archive;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.sqlite.SqliteArchive;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CounselJobsTest {
    @TempDir
    Path folder;

    @Test
    void theJobsOfAPlainArchiveAreItsNotesAndItsCorrections() {
        try (Stoa stoa = Stoa.open(folder)) {
            List<JobRunner.Job> jobs = stoa.counsel().jobs(NoteAuthor.NONE, List.of());
            assertThat(jobs).extracting(JobRunner.Job::name).containsExactly("coverage", "decay");
            jobs.forEach(job -> job.work().run());
        }
    }

    @Test
    void aProcessThatStaysHasIndexedAllThatWasSaidWhenItIsClosed() {
        Principal me = Principal.local();
        try (Stoa stoa = Stoa.open(folder)) {
            stoa.counsel().startJobs(NoteAuthor.NONE, List.of());
            String id = stoa.counsel()
                    .conversations()
                    .create(me, ConversationDraft.untitled())
                    .conversationId();
            for (int i = 0; i < 600; i++) {
                stoa.counsel().messages().append(me, MessageDraft.of(id, MessageRole.USER, "words " + i));
            }
        }
        try (Archive archive =
                SqliteArchive.open(CounselArchive.SCHEMA, folder, StorageSettings.defaults(), InstantSource.system())) {
            assertThat(archive.one("SELECT count(*) FROM messages WHERE index_seq IS NULL", row -> row.number(1)))
                    .contains(0L);
            assertThat(archive.one("SELECT count(*) FROM message_keywords", row -> row.number(1)))
                    .hasValueSatisfying(number -> assertThat(number).isEqualTo(1_200));
        }
    }
}
