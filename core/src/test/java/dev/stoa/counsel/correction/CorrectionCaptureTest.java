package dev.stoa.counsel.correction;

import static dev.stoa.counsel.correction.CorrectionFixture.EVE;
import static dev.stoa.counsel.correction.CorrectionFixture.LOCAL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.NotFoundException;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@Tag("quick")
@OnBothDatabases
class CorrectionCaptureTest {
    private static final String QUESTION = "How high is the Eiffel tower?";

    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private CorrectionFixture fixture;
    private Corrections corrections;

    @BeforeEach
    void open() {
        fixture = CorrectionFixture.on(dialect, folder);
        corrections = fixture.corrections();
        fixture.project("p1", "local");
        fixture.conversation("c1", "local", null);
        fixture.conversation("c2", "local", "p1");
    }

    @AfterEach
    void close() {
        // The messages are written past their store.
        assertThat(fixture.violations()).noneMatch(found -> found.startsWith("C5"));
        fixture.close();
    }

    /** What is captured of the last message of a conversation. */
    private List<Correction> captured(String conversation, String... texts) {
        String last = fixture.talk(conversation, texts).getLast();
        return corrections.capture(LOCAL, last).stream().toList();
    }

    @Test
    void anExplicitCorrectionRightAfterAnAnswerIsActiveAtOnce() {
        Correction found = captured("c1", QUESTION, "It is 300 m high.", " Correction: it is 330 m high")
                .getFirst();
        assertThat(found.status()).isEqualTo(CorrectionStatus.ACTIVE);
        assertThat(found.confidence()).isEqualTo(.85);
        assertThat(found.claim()).isEqualTo("it is 330 m high");
        assertThat(found.rejected()).isEqualTo("It is 300 m high.");
        assertThat(found.subject()).isEqualTo(QUESTION);
        assertThat(found.question()).isEqualTo(QUESTION);
        assertThat(found.scope()).isEqualTo(CorrectionScope.GLOBAL);
        assertThat(fixture.corrected()).hasSize(1);
        assertThat(corrections.find(LOCAL, CorrectionQuery.of("Say, how high is the tower of Eiffel?")))
                .hasSize(1);
    }

    @Test
    void withoutAnAnswerBeforeItIsAnOrdinaryMessage() {
        assertThat(captured("c1", "correction: it is 330 m")).isEmpty();
        assertThat(fixture.values("SELECT count(*) FROM corrections")).containsExactly("0");
    }

    @Test
    void nothingIsLearnedFromAnswersThemselves() {
        assertThat(captured("c1", QUESTION, "correction: that's wrong, it is 300, not 330"))
                .isEmpty();
        assertThat(captured("c1", "Thanks, and that of the Tokyo tower?")).isEmpty();
        // Also where one answer follows another.
        String last = fixture.talk("c2", QUESTION, "It is 300 m high.", "Correction: it is 330 m high")
                .getLast();
        fixture.archive().write(tx -> tx.update("UPDATE messages SET role = 'assistant' WHERE message_id = ?", last));
        assertThat(corrections.capture(LOCAL, last)).isEmpty();
    }

    @Test
    void aDetectedFactIsOnlyProposedAndEntersNoPrompt() {
        Correction found = captured("c2", QUESTION, "It is 300 m high.", "That's wrong, it is 330 m, not 300 m.")
                .getFirst();
        // .30 + .25·.5 + .20 + .15·.9 + .10·.4 = .80
        assertThat(found.status()).isEqualTo(CorrectionStatus.PROPOSED);
        assertThat(found.type()).isEqualTo(CorrectionType.FACT);
        assertThat(found.origin()).isEqualTo(CorrectionOrigin.IMPLICIT);
        assertThat(found.confidence()).isEqualTo(.75);
        assertThat(found.scope()).isEqualTo(CorrectionScope.PROJECT);
        assertThat(found.scopeId()).isEqualTo("p1");
        assertThat(found.claim()).isEqualTo("That's wrong, it is 330 m, not 300 m.");
        assertThat(corrections.find(LOCAL, CorrectionQuery.of(QUESTION).in("c2", null)))
                .isEmpty();
        assertThat(fixture.corrected()).isEmpty();
        corrections.confirm(LOCAL, found.id());
        assertThat(corrections.find(LOCAL, CorrectionQuery.of(QUESTION).in("c2", null)))
                .hasSize(1);
    }

    @Test
    void anInstructionThatComesUpOftenIsActive() {
        // .30 + .25·k/(k+1) + .20 + .15·.5 + .10·.7 reaches .85 from k = 5 on.
        fixture.talk("c2", QUESTION, "a", QUESTION, "b", QUESTION, "c", QUESTION, "d");
        List<String> talk =
                fixture.talk("c2", QUESTION, "It is 1083 feet high.", "From now on it should be metres, not feet");
        fixture.archive()
                .write(tx -> tx.update("UPDATE messages SET confidence = 'High' WHERE message_id = ?", talk.get(1)));
        Correction found = corrections.capture(LOCAL, talk.get(2)).orElseThrow();
        assertThat(found.status()).isEqualTo(CorrectionStatus.ACTIVE);
        assertThat(found.type()).isEqualTo(CorrectionType.INSTRUCTION);
    }

    @Test
    void whatIsUnclearOrPersonalIsDropped() {
        assertThat(captured("c1", QUESTION, "300 m", "I prefer metres")).isEmpty();
        assertThat(captured(
                        "c1",
                        "How high is the Tokyo tower?",
                        "300 m",
                        "That's wrong, it is 330 m, not 300 m; ask eve@example.org"))
                .isEmpty();
        assertThat(captured("c1", "And that of Blackpool?", "300 m", "Nice!")).isEmpty();
        assertThat(fixture.values("SELECT count(*) FROM corrections")).containsExactly("0");
    }

    @Test
    void anotherUsersMessageIsNotThere() {
        String last = fixture.talk("c1", QUESTION, "300 m", "correction: 330 m").getLast();
        assertThatThrownBy(() -> corrections.capture(EVE, last)).isInstanceOf(NotFoundException.class);
    }
}
