package dev.stoa.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.stoa.base.InvalidException;
import dev.stoa.storage.Durability;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("quick")
class ConfigLoaderTest {
    @TempDir
    private Path root;

    private Path work;
    private Path data;
    private Path workFile;
    private Path dataFile;
    private final Map<String, String> environment = new HashMap<>();

    @BeforeEach
    void makeDirectories() throws IOException {
        work = Files.createDirectory(root.resolve("work"));
        data = Files.createDirectory(root.resolve("data"));
        workFile = work.resolve("stoa.toml");
        dataFile = data.resolve("stoa.toml");
    }

    @Test
    void withoutSourcesEverythingIsDefault() {
        ConfigValues values = load();
        assertThat(values.get(FoundationSettings.READERS)).isEqualTo(4);
        assertThat(values.entries().stream().skip(1).map(ConfigEntry::origin)).containsOnly("default");
    }

    @Test
    void eachLayerBeatsThoseBelowIt() throws IOException {
        assertThat(origin(load(), "storage.readers")).isEqualTo("4 default");
        Files.writeString(dataFile, "# mine\n[storage]\nreaders = 5\ncache_mb = 128\n");
        assertThat(origin(load(), "storage.readers")).isEqualTo("5 " + dataFile + ":3");
        Files.writeString(workFile, "storage.readers = 6\n");
        assertThat(origin(load(), "storage.readers")).isEqualTo("6 " + workFile + ":1");
        assertThat(origin(load(), "storage.cache_mb")).isEqualTo("128 " + dataFile + ":4");
        environment.put("STOA_STORAGE_READERS", "7");
        assertThat(origin(load(), "storage.readers")).isEqualTo("7 env STOA_STORAGE_READERS");
        ConfigSources flag = sources().set("storage.readers", "8", "--readers");
        assertThat(origin(load(flag), "storage.readers")).isEqualTo("8 --readers");
        ConfigSources java = flag.set(FoundationSettings.READERS, 9);
        assertThat(origin(load(java), "storage.readers")).isEqualTo("9 java");
        assertThat(load(java).get(FoundationSettings.READERS)).isEqualTo(9);
        assertThat(origin(load(java.set("storage.readers", "10", "--set")), "storage.readers"))
                .isEqualTo("10 --set");
    }

    @Test
    void layeringIsThatOfAMapPutFromBelow() throws IOException {
        SplittableRandom random = new SplittableRandom(61);
        for (int i = 0; i < 200; i++) {
            int expected = 4;
            environment.clear();
            Files.deleteIfExists(dataFile);
            Files.deleteIfExists(workFile);
            if (random.nextBoolean()) {
                expected = random.nextInt(1, 65);
                Files.writeString(dataFile, "[storage]\nreaders=" + expected);
            }
            if (random.nextBoolean()) {
                expected = random.nextInt(1, 65);
                Files.writeString(workFile, "[storage]\nreaders=" + expected);
            }
            if (random.nextBoolean()) {
                expected = random.nextInt(1, 65);
                environment.put("STOA_STORAGE_READERS", "" + expected);
            }
            ConfigSources sources = sources();
            if (random.nextBoolean()) {
                expected = random.nextInt(1, 65);
                sources = sources.set("storage.readers", "" + expected, "--set");
            }
            assertThat(load(sources).get(FoundationSettings.READERS)).isEqualTo(expected);
        }
    }

    @Test
    void oneFileIsReadOnceWhenBothDirectoriesAreOne() throws IOException {
        Files.writeString(workFile, "[storage]\nreaders = 0\n");
        assertThat(errors(ConfigSources.of(work, environment, Location.directory(work.resolve("../work")))))
                .hasSize(1);
    }

    @Test
    void aWrongValueNamesPlaceKeyBoundAndValue() throws IOException {
        Files.writeString(workFile, """
                [storage]
                  readers = 900
                durability = "ful"
                cache_mb = "64"
                busy_timeout_seconds = 1.5
                [search]
                embedder = true
                """);
        assertThat(errors())
                .containsExactly(
                        workFile + ":2:3: storage.readers: must be an integer from 1 to 64, was 900",
                        workFile + ":3:1: storage.durability: must be \"normal\" or \"full\", was \"ful\"; did you mean"
                                + " \"full\"?",
                        workFile + ":4:1: storage.cache_mb: must be an integer from 1 to 4096, was \"64\"",
                        workFile + ":5:1: storage.busy_timeout_seconds: must be a whole number of seconds from 1 to"
                                + " 600, was 1.5",
                        workFile + ":7:1: search.embedder: must be \"e5\" or \"hashing\" or \"off\", was true");
    }

