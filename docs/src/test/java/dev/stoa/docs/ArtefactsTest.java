package dev.stoa.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
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
    private static final List<String> LIBRARIES = List.of("core", "embedder", "z3", "seal", "engine", "server");

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
                ModuleFinder.of(LIBRARIES.stream().map(Clone::jar).toArray(Path[]::new)).findAll().stream()
                        .collect(Collectors.toMap(module -> module.descriptor().name(), module -> module));

        assertThat(modules.keySet())
                .containsExactlyInAnyOrderElementsOf(
                        LIBRARIES.stream().map(name -> "dev.stoa." + name).toList());
        assertThat(modules.values().stream().flatMap(module -> module.descriptor().packages().stream()))
                .doesNotHaveDuplicates();
    }

    @Test
    void whatIsFoundOnTheClassPathIsFoundOnTheModulePathToo() throws IOException {
        for (String library : LIBRARIES) {
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

    /** A method whose type is in a hidden package cannot be called by those it was written for. */
    @Test
    void everyTypeThatAUserMeetsIsInAnExportedPackage() {
        Set<String> exported = LIBRARIES.stream()
                .map(name ->
                        ModuleFinder.of(Clone.jar(name)).findAll().iterator().next())
                .flatMap(module -> module.descriptor().isAutomatic()
                        ? module.descriptor().packages().stream()
                        : module.descriptor().exports().stream().map(ModuleDescriptor.Exports::source))
                .collect(Collectors.toSet());
        JavaClasses house = new ClassFileImporter().importPaths(Clone.compiled());

        Set<String> hidden = house.stream()
                .filter(type -> exported.contains(type.getPackageName()) && isPublic(type))
                .flatMap(type -> type.getCodeUnits().stream())
                .filter(unit -> unit.getModifiers().contains(JavaModifier.PUBLIC))
                .flatMap(
                        unit -> Stream.concat(Stream.of(unit.getRawReturnType()), unit.getRawParameterTypes().stream()))
                .map(JavaClass::getBaseComponentType)
                .map(JavaClass::getPackageName)
                .filter(name -> name.startsWith("dev.stoa") && !exported.contains(name))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(hidden).isEmpty();
    }

    /** On the module path the engine, like any other program, sees the exported packages of core and no others. */
    @Test
    void whatOneLibraryUsesOfAnotherIsExported() {
        JavaClasses house = new ClassFileImporter().importPaths(Clone.compiled());
        Map<String, ModuleDescriptor> owners = LIBRARIES.stream()
                .map(name -> ModuleFinder.of(Clone.jar(name))
                        .findAll()
                        .iterator()
                        .next()
                        .descriptor())
                .flatMap(module -> module.packages().stream().map(name -> Map.entry(name, module)))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));

        Set<String> hidden = house.stream()
                .filter(type -> owners.containsKey(type.getPackageName()))
                .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                .filter(use -> {
                    ModuleDescriptor user = owners.get(use.getOriginClass().getPackageName());
                    String name = use.getTargetClass().getBaseComponentType().getPackageName();
                    ModuleDescriptor owner = owners.get(name);
                    return owner != null
                            && !owner.equals(user)
                            && !owner.isAutomatic()
                            && owner.exports().stream()
                                    .noneMatch(export -> export.source().equals(name));
                })
                .map(use -> use.getDescription())
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(hidden).isEmpty();
    }

    private static boolean isPublic(JavaClass type) {
        return type.getModifiers().contains(JavaModifier.PUBLIC);
    }

    @Test
    void theBillOfMaterialsHasEveryLibraryAtOneVersion() {
        String bom = Clone.read(Clone.root().resolve("bom/pom.xml"));

        assertThat(bom).contains("<version>" + Clone.version() + "</version>");
        assertThat(LIBRARIES)
                .allSatisfy(name -> assertThat(bom).contains("<artifactId>stoa-" + name + "</artifactId>"));
        assertThat(bom.split("<dependency>", -1)).hasSize(LIBRARIES.size() + 1);
    }

    private static Stream<String> entries(Path jar) throws IOException {
        try (var zip = new ZipFile(jar.toFile())) {
            return zip.stream().map(ZipEntry::getName).toList().stream();
        }
    }
}
