package dev.stoa.society.context;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.base.Principal;
import dev.stoa.society.TownFixture;
import dev.stoa.testing.OnBothDatabases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The search of files: those of the globs, and of a folder for once. */
@Tag("quick")
@OnBothDatabases
class ContextFilesTest extends TownFixture {
    private ContextSearch context;
    private Principal ana;

    @BeforeEach
    void open() {
        context = town.context();
        ana = town.agent("ana");
    }

    private List<String> found(Principal by, ContextQuery query) {
        return context.search(by, query).items().stream().map(ContextHit::ref).toList();
    }

    @Test
    void filesAreThoseOfTheGlobsAndNothingElseIsRead() throws IOException {
        Path base = Files.createDirectories(folder.resolve("data [1]"));
        Path docs = Files.createDirectories(folder.resolve("docs"));
        Path a = Files.writeString(docs.resolve("a.md"), "otter");
        Path secret = Files.writeString(folder.resolve("secret"), "a secret otter");
        List<String> globs = List.of("../docs/*.md", "own.txt");
        Files.writeString(base.resolve("own.txt"), "otter");
        ContextQuery files = ContextQuery.of("otter").in(ContextQuery.Scope.FILES);
        assertThat(context.scan(Principal.local(), base, globs)).isEqualTo(new ContextSearch.Scanned(2, 2, 0));
        assertThat(found(ana, files)).containsExactlyInAnyOrder("file:" + a, "file:" + base.resolve("own.txt"));
        assertThat(context.scan(Principal.local(), base, globs)).isEqualTo(new ContextSearch.Scanned(2, 0, 0));
        Files.delete(base.resolve("own.txt"));
        // What it has become since it was scanned is not shown.
        Files.delete(a);
        Files.createSymbolicLink(a, secret);
        assertThat(context.search(ana, files).items())
                .extracting(ContextHit::snippet)
                .containsOnly("");
        Files.delete(a);
        Files.writeString(a, "otter " + "x".repeat(512 * 1024));
        assertThat(context.search(ana, files).items())
                .extracting(ContextHit::snippet)
                .containsOnly("");
        assertThat(context.scan(Principal.local(), base, globs)).isEqualTo(new ContextSearch.Scanned(0, 0, 2));
        assertThat(found(ana, files)).isEmpty();
    }

    @Test
    void aFileTooDeepForAnIndexIsLeftOut() throws IOException {
        SplittableRandom random = new SplittableRandom(9);
        Path deep = folder.resolve("docs");
        while (deep.toString().length() < 3_000) {
            deep = deep.resolve(random.ints(200, 'a', 'z' + 1)
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .toString());
        }
        Files.writeString(Files.createDirectories(deep).resolve("a.md"), "otter");
        Path near = Files.writeString(folder.resolve("docs/b.md"), "otter");
        context.scan(Principal.local(), folder, List.of("docs/**.md"));
        assertThat(found(ana, ContextQuery.of("otter").in(ContextQuery.Scope.FILES)))
                .containsExactly("file:" + near);
    }

    @Test
    void aFolderIsSearchedOnceAndForgotten() throws IOException {
        Path docs = Files.createDirectories(folder.resolve("docs"));
        for (int i = 0; i < 50; i++) {
            Files.writeString(docs.resolve(i + ".txt"), "otter " + i);
        }
        assertThat(context.search(ana, ContextQuery.of("otter").in(ContextQuery.Scope.FILES), docs)
                        .items())
                .hasSize(10)
                .extracting(ContextHit::snippet)
                .allMatch(snippet -> snippet.startsWith("otter"));
        assertThat(found(ana, ContextQuery.of("otter").in(ContextQuery.Scope.FILES)))
                .isEmpty();
    }
}
