package dev.stoa.learning.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoa.base.InvalidException;
import dev.stoa.base.NotFoundException;
import dev.stoa.search.text.Tokenizer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.encryption.AccessPermission;
import org.apache.pdfbox.pdmodel.encryption.StandardProtectionPolicy;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of every kind as documents, and how they are cut. */
class DocumentFilesTest {
    @TempDir
    Path folder;

    private DocumentDraft read(String name, String content) throws IOException {
        return DocumentFiles.read(Files.writeString(folder.resolve(name), content), null, "file", null);
    }

    private static List<String> texts(DocumentDraft draft) {
        return draft.passages().stream().map(EvidenceDraft::snippet).toList();
    }

    private Path pdf(String name, String text, String password) throws IOException {
        Path file = folder.resolve(name);
        try (PDDocument document = new PDDocument()) {
            PDPage page = new PDPage();
            document.addPage(page);
            try (PDPageContentStream stream = new PDPageContentStream(document, page)) {
                stream.beginText();
                stream.setFont(new PDType1Font(Standard14Fonts.FontName.HELVETICA), 12);
                stream.newLineAtOffset(50, 700);
                stream.showText(text);
                stream.endText();
            }
            if (!password.isEmpty()) {
                document.protect(new StandardProtectionPolicy(password, password, new AccessPermission()));
            }
            document.save(file.toFile());
        }
        return file;
    }

    @Test
    void markdownIsCutAtItsHeadingsButNotInsideCode() throws IOException {
        DocumentDraft draft =
                read("a b.md", "# Guide\n\nIntro.\n\n## Use\n\n```sh\n# no heading\n\nrun\n```\n\nDone.\n");
        assertThat(draft.title()).isEqualTo("Guide");
        assertThat(texts(draft)).containsExactly("Guide\nIntro.", "Use\n```sh\n# no heading\n\nrun\n```\nDone.");
        assertThat(draft.passages()).extracting(EvidenceDraft::title).containsExactly("Guide", "Guide › Use");
        assertThat(draft.id()).matches("a-b\\.md-[0-9a-f]{12}");
        assertThat(draft.url()).startsWith("file:///");
        assertThat(read("a b.md", "x").id()).isEqualTo(draft.id());
    }

    @Test
    void htmlGivesItsVisibleTextBlockByBlock() throws IOException {
        DocumentDraft draft = read("p.html", """
                <html><head><title>Tea</title><style>p{}</style></head><body><nav>Home</nav>
                <h1>Green</h1><p>It is <b>hot</b> &amp; good.<p>Second<br>line<script>evil()</script>
                <ul><li>one<li>two</ul><pre>a
                  b</pre></body>""");
        assertThat(draft.title()).isEqualTo("Tea");
        assertThat(texts(draft)).containsExactly("Green\nIt is hot & good.\nSecond\nline\none\ntwo\na\n  b");
        assertThat(draft.passages().getFirst().title()).isEqualTo("Tea › Green");
    }

    @Test
    void aPdfGivesItsTextAndABadOneIsNamed() throws IOException {
        DocumentDraft draft = DocumentFiles.read(pdf("ok.pdf", "Ships float on water", ""), "mine", "file", "Ships");
        assertThat(texts(draft)).containsExactly("Ships float on water");
        assertThat(draft.id()).isEqualTo("mine");
        assertThatThrownBy(() -> DocumentFiles.read(pdf("locked.pdf", "x", "secret"), null, "file", null))
                .isInstanceOf(InvalidException.class)
                .hasMessageEndingWith("locked.pdf is locked by a password");
        assertThatThrownBy(() -> read("bad.pdf", "%PDF-1.7 nothing"))
                .isInstanceOf(InvalidException.class)
                .hasMessageContaining("bad.pdf is no PDF that can be read");
        assertThatThrownBy(() -> DocumentFiles.read(pdf("empty.pdf", " ", ""), null, "file", null))
                .hasMessageContaining("empty.pdf has no text");
    }

