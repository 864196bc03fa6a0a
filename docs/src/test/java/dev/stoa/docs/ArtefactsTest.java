package dev.stoa.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the build leaves: the runnable jar, and the jars that other programs use. */
class ArtefactsTest {
    private static final long MOST_BYTES = 90_000_000;

    @Test
    void theRunnableJarIsForOnePlatformAndSmall() throws IOException {
        Set<String> platforms = natives().stream()
                .map(name -> name.toLowerCase(Locale.ROOT).replaceAll("x64|x86-64|amd64", "x86_64"))
                .map(name -> name.replaceAll(".*/(linux|osx|mac|win\\w*)(?:-musl)?[-/](\\w+)/.*", "$1-$2"))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(platforms).hasSize(1);
        assertThat(Files.size(Clone.runnableJar())).isLessThan(MOST_BYTES);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sqlitejdbc", "onnxruntime", "tokenizers", "z3", "z3java"})
    void theRunnableJarHasEveryNativeLibrary(String library) throws IOException {
        assertThat(natives()).anyMatch(name -> name.matches(".*/(lib)?" + library + "\\.\\w+"));
    }

    private static List<String> natives() throws IOException {
        return entries(Clone.runnableJar())
                .filter(name -> name.matches(".*\\.(so|dylib|jnilib|dll|a)"))
                .toList();
    }

    @Test
    void everyLibraryIsAModuleWithPackagesOfItsOwn() {
        Map<String, ModuleReference> modules =
                ModuleFinder.of(Clone.LIBRARIES.stream().map(Clone::jar).toArray(Path[]::new)).findAll().stream()
                        .collect(Collectors.toMap(module -> module.descriptor().name(), module -> module));

        assertThat(modules.keySet())
                .containsExactlyInAnyOrderElementsOf(
                        Clone.LIBRARIES.stream().map(name -> "dev.stoa." + name).toList());
        assertThat(modules.values().stream().flatMap(module -> module.descriptor().packages().stream()))
                .doesNotHaveDuplicates();
    }

    @Test
    void whatIsFoundOnTheClassPathIsFoundOnTheModulePathToo() throws IOException {
        for (String library : Clone.LIBRARIES) {
            Path jar = Clone.jar(library);
            Set<String> onModulePath = ModuleFinder.of(jar).findAll().iterator().next().descriptor().provides().stream()
                    .map(provides -> provides.service())
                    .collect(Collectors.toSet());
            Set<String> onClassPath = entries(jar)
                    .filter(name -> name.matches("META-INF/services/.+"))
                    .map(name -> name.substring("META-INF/services/".length()))
                    .collect(Collectors.toSet());

            assertThat(onModulePath).as(library).isEqualTo(onClassPath);
        }
    }

    @Test
    void theBillOfMaterialsHasEveryLibraryAtOneVersion() {
        String bom = Clone.read(Clone.root().resolve("bom/pom.xml"));

        assertThat(bom).contains("<version>" + Clone.version() + "</version>");
        assertThat(Clone.LIBRARIES)
                .allSatisfy(name -> assertThat(bom).contains("<artifactId>stoa-" + name + "</artifactId>"));
        assertThat(bom.split("<dependency>", -1)).hasSize(Clone.LIBRARIES.size() + 1);
    }

    private static Stream<String> entries(Path jar) throws IOException {
        try (var zip = new ZipFile(jar.toFile())) {
            return zip.stream().map(ZipEntry::getName).toList().stream();
        }
    }
}
