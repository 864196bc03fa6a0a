package dev.stoa.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.json.Json;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import javax.xml.parsers.DocumentBuilderFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** Compares docs/dependencies.md with what the poms really name, and with the SBOM of the runnable jar. */
class DependenciesTest {
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([^`:]+:[^`]+)` \\| ([^|]+) \\|(.*)\\|$");
    private static final String WHOLE = "## In the runnable jar";
    private static final String REFRESH = "mvn package -Psbom -DskipTests -pl cli -am writes docs/sbom.cdx.json";

    @Test
    void thePageNamesExactlyWhatThePomsName() throws Exception {
        Set<String> inPoms = new TreeSet<>();
        for (Path pom : poms()) {
            inPoms.addAll(named(pom));
        }

        assertThat(rows().map(row -> row.group(1)).toList()).containsExactlyInAnyOrderElementsOf(inPoms);
    }

    @Test
    void everyVersionOfThePageIsAPropertyOfAPom() {
        String allPoms = poms().stream().map(Clone::read).collect(Collectors.joining());

        assertThat(rows().map(row -> row.group(2).strip()).filter(version -> !version.endsWith(" pom")))
                .isNotEmpty()
                .allSatisfy(version -> assertThat(allPoms).contains("<" + version.replace("`", "") + ">"));
    }

    @Test
    void everyRowHasAReasonALicenceAndAPlatform() {
        assertThat(rows()).allSatisfy(row -> {
            String[] cells = row.group(3).split("\\|", -1);
            assertThat(cells).as(row.group()).hasSize(4);
            assertThat(List.of(cells[0], cells[1], cells[3])).as(row.group()).noneMatch(String::isBlank);
        });
    }

    @Test
    void thePageListsEveryLibraryOfTheSbomWithItsLicence() {
        String list = page().substring(page().indexOf(WHOLE));

        assertThat(list.lines().filter(line -> line.startsWith("| `")))
                .containsExactlyElementsOf(libraries().stream()
                        .sorted(Comparator.comparing(Library::name))
                        .map(Library::row)
                        .toList());
        assertThat(libraries())
                .allSatisfy(library ->
                        assertThat(library.licence()).as(library.name()).isNotBlank());
    }

    /** The SBOM is written on demand, so it could be old and name other jars than those in the program. */
    @Test
    void theSbomNamesExactlyTheJarsInTheRunnableJar() throws IOException {
        Set<String> packed;
        try (var jar = new ZipFile(Clone.runnableJar().toFile())) {
            packed = jar.stream().map(ZipEntry::getName).collect(Collectors.toSet());
        }
        Set<String> used = new TreeSet<>();
        for (String place : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            String name = String.valueOf(Path.of(place).getFileName());
            if (name.endsWith(".jar") && !name.startsWith("stoa-") && isIn(Path.of(place), packed)) {
                used.add(name);
            }
        }

        assertThat(libraries().stream().map(Library::jar)).as(REFRESH).containsExactlyInAnyOrderElementsOf(used);
    }

    /** Whether a jar's classes, or its scripts for browsers, are among these; a jar without both is in none. */
    private static boolean isIn(Path file, Set<String> packed) throws IOException {
        try (var jar = new ZipFile(file.toFile())) {
            return jar.stream()
                    .map(ZipEntry::getName)
                    .filter(name -> name.startsWith("META-INF/")
                            ? name.startsWith("META-INF/resources/webjars/") && name.endsWith(".min.js")
                            : name.endsWith(".class") && !name.endsWith("-info.class"))
                    .findFirst()
                    .filter(packed::contains)
                    .isPresent();
        }
    }

    /** A component of the SBOM that is not ours. */
    private record Library(String group, String artefact, String version, String licence) {
        static Library of(Map<?, ?> component) {
            String licences = component.get("licenses") instanceof List<?> all
                    ? all.stream().map(Library::licence).collect(Collectors.joining(", "))
                    : "";
            return new Library(
                    String.valueOf(component.get("group")),
                    String.valueOf(component.get("name")),
                    String.valueOf(component.get("version")),
                    licences);
        }

        private static String licence(@Nullable Object choice) {
            if (choice instanceof Map<?, ?> of && of.get("license") instanceof Map<?, ?> licence) {
                return String.valueOf(licence.get(licence.containsKey("id") ? "id" : "name"));
            }
            return choice instanceof Map<?, ?> of ? String.valueOf(of.get("expression")) : "";
        }

        String name() {
            return group + ":" + artefact;
        }

        String jar() {
            return artefact + "-" + version + ".jar";
        }

        String row() {
            return "| `" + name() + "` | " + version + " | " + licence + " |";
        }
    }

    private static List<Library> libraries() {
        Map<String, @Nullable Object> sbom =
                Json.parseObject(Clone.read(Clone.root().resolve("docs/sbom.cdx.json")));
        return ((List<?>) Objects.requireNonNull(sbom.get("components"), REFRESH))
                .stream()
                        .map(component -> Library.of((Map<?, ?>) Objects.requireNonNull(component)))
                        .filter(library -> !library.group().equals("dev.stoa"))
                        .toList();
    }

    private static String page() {
        return Clone.read(Clone.root().resolve("docs/dependencies.md"));
    }

    /** The rows about what the poms name; the list of all libraries comes after them. */
    private static Stream<MatchResult> rows() {
        return ROW.matcher(page().substring(0, page().indexOf(WHOLE))).results();
    }

    private static List<Path> poms() {
        return Stream.concat(Stream.of(Clone.root()), Clone.modules().stream())
                .map(folder -> folder.resolve("pom.xml"))
                .toList();
    }

    /** What a pom uses: dependencies, plugins, and what the compiler loads. Managed dependencies are not yet used. */
    private static List<String> named(Path pom) throws Exception {
        var document =
                DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder().parse(pom.toFile());
        return Stream.of("dependency", "plugin", "path")
                .flatMap(tag -> {
                    var nodes = document.getElementsByTagName(tag);
                    return IntStream.range(0, nodes.getLength()).mapToObj(nodes::item);
                })
                .map(Element.class::cast)
                .filter(element -> !isManagedDependency(element))
                .map(element -> text(element, "groupId").orElseThrow() + ":"
                        + text(element, "artifactId").orElseThrow())
                .filter(name -> !name.startsWith("dev.stoa:"))
                .toList();
    }

    private static boolean isManagedDependency(Element element) {
        Node list = element.getParentNode();
        return list.getParentNode().getNodeName().equals("dependencyManagement");
    }

    private static Optional<String> text(Element element, String child) {
        return Optional.ofNullable(element.getElementsByTagName(child).item(0))
                .map(node -> node.getTextContent().strip());
    }
}
