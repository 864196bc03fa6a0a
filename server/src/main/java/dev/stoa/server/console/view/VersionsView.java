package dev.stoa.server.console.view;

import dev.stoa.server.console.chart.Axis;
import dev.stoa.server.console.chart.Lines;
import dev.stoa.server.console.text.WordDiff;
import gg.jte.Content;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * The versions of code of a debate, and which tests each passes. Immutable.
 *
 * @param versions in the order in which they were stored
 * @param tests the names of all tests
 */
public record VersionsView(List<Doc> versions, List<String> tests) {
    public VersionsView {
        versions = List.copyOf(versions);
        tests = List.copyOf(tests);
    }

    public static VersionsView of(List<Doc> versions) {
        TreeSet<String> tests = new TreeSet<>();
        versions.forEach(version -> version.docs("results").forEach(result -> tests.add(result.raw("name"))));
        return new VersionsView(versions, List.copyOf(tests));
    }

    /** What became of a test with a version; without fields if it was not run. */
    public Doc result(String test, Doc version) {
        return version.docs("results").stream()
                .filter(result -> result.raw("name").equals(test))
                .findFirst()
                .orElse(Doc.EMPTY);
    }

    /** The version that another was made from: its parent, else the one before it of the same agent. */
    public Doc parent(Doc version) {
        Doc found = Doc.EMPTY;
        for (Doc other : versions) {
            boolean before = other.whole("version_number") < version.whole("version_number");
            boolean named = version.has("parent_version")
                    ? other.whole("version_number") == version.whole("parent_version")
                    : other.raw("agent_id").equals(version.raw("agent_id"));
            found = before && named ? other : found;
        }
        return found;
    }

    /** The code of a version, with what changed from the one it was made from. */
    public Content diff(Doc version) {
        Doc parent = parent(version);
        String code = version.raw("code");
        return WordDiff.of(parent.has("code") ? parent.raw("code") : code, code);
    }

    /** The share of tests that each version passes. */
    public Lines trend() {
        List<Lines.Point> points = new ArrayList<>();
        for (Doc version : versions) {
            if (version.has("test_pass_rate")) {
                points.add(new Lines.Point(
                        versions.indexOf(version),
                        version.real("test_pass_rate"),
                        null,
                        null,
                        false,
                        version.text("agent_id", 40),
                        null));
            }
        }
        return Lines.of(
                "Tests passed",
                Axis.names(
                        "version",
                        versions.stream()
                                .map(version -> version.raw("version_number"))
                                .toList()),
                Axis.number("share", 0, 1),
                points);
    }
}
