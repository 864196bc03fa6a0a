package dev.stoa.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.stoa.base.InvalidException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("quick")
class LocationTest {
    private static final Path HERE = Path.of("/somewhere");
    private static final String URL = "jdbc:postgresql://host/stoa";

    @Test
    void aProgramChoosesDirectly() {
        assertThat(Location.directory(HERE)).isEqualTo(new Location.Directory(HERE, "java"));
        assertThat(Location.postgres(URL, HERE)).isEqualTo(new Location.Postgres(URL, HERE, "java", "java"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "jdbc:postgresql:",
                "jdbc:sqlite:x.db",
                "jdbc:mysql://host/db",
                "postgresql://me:topsecret@host/db",
                "postgres://host/db?password=topsecret",
                "JDBC:POSTGRESQL://host/db",
            })
    void onlyPostgresAddressesAreAcceptedAndNoPasswordIsShown(String url) {
        assertThatExceptionOfType(InvalidException.class)
                .isThrownBy(() -> Location.postgres(url, HERE))
                .withMessageStartingWith("java names ")
                .withMessageEndingWith(", which is not a jdbc:postgresql address")
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("topsecret"))
                .satisfies(e -> assertThat(e.hint()).isPresent());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:postgresql://h1:5432,h2:5433/d?targetServerType=primary",
                "jdbc:postgresql://[::1]:5432,[fe80::1]:5433/d?user=ana&targetServerType=primary&ssl=true",
                "jdbc:postgresql://h1,h2/d",
            })
    void anAddressMayNameSeveralHosts(String url) {
        assertThat(Location.postgres(url, HERE)).isEqualTo(new Location.Postgres(url, HERE, "java", "java"));
        assertThat(new Location.Postgres(url, HERE, "java", "java").shownUrl()).isEqualTo(url);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "any",
                "secondary",
                "preferSecondary",
                "preferPrimary",
                "PRIMARY",
                "primary&targetServerType=any",
                ""
            })
    void anAddressThatMayLeadToAStandbyIsRefused(String type) {
        assertThatExceptionOfType(InvalidException.class)
                .isThrownBy(() -> Location.postgres(
                        "jdbc:postgresql://h1,h2/d?password=topsecret&targetServerType=" + type, HERE))
                .withMessageContaining("may lead to a standby")
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("topsecret"))
                .satisfies(e -> assertThat(e.hint()).contains("write targetServerType=primary, or leave it out"));
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:postgresql://h/d, jdbc:postgresql://h/d",
        "jdbc:postgresql://h:5432/d?user=ana, jdbc:postgresql://h:5432/d?user=ana",
        "jdbc:postgresql://h/d?user=ana&password=pw&ssl=true, jdbc:postgresql://h/d?user=ana&password=***&ssl=true",
        "jdbc:postgresql://h/d?PassWord=pw, jdbc:postgresql://h/d?PassWord=***",
        "jdbc:postgresql://h/d?sslpassword=pw&password=pw, jdbc:postgresql://h/d?sslpassword=***&password=***",
        "jdbc:postgresql://h/d?password=p=w?x, jdbc:postgresql://h/d?password=***",
        "jdbc:postgresql:d?password=, jdbc:postgresql:d?password=***",
        "jdbc:postgresql://ana:pw@h/d, jdbc:postgresql://ana:***@h/d",
        "jdbc:postgresql://ana:p@w/x?y@h/d, jdbc:postgresql://ana:***@h/d",
        "'jdbc:postgresql://ana:pw@h1:1,[::1]:2/d', 'jdbc:postgresql://ana:***@h1:1,[::1]:2/d'",
    })
    void passwordsAreHidden(String url, String shown) {
        Location.Postgres location = new Location.Postgres(url, HERE, "option", "default");
        assertThat(location.shownUrl()).isEqualTo(shown);
        assertThat(location.toString()).contains(shown).doesNotContain("pw");
        assertThat(location.url()).isEqualTo(url);
    }
}
