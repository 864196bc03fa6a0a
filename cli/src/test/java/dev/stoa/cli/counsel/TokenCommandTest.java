package dev.stoa.cli.counsel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.cli.Terminal;
import dev.stoa.json.Json;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** The noun token as it is typed, on both backends. */
@OnBothDatabases
class TokenCommandTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private Terminal terminal;

    @BeforeEach
    void place() {
        terminal = Terminal.on(dialect, folder);
    }

    @AfterEach
    void drop() {
        terminal.close();
    }

    @SuppressWarnings("unchecked") // the JSON reader's objects are maps with text keys
    private Map<String, @Nullable Object> json() {
        return (Map<String, @Nullable Object>) Objects.requireNonNull(Json.parse(terminal.out()));
    }

    @Test
    void aTokenIsShownOnceListedWithoutItsSecretAndRevoked() {
        assertThat(terminal.run(
                        "token",
                        "create",
                        "--scope",
                        "write,ask",
                        "--label",
                        "laptop",
                        "--subject",
                        "bob",
                        "--expires",
                        "30d",
                        "--json"))
                .isZero();
        Map<String, @Nullable Object> created = json();
        assertThat(created).containsOnlyKeys("token_id", "token", "scopes", "subject", "expires_at");
        assertThat(created).containsEntry("scopes", List.of("ask", "write")).containsEntry("subject", "bob");
        String id = String.valueOf(created.get("token_id"));
        String token = String.valueOf(created.get("token"));

        assertThat(terminal.run("token", "list")).isZero();
        assertThat(terminal.out())
                .contains(id, "ask,write", "bob", "expires ", "laptop")
                .doesNotContain(token);
        assertThat(terminal.run("token", "revoke", id)).isZero();
        assertThat(terminal.out()).isEqualTo("token " + id + " is revoked\n");
        assertThat(terminal.run("token", "list", "--json")).isZero();
        assertThat(terminal.out()).contains("\"revoked_at\":\"2").doesNotContain(token);
    }

    @Test
    void whatCannotBeIsRefusedByName() {
        assertThat(terminal.run("token", "create", "--scope", "root")).isEqualTo(2);
        assertThat(terminal.err())
                .isEqualTo("stoa: scope \"root\" is none of ask, read, write, operate, admin, agent:IDENTITY;"
                        + " choose one of them\n");
        assertThat(terminal.run("token", "create", "--scope", "read", "--expires", "soon"))
                .isEqualTo(2);
        assertThat(terminal.run("token", "revoke", "aaaaaaaaaaaa")).isEqualTo(3);
        assertThat(terminal.run("--as", "eve", "token", "create", "--scope", "admin"))
                .isEqualTo(1);
        assertThat(terminal.run("token", "list")).isZero();
        assertThat(terminal.out()).isEqualTo("no token was created\n");
    }
}
