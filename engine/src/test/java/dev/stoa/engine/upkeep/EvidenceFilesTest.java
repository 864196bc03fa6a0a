package dev.stoa.engine.upkeep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.InvalidException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.Page;
import dev.stoa.base.Trust;
import dev.stoa.learning.evidence.Document;
import dev.stoa.learning.evidence.DocumentAdded;
import dev.stoa.learning.evidence.EvidenceFilter;
import dev.stoa.storage.Dialect;
import dev.stoa.testing.OnBothDatabases;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

@OnBothDatabases
@SuppressWarnings("NullAway.Init") // set before each test
class EvidenceFilesTest {
    @Parameter
    Dialect dialect;

    @TempDir
    Path folder;

    private UpkeepFixture place;

    @BeforeEach
    void open() {
        place = UpkeepFixture.on(dialect, folder);
    }

    @AfterEach
    void close() {
        place.close();
    }

    @Test
    void theFilesOfAFolderAreDocumentsAndABadOneKeepsNoneOfTheOthersOut() throws Exception {
        Path docs = docs();
        List<String> told = new ArrayList<>();

        DocumentsReport report = EvidenceFiles.into(place.stoa().learning().evidence())
                .add(docs, FileDraft.plain(), (step, done) -> told.add(done + " " + docs.relativize(Path.of(step))));

        assertThat(report.added()).hasSize(3).allMatch(DocumentAdded::created);
        assertThat(report.refused()).singleElement().satisfies(refused -> {
            assertThat(refused.file()).isEqualTo(docs.resolve("c.bin"));
            assertThat(refused.error()).isInstanceOf(InvalidException.class);
        });
        assertThat(report.complete()).isFalse();
        assertThat(told).containsExactly("1 a.md", "2 b.txt", "3 c.bin", "4 deep/d.html");
        assertThat(titles()).containsExactlyInAnyOrder("Redis", "b.txt", "d.html");
        assertThat(report.document().toString()).contains("items=[").contains("errors=[{file=");
        place.sound();
    }

    @Test
    void theSameFolderAgainRenewsWhatHasChangedOnly() throws Exception {
        Path docs = docs();
        Files.delete(docs.resolve("c.bin"));
        add(docs, FileDraft.plain());
        Files.writeString(docs.resolve("b.txt"), "Postgres keeps everything and forgets nothing.");

        DocumentsReport again = add(docs, FileDraft.plain());

        assertThat(again.complete()).isTrue();
        assertThat(again.added()).noneMatch(DocumentAdded::created);
        assertThat(again.added().stream().mapToInt(DocumentAdded::added).sum()).isEqualTo(1);
        assertThat(again.added().stream().mapToInt(DocumentAdded::removed).sum())
                .isEqualTo(1);
        place.sound();
    }

    @Test
    void whatIsSaidOfAFileIsSaidOfItsPassages() throws Exception {
        Path file = Files.writeString(folder.resolve("a.txt"), "Redis is quick.");

        DocumentsReport report = add(
                file,
                new FileDraft(
                        "doc-1",
                        "manual",
                        "On stores",
                        "https://example.org/a",
                        0.9,
                        Trust.CONFIRMED,
                        Map.of("author", "ana"),
                        null));

        assertThat(report.added())
                .singleElement()
                .satisfies(added -> assertThat(added.document().id()).isEqualTo("doc-1"));
        assertThat(place.stoa()
                        .learning()
                        .evidence()
                        .list(EvidenceFilter.NONE, Page.Request.first())
                        .items())
                .singleElement()
                .satisfies(evidence -> {
                    assertThat(evidence.source()).isEqualTo("manual");
                    assertThat(evidence.title()).isEqualTo("On stores");
                    assertThat(evidence.url()).isEqualTo("https://example.org/a");
                    assertThat(evidence.trust()).isEqualTo(Trust.CONFIRMED);
                });
    }

    @Test
    void aSingleFileIsRefusedByItsErrorAndAFolderHasNoIdAndNoTitle() throws Exception {
        Path docs = docs();

        assertThatThrownBy(() -> add(docs.resolve("c.bin"), FileDraft.plain())).isInstanceOf(InvalidException.class);
        assertThatThrownBy(() -> add(docs.resolve("none.md"), FileDraft.plain()))
                .isInstanceOf(NotFoundException.class);
        for (FileDraft draft : List.of(
                new FileDraft("one", "file", null, null, 0.5, null, Map.of(), null),
                new FileDraft(null, "file", "One", null, 0.5, null, Map.of(), null))) {
            assertThatThrownBy(() -> add(docs, draft))
                    .isInstanceOf(InvalidException.class)
                    .hasMessageContaining("not for a folder");
        }
        assertThat(titles()).isEmpty();
    }

    private Path docs() throws Exception {
        Path docs = Files.createDirectories(folder.resolve("docs"));
        Files.createDirectories(docs.resolve("deep"));
        Files.createDirectories(docs.resolve(".git"));
        Files.writeString(docs.resolve("a.md"), "# Redis\n\nIt is quick.\n");
        Files.writeString(docs.resolve("b.txt"), "Postgres keeps everything.");
        Files.write(docs.resolve("c.bin"), new byte[] {0, 1, 2});
        Files.writeString(docs.resolve("deep/d.html"), "<p>SQLite is one file.</p>");
        Files.writeString(docs.resolve(".hidden.md"), "nobody reads this");
        Files.writeString(docs.resolve(".git/config.txt"), "nor this");
        return docs;
    }

    private DocumentsReport add(Path path, FileDraft draft) {
        return EvidenceFiles.into(place.stoa().learning().evidence()).add(path, draft, UpkeepListener.NONE);
    }

    private List<String> titles() {
        return place.stoa().learning().evidence().documents(Page.Request.first()).items().stream()
                .map(Document::title)
                .map(String::valueOf)
                .toList();
    }
}
