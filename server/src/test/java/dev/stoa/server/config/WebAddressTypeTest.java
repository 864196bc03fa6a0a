package dev.stoa.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.InvalidException;
import dev.stoa.server.RunningServer;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WebAddressTypeTest {
    @ParameterizedTest
    @CsvSource({
        "https://stoa.example.org, https://stoa.example.org",
        "https://stoa.example.org/, https://stoa.example.org",
        "http://[::1]:7070//, http://[::1]:7070",
        "HTTP://example.org/stoa/, HTTP://example.org/stoa"
    })
    void slashesAtTheEndAreLeftOut(String given, String kept) {
        assertThat(new WebAddressType().read(given)).isEqualTo(kept);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "stoa.example.org",
                "stoa.example.org:7070",
                "ftp://example.org",
                "https://",
                "https:///path",
                "https://two words",
                "https://me@example.org",
                "https://example.org?a=b",
                "https://example.org/#a",
                "/stoa",
                " "
            })
    void whatIsNoAddressOfAServerIsRefused(String given) {
        assertThatThrownBy(() -> new WebAddressType().read(given))
                .isInstanceOfSatisfying(
                        InvalidException.class,
                        refused -> assertThat(refused.code()).isEqualTo("invalid_config"))
                .hasMessageContaining("an http or https URL");
    }

    @Test
    void aServerHasLinksBelowItAndDoesNotStartWithAnother(@TempDir Path folder) {
        try (RunningServer server = RunningServer.at(
                folder.toString(), folder, Map.of("STOA_SERVER_PUBLIC_URL", "https://stoa.example.org/"))) {
            assertThat(server.post("memories", "{\"content\":\"x\"}").header("Location"))
                    .startsWith("https://stoa.example.org/api/v1/memories/");
            assertThat(server.get("memories", "Origin", "https://stoa.example.org")
                            .status())
                    .isEqualTo(200);
        }
        assertThatThrownBy(() -> RunningServer.at(
                                folder.toString(), folder, Map.of("STOA_SERVER_PUBLIC_URL", "stoa.example.org"))
                        .close())
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("server.public_url");
    }
}
