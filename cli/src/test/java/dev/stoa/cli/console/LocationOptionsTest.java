package dev.stoa.cli.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.stoa.base.InvalidException;
import dev.stoa.config.Location;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("quick")
class LocationOptionsTest {
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

    @Test
    void whatIsNoAddressIsRefusedByTheNameOfTheOption() {
        assertThatExceptionOfType(InvalidException.class)
                .isThrownBy(() -> choose(null, "jdbc:sqlite:x.db", Map.of()))
                .withMessageStartingWith("--db names ");
    }

    private static Location choose(@Nullable String data, @Nullable String db, Map<String, String> environment) {
        return LocationOptions.choose(data, db, environment, HERE);
    }
}
