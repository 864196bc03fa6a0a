package dev.stoa.server.sse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.debate.session.DebateEvent;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class EventRoutesTest {
    @Test
    void theDocumentNamesEveryKindOfEventThatCanBeStoredOfADebate() throws Exception {
        String schema;
        try (InputStream in = Objects.requireNonNull(getClass().getResourceAsStream("/schema/debate/sqlite/006.sql"))) {
            schema = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        Matcher kinds = Pattern.compile("chk_debate_events_kind\\s+CHECK \\(kind IN \\(([^)]*)\\)")
                .matcher(schema);
        assertThat(kinds.find()).isTrue();
        List<String> stored = Pattern.compile("'([a-z_]+)'")
                .matcher(kinds.group(1))
                .results()
                .map(found -> found.group(1))
                .toList();

        assertThat(DebateEvent.KINDS).isEqualTo(stored);
    }
}
