package dev.stoa.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.stoa.base.InvalidException;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
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
    void withoutAnyChoiceTheDataIsInTheWorkingDirectory() {
        assertThat(choose(null, null, Map.of()))
                .isEqualTo(new Location.Directory(HERE.resolve("stoa-data"), "default"));
        assertThat(choose(null, null, Map.of("STOA_DATA", "", "STOA_DB", "")))
                .isEqualTo(new Location.Directory(HERE.resolve("stoa-data"), "default"));
    }

    @Test
    void theOptionBeatsTheVariable() {
        Map<String, String> environment = Map.of("STOA_DATA", "env");
        assertThat(choose(null, null, environment))
                .isEqualTo(new Location.Directory(HERE.resolve("env"), "env STOA_DATA"));
        assertThat(choose("./opt", null, environment)).isEqualTo(new Location.Directory(HERE.resolve("opt"), "--data"));
        assertThat(choose("/absolute", null, environment).directory()).isEqualTo(Path.of("/absolute"));
        assertThat(choose("opt", null, Map.of("STOA_DB", URL)))
                .isEqualTo(new Location.Directory(HERE.resolve("opt"), "--data"));
    }

    @Test
    void aDatabaseStillHasADirectoryBesideIt() {
        assertThat(choose(null, URL, Map.of()))
                .isEqualTo(new Location.Postgres(URL, HERE.resolve("stoa-data"), "--db", "default"));
        assertThat(choose(null, null, Map.of("STOA_DB", URL, "STOA_DATA", "files")))
                .isEqualTo(new Location.Postgres(URL, HERE.resolve("files"), "env STOA_DB", "env STOA_DATA"));
        assertThat(choose(null, URL, Map.of("STOA_DB", "jdbc:postgresql:other")).origin())
                .isEqualTo("--db");
    }

    @Test
    void aProgramChoosesDirectly() {
        assertThat(Location.directory(HERE)).isEqualTo(new Location.Directory(HERE, "java"));
        assertThat(Location.postgres(URL, HERE)).isEqualTo(new Location.Postgres(URL, HERE, "java", "java"));
    }

    @Test
    void withBothOptionsTheArchivesAreInTheDatabaseAndLocalFilesInTheDirectory() {
        assertThat(choose("files", URL, Map.of("STOA_DATA", "elsewhere", "STOA_DB", "jdbc:postgresql:other")))
                .isEqualTo(new Location.Postgres(URL, HERE.resolve("files"), "--db", "--data"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  "})
    void aBlankDirectoryIsRefused(String blank) {
        assertThatExceptionOfType(InvalidException.class)
                .isThrownBy(() -> choose(blank, null, Map.of()))
                .withMessage("--data is blank");
    }

    @Test
    void whatIsNoPathIsRefused() {
        assertThatExceptionOfType(InvalidException.class)
                .isThrownBy(() -> choose(null, null, Map.of("STOA_DATA", "a\0b")))
                .withMessageStartingWith("STOA_DATA is no path");
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
                .isThrownBy(() -> choose(null, url, Map.of()))
                .withMessageStartingWith("--db names ")
                .withMessageEndingWith(", which is not a jdbc:postgresql address")
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("topsecret"))
                .satisfies(e -> assertThat(e.hint()).isPresent());
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
    })
    void passwordsAreHidden(String url, String shown) {
        Location.Postgres location = new Location.Postgres(url, HERE, "--db", "default");
        assertThat(location.shownUrl()).isEqualTo(shown);
        assertThat(location.toString()).contains(shown).doesNotContain("pw");
        assertThat(location.url()).isEqualTo(url);
    }

    private static Location choose(@Nullable String data, @Nullable String db, Map<String, String> environment) {
        return Location.choose(data, db, environment, HERE);
    }
}