    @Test
    void binaryFilesAndThoseWithoutTextAreRefused() throws IOException {
        Path binary = Files.write(folder.resolve("x.bin"), new byte[] {1, 0, 2});
        assertThatThrownBy(() -> DocumentFiles.read(binary, null, "file", null))
                .hasMessageContaining("is a binary file");
        Path latin = Files.write(folder.resolve("l.txt"), new byte[] {'a', (byte) 0xE9, 'b'});
        assertThatThrownBy(() -> DocumentFiles.read(latin, null, "file", null))
                .hasMessageContaining("is not text in UTF-8");
        assertThatThrownBy(() -> read("e.txt", " \n")).hasMessageContaining("has no text");
        assertThatThrownBy(() -> DocumentFiles.read(folder.resolve("none"), null, "file", null))
                .isInstanceOf(NotFoundException.class);
    }

    @Test
    void aFolderIsWalkedInOrderWithoutWhatIsHidden() throws IOException {
        Files.createDirectories(folder.resolve("sub/.git"));
        for (String name : List.of("b.txt", "a.txt", ".secret", "sub/c.txt", "sub/.git/config")) {
            Files.writeString(folder.resolve(name), "x");
        }
        assertThat(DocumentFiles.below(folder))
                .extracting(path -> folder.relativize(path).toString())
                .containsExactly("a.txt", "b.txt", "sub/c.txt");
        assertThat(DocumentFiles.below(folder.resolve(".secret"))).hasSize(1);
        assertThatThrownBy(() -> DocumentFiles.below(folder.resolve("none"))).isInstanceOf(NotFoundException.class);
    }

    @Test
    void passagesAreNeitherTooLongNorLoseAWord() {
        Random random = new Random(4);
        for (int round = 0; round < 50; round++) {
            List<String> words = new ArrayList<>();
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < 900; i++) {
                String word = "w" + random.nextInt(10_000);
                words.add(word);
                text.append(word)
                        .append(
                                switch (random.nextInt(40)) {
                                    case 0 -> ".\n\n";
                                    case 1, 2 -> ". ";
                                    default -> " ";
                                });
            }
            List<String> cuts = texts(DocumentDraft.ofText("d", "file", null, text.toString()));
            assertThat(cuts).allSatisfy(cut -> assertThat(cut.length()).isBetween(1, 1_000));
            assertThat(Tokenizer.words(String.join(" ", cuts))).isEqualTo(words);
        }
        assertThat(texts(DocumentDraft.ofText("d", "file", null, "x".repeat(2_500))))
                .hasSize(3);
    }

    @Test
    void anEditMovesOnlyTheCutsAroundIt() {
        Random random = new Random(6);
        List<String> paragraphs = random.ints(200, 0, 1_000_000)
                .mapToObj(i -> "Paragraph " + i + " says " + "something ".repeat(12))
                .collect(Collectors.toCollection(ArrayList::new));
        Set<String> before =
                new HashSet<>(texts(DocumentDraft.ofText("d", "file", null, String.join("\n\n", paragraphs))));
        paragraphs.add(3, "A new paragraph near the beginning.");
        paragraphs.set(100, "A changed one in the middle.");
        List<String> after = texts(DocumentDraft.ofText("d", "file", null, String.join("\n\n", paragraphs)));
        assertThat(after.stream().filter(text -> !before.contains(text)).count())
                .isLessThanOrEqualTo(12);
        assertThat(after).hasSizeGreaterThan(30);
    }

    @Test
    void aDocumentWithoutTextIsRefused() {
        assertThatThrownBy(() -> DocumentDraft.ofText("d", "file", null, " \n\n "))
                .hasMessage("document d has no text");
        assertThatThrownBy(() -> DocumentDraft.ofText("a b", "file", null, "x")).hasMessageContaining("document_id");
        assertThat(texts(DocumentDraft.ofText("d", "web", null, "a\u0000b"))).containsExactly("ab");
    }
}
