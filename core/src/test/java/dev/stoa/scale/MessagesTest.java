package dev.stoa.scale;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.storage.crash.Child;
import dev.stoa.testing.MessageCount;
import dev.stoa.testing.TestPostgres;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How often the most frequent writes wait for the server: each such message costs more than what it asks for. */
@Timeout(180)
class MessagesTest {
    /** Beyond the commit; four are aimed at. */
    private static final Map<String, Long> MOST =
            Map.of("send", 8L, "add", 4L, "outcome", 4L, "rating", 4L, "claim", 10L, "turn", 4L);

    @TempDir
    Path folder;

    @Test
    void hotUnitsSendFewMessages() throws Exception {
        String url = TestPostgres.freshDatabase();
        Map<String, Long> sent = new TreeMap<>();
        try (MessageCount count = MessageCount.before(url);
                Child child = Child.start(HotUnits.class, count.url(), folder)) {
            for (int i = 0; i < MOST.size(); i++) {
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
        assertThat(sent.keySet()).isEqualTo(MOST.keySet());
        assertThat(sent)
                .allSatisfy((unit, messages) ->
                        assertThat(messages).as(unit + " of " + sent).isBetween(1L, MOST.get(unit)));
    }
}