    @Test
    void aWrongValueIsReportedEvenWhereAnotherBeatsIt() throws IOException {
        Files.writeString(dataFile, "[storage]\nreaders = 0\n");
        environment.put("STOA_STORAGE_READERS", "many");
        assertThat(errors(sources().set("storage.readers", "-1", "--readers").set(FoundationSettings.READERS, 100)))
                .containsExactly(
                        dataFile + ":2:1: storage.readers: must be an integer from 1 to 64, was 0",
                        "STOA_STORAGE_READERS: storage.readers: must be an integer from 1 to 64, was \"many\"",
                        "--readers: storage.readers: must be an integer from 1 to 64, was -1",
                        "java: storage.readers: must be an integer from 1 to 64, was 100");
    }

    @Test
    void anUnknownKeyOrSectionSuggestsTheNearestOrListsTheKnown() throws IOException {
        Files.writeString(workFile, """
                readers = 3
                colour = "red"
                [storage]
                durabilty = "full"
                synchronous = "off"
                "storage.readers" = 2
                [storage.deep]
                x = 1
                [stroage]
                readers = 2
                [elsewhere]
                x = 1
                """);
        assertThat(errors())
                .containsExactly(
                        workFile + ":1:1: readers: unknown key; did you mean storage.readers?",
                        workFile
                                + ":2:1: colour: unknown key; known are backup, postgres, proofs, rating, search, storage",
                        workFile + ":4:1: storage.durabilty: unknown key; did you mean durability?",
                        workFile + ":5:1: storage.synchronous: unknown key; known are busy_timeout_seconds, cache_mb,"
                                + " durability, readers",
                        workFile + ":6:1: storage.\"storage.readers\": unknown key; known are busy_timeout_seconds,"
                                + " cache_mb, durability, readers",
                        workFile + ":7:1: storage.deep: unknown section; known are busy_timeout_seconds, cache_mb,"
                                + " durability, readers",
                        workFile + ":9:1: stroage: unknown section; did you mean storage?",
                        workFile
                                + ":11:1: elsewhere: unknown section; known are backup, postgres, proofs, rating, search, storage");
    }

    @Test
    void aSectionThatIsNoTableAndAKeyThatIsOneAreRefused() throws IOException {
        Files.writeString(workFile, "storage = 3\n[[postgres]]\npool_size = 3\n[search.embedder]\na = 1\n");
        assertThat(errors())
                .containsExactly(
                        workFile + ":1:1: storage: is a section, was 3",
                        workFile + ":2:1: postgres: is a section, was a list of 1",
                        workFile + ":4:1: search.embedder: must be \"e5\" or \"hashing\" or \"off\", was a table of"
                                + " 1");
    }

    @Test
    void brokenTomlGivesItsErrorsWithTheirPlaces() throws IOException {
        Files.writeString(workFile, "[storage\nreaders = 900\ncolour = \n");
        assertThat(errors())
                .containsExactly(
                        workFile + ":1:9: Unexpected end of line, expected ]",
                        workFile + ":3:10: Unexpected end of line, expected a value");
        Files.writeString(workFile, "[storage]\nreaders = 3\nreaders = 4\n");
        assertThat(errors()).containsExactly(workFile + ":3:1: readers previously defined at line 2, column 1");
    }

    @Test
    void bothFilesAreReportedTogether() throws IOException {
        Files.writeString(dataFile, "[storage]\nreaders = 0\n");
        Files.writeString(workFile, "x = = 1\n");
        assertThat(errors()).hasSize(2).first().asString().startsWith(dataFile + ":2:1: ");
    }

