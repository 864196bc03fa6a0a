package dev.stoa.scale;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.storage.crash.Child;
import dev.stoa.testing.MessageCount;
import dev.stoa.testing.TestPostgres;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How often the most frequent writes wait for the server: each such message costs more than what it asks for. */
@Timeout(180)
class MessagesTest {
    private static final Set<String> UNITS = Set.of(
            "send",
            "add",
            "outcome",
            "rating",
            "claim",
            "note",
            "fact",
            "task",
            "turn",
            "evidence",
            "consensus",
            "critique",
            "said");

    /** Beyond the commit. */
    private static final long MOST = 4;

    @TempDir
    Path folder;

    @Test
    void hotUnitsSendFewMessages() throws Exception {
        String url = TestPostgres.freshDatabase();
        Map<String, Long> sent = new TreeMap<>();
        try (MessageCount count = MessageCount.before(url);
                Child child = Child.start(HotUnits.class, count.url(), folder)) {
            for (int i = 0; i < UNITS.size(); i++) {
                String unit = child.expect("ready");
                long before = count.messages();
                child.say("go");
                child.expect("done");
                sent.put(unit, count.messages() - before - 1);
                child.say("on");
            }
            child.expect("end");
        } finally {
            TestPostgres.drop(url);
        }
        assertThat(sent.keySet()).isEqualTo(UNITS);
        assertThat(sent)
                .allSatisfy((unit, messages) ->
                        assertThat(messages).as(unit + " of " + sent).isBetween(1L, MOST));
    }
}
