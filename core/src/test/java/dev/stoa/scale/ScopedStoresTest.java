package dev.stoa.scale;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.counsel.conversation.ConversationFixture;
import dev.stoa.counsel.conversation.Message;
import dev.stoa.counsel.conversation.MessageDraft;
import dev.stoa.counsel.conversation.MessageRequest;
import dev.stoa.counsel.conversation.MessageRole;
import dev.stoa.counsel.conversation.Messages;
import dev.stoa.evolution.EvolutionArchive;
import dev.stoa.evolution.Laboratory;
import dev.stoa.evolution.RunState;
import dev.stoa.evolution.base.EvolutionContext;
import dev.stoa.evolution.base.RunEvent;
import dev.stoa.evolution.base.RunEvents;
import dev.stoa.evolution.episode.EpisodeDraft;
import dev.stoa.evolution.episode.Episodes;
import dev.stoa.evolution.run.Run;
import dev.stoa.storage.Archive;
import dev.stoa.storage.ArchiveSchema;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.StorageSettings;
import dev.stoa.storage.postgres.PostgresArchive;
import dev.stoa.storage.postgres.PostgresSettings;
import dev.stoa.storage.sqlite.SqliteArchive;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What units of one conversation or run lose if their scope is too small. */
@OnBothDatabases
@Timeout(180)
class ScopedStoresTest extends TwoOpenings {
    @Test
    void messagesOfAConversationAreNumberedWithoutAGap() throws Exception {
        ConversationFixture counsel = ConversationFixture.on(dialect, folder);
        open.add(counsel);
        List<Messages> stores = List.of(counsel.messages(), Messages.over(counsel.elsewhere()));
        List<String> talks = List.of(counsel.talk("a question"), counsel.talk("another"));
        together(caller -> {
            for (int n = 0; n < ROUNDS; n++) {
                String talk = talks.get((caller + n) % 2);
                stores.get(caller % 2).append(ME, MessageDraft.of(talk, MessageRole.USER, n + " of " + caller));
            }
            return true;
        });
        List<Message> said = new ArrayList<>();
        for (String talk : talks) {
            List<Message> here =
                    stores.get(0).page(ME, talk, MessageRequest.oldest(500)).items();
            assertThat(here.stream().map(Message::seq))
                    .isEqualTo(LongStream.rangeClosed(1, here.size()).boxed().toList());
            said.addAll(here);
        }
        assertThat(said).hasSize(2 + CALLERS * ROUNDS);
        assertThat(counsel.violations()).isEmpty();
    }

    @Test
    void theEventsAndTokensOfARunAreThoseOfAllItsEpisodes() throws Exception {
        Laboratory lab = Laboratory.on(dialect, folder);
        open.add(lab);
        Archive other = elsewhere(EvolutionArchive.SCHEMA, lab.where());
        open.add(other);
        List<Episodes> stores =
                List.of(lab.stores().episodes(), Episodes.over(new EvolutionContext(other, lab.clock(), ids)));
        List<Run> runs = List.of(lab.run(500), lab.run(500));
        List<RunState> states = runs.stream().map(lab::state).toList();
        together(caller -> {
            for (int n = 0; n < ROUNDS; n++) {
                EpisodeDraft draft = Laboratory.episode(states.get((caller + n) % 2), null, null, 2, 1, 2);
                stores.get(caller % 2).record(ME, List.of(draft));
            }
            return true;
        });
        long each = (long) CALLERS * ROUNDS / 2;
        for (Run run : runs) {
            List<RunEvent> events = RunEvents.over(new EvolutionContext(other, lab.clock(), ids))
                    .after(ME, run.id(), 0, 1_000);
            assertThat(events.stream().map(RunEvent::seq))
                    .isEqualTo(LongStream.rangeClosed(1, events.size()).boxed().toList());
            assertThat(lab.runs().get(ME, run.id()).tokensUsed()).isEqualTo(12 * each);
        }
        assertThat(lab.value("SELECT count(DISTINCT seq) FROM episode_facts")).isEqualTo(Long.toString(2 * each));
        assertThat(lab.violations()).isEmpty();
    }

    private Archive elsewhere(ArchiveSchema schema, String where) {
        return dialect == Dialect.SQLITE
                ? SqliteArchive.open(schema, Path.of(where), StorageSettings.defaults(), clock)
                : PostgresArchive.open(schema, where, PostgresSettings.defaults(), StorageSettings.defaults(), clock);
    }
}