    @Test
    void atMostTwentyErrorsAreReportedAndTheRestCounted() throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add("[storage]");
        for (int i = 0; i < 27; i++) {
            lines.add("unknown_" + i + " = 1");
        }
        Files.write(workFile, lines);
        assertThatExceptionOfType(InvalidException.class)
                .isThrownBy(this::load)
                .satisfies(e -> assertThat(e.getMessage().lines()).hasSize(20))
                .satisfies(e -> assertThat(e.hint()).contains("correct the configuration; 7 more were found"))
                .satisfies(e -> assertThat(e.code()).isEqualTo("invalid_config"));
    }

    @Test
    void aFileThatCannotBeReadIsAnErrorAndAMissingOneIsNot() throws IOException {
        Files.createDirectory(workFile);
        assertThat(errors()).singleElement().asString().startsWith(workFile + ": cannot be read: ");
        Files.delete(workFile);
        Files.write(workFile, new byte[] {'#', (byte) 0xff, (byte) 0xfe});
        assertThat(errors()).containsExactly(workFile + ": is not UTF-8");
        Files.writeString(workFile, "#" + "x".repeat(1 << 20));
        assertThat(errors()).containsExactly(workFile + ": has more than 1048576 bytes");
        Files.delete(workFile);
        assertThat(load().entries()).isNotEmpty();
        assertThat(load(ConfigSources.of(root.resolve("no"), Map.of(), Location.directory(root.resolve("nor"))))
                        .entries())
                .isNotEmpty();
    }

    @Test
    void variablesOfKnownSectionsMustBeKnownAndOthersAreNotOurs() {
        environment.putAll(
                Map.of("STOA_DATA", "x", "STOA_DB", "y", "STOA_AGENT", "z", "STOA_HOME", "h", "STOA_TEST_DB", "t"));
        environment.put("STOA_STORAGE", "nothing");
        environment.put("PATH", "/bin");
        environment.put("STOA_SEARCH_EMBEDDER", "");
        assertThat(load().get(FoundationSettings.READERS)).isEqualTo(4);
        environment.put("STOA_STORAGE_DURABILTY", "full");
        environment.put("STOA_STORAGE_SYNCHRONOUS", "off");
        environment.put("STOA_POSTGRES_POOL_SIZE", "1");
        assertThat(errors())
                .containsExactly(
                        "STOA_POSTGRES_POOL_SIZE: postgres.pool_size: must be an integer from 2 to 64, was 1",
                        "STOA_STORAGE_DURABILTY: unknown variable; did you mean STOA_STORAGE_DURABILITY?",
                        "STOA_STORAGE_SYNCHRONOUS: unknown variable; known are STOA_STORAGE_BUSY_TIMEOUT_SECONDS,"
                                + " STOA_STORAGE_CACHE_MB, STOA_STORAGE_DURABILITY, STOA_STORAGE_READERS");
    }

    @Test
    void anOverrideOfNoKnownKeyIsRefused() {
        assertThat(errors(sources()
                        .set("storage.reader", "1", "--set")
                        .set("storage", "1", "--set")
                        .set("no such key", "1", "--set")
                        .set("a.b.c.d", "1", "--set")
                        .set("", "1", "--set")))
                .containsExactly(
                        "--set: storage.reader: unknown key; did you mean readers?",
                        "--set: storage: is a section, was \"1\"",
                        "--set: \"no such key\": unknown key; known are backup, postgres, proofs, rating, search, storage",
                        "--set: a.b.c.d: unknown key; known are backup, postgres, proofs, rating, search, storage",
                        "--set: \"\": unknown key; known are backup, postgres, proofs, rating, search, storage");
    }

    @Test
    void nothingCanBeChangedAfterwards() throws IOException {
        environment.put("STOA_STORAGE_READERS", "7");
        Files.writeString(workFile, "[storage]\ndurability = \"full\"\n");
        ConfigSources sources = sources();
        ConfigValues values = load(sources);
        environment.put("STOA_STORAGE_READERS", "8");
        Files.writeString(workFile, "[storage]\ndurability = \"normal\"\n");
        assertThat(values.get(FoundationSettings.READERS)).isEqualTo(7);
        assertThat(values.get(FoundationSettings.DURABILITY)).isEqualTo(Durability.FULL);
        assertThat(values.entries()).isUnmodifiable();
        assertThat(sources.environment()).isUnmodifiable();
        assertThat(sources.overrides()).isUnmodifiable();
        assertThat(load(sources).get(FoundationSettings.READERS)).isEqualTo(7);
    }

    @Test
    void aNonAsciiPathAndValueSurvive() throws IOException {
        Path strange = Files.createDirectory(root.resolve("ünï cödé"));
        Files.write(strange.resolve("stoa.toml"), "[storage]\nreaders = \"é😀\"\n".getBytes(StandardCharsets.UTF_8));
        assertThat(errors(ConfigSources.of(strange, Map.of(), Location.directory(data))))
                .containsExactly(strange.resolve("stoa.toml")
                        + ":2:1: storage.readers: must be an integer from 1 to 64, was \"é😀\"");
    }

    private ConfigSources sources() {
        return ConfigSources.of(work, environment, Location.directory(data));
    }

    private ConfigValues load() {
        return load(sources());
    }

    private static ConfigValues load(ConfigSources sources) {
        return ConfigLoader.load(sources, List.of(FoundationSettings.module()));
    }

    private List<String> errors() {
        return errors(sources());
    }

    private static List<String> errors(ConfigSources sources) {
        try {
            load(sources);
        } catch (InvalidException e) {
            assertThat(e.code()).isEqualTo("invalid_config");
            return e.getMessage().lines().toList();
        }
        return List.of();
    }

    private static String origin(ConfigValues values, String key) {
        return values.entries().stream()
                .filter(entry -> entry.key().equals(key))
                .map(entry -> entry.value() + " " + entry.origin())
                .findFirst()
                .orElseThrow();
    }
}
