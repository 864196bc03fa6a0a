package dev.stoa.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** Compares docs/dependencies.md with what the poms really name. */
class DependenciesTest {
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([^`:]+:[^`]+)` \\| ([^|]+) \\|(.*)\\|$");

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

        assertThat(rows().map(row -> row.group(2).strip()).filter(version -> !version.equals("parent pom")))
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

    private static Stream<MatchResult> rows() {
        return ROW.matcher(Clone.read(Clone.root().resolve("docs/dependencies.md")))
                .results();
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
