package dev.stoa.engine.society;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.Principal;
import dev.stoa.society.agent.AgentDraft;
import dev.stoa.society.channel.ChannelDraft;
import dev.stoa.society.channel.MessageDraft;
import dev.stoa.society.knowledge.FactDraft;
import dev.stoa.society.note.NoteDraft;
import dev.stoa.society.work.TaskStatus;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@OnBothDatabases
class OfflineVoicesTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private Camp camp;

    @BeforeEach
    void open() {
        camp = Camp.on(dialect, folder);
        camp.stoa().society().channels().create(Camp.HUMAN, ChannelDraft.of("hall"));
        for (String name : List.of("ana", "bo")) {
            camp.stoa().society().agents().register(Camp.HUMAN, AgentDraft.of(name, "sim:"));
        }
        camp.stoa().society().agents().register(Camp.HUMAN, AgentDraft.of("lex", "evidence:lexical"));
    }

    @AfterEach
    void close() {
        camp.close();
    }

    private List<String> replies(String asked) throws InterruptedException {
        camp.stoa().society().messages().send(Camp.HUMAN, "hall", MessageDraft.of(asked));
        Tally tally = camp.worker().workOff(2);
        assertThat(tally.of(TaskStatus.COMPLETED)).isEqualTo(tally.executed());
        return camp.values("SELECT a.identity || ': ' || m.content FROM messages m JOIN agents a"
                + " ON a.agent_id = m.agent_id WHERE m.kind = 'reply' ORDER BY a.identity");
    }

    @Test
    void simulatedAgentsSayThatTheyWereAskedAndStartNobody() throws Exception {
        assertThat(replies("@ana and @bo, how many?"))
                .containsExactly(
                        "ana: (simulated) I was asked: ana and bo, how many?",
                        "bo: (simulated) I was asked: ana and bo, how many?");
        assertThat(camp.value("SELECT count(*) FROM tasks")).isEqualTo("2");
    }

    @Test
    void anAgentOfEvidenceQuotesWhatItMayRead() throws Exception {
        camp.stoa().society().knowledge().add(Camp.HUMAN, FactDraft.of("shop/tills", "The north till is @bo to mend."));
        camp.stoa().society().notes().add(Principal.as("ana"), NoteDraft.of("The south till is open, says ana."));
        assertThat(replies("@lex which till is broken?"))
                .singleElement()
                .asString()
                .matches("lex: knowledge:\\S+ says: “The north till is bo to mend.”");
    }

    @Test
    void anAgentOfEvidenceSaysWhenThereIsNothing() throws Exception {
        assertThat(replies("@lex which till is broken?")).containsExactly("lex: I may read nothing about this.");
    }
}
