package dev.stoa.cli.learning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoa.cli.Terminal;
import dev.stoa.storage.Dialect;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.common.PDStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a folder of documents may bring in. */
class EvidenceFoldersTest {
    @TempDir
    Path folder;

    private Terminal terminal;
    private Path papers;

    @BeforeEach
    void open() throws IOException {
        terminal = Terminal.on(Dialect.SQLITE, folder);
        papers = Files.createDirectories(folder.resolve("papers/sub"));
        papers = folder.resolve("papers");
        Files.writeString(papers.resolve("good.txt"), "Ships float because water is displaced.\n");
        Files.createDirectories(folder.resolve("private"));
        Files.writeString(folder.resolve("private/passwd"), "The gatekeeper sleeps at noon.\n");
    }

    @AfterEach
    void close() {
        terminal.close();
    }

    @Test
    void whatLiesOutsideTheFolderIsSkippedAndNamed() throws Exception {
        Files.createSymbolicLink(papers.resolve("a.txt"), folder.resolve("private/passwd"));
        Files.createSymbolicLink(papers.resolve("b"), folder.resolve("private"));
        Files.createSymbolicLink(papers.resolve("sub/c.txt"), Path.of("../../private/passwd"));
        Files.createSymbolicLink(papers.resolve("d.txt"), Path.of("nowhere"));
        Files.createSymbolicLink(papers.resolve("loop"), papers);
        Files.createSymbolicLink(papers.resolve("same.txt"), Path.of("good.txt"));

        assertThat(terminal.run("evidence", "add", "--file", "papers")).isEqualTo(1);
        assertThat(terminal.err())
                .contains("papers/a.txt is a link out of the folder")
                .contains("papers/b is a link out of the folder")
                .contains("papers/sub/c.txt is a link out of the folder")
                .contains("papers/d.txt is a link that leads nowhere");
        assertThat(terminal.out()).contains("good.txt").contains("same.txt").doesNotContain("c.txt");
        nothingPrivateIn();

        assertThat(terminal.run("debate", "run", "Why do ships float?", "--evidence", "papers", "--seed", "1"))
                .as(terminal.err())
                .isZero();
        assertThat(terminal.err())
                .contains("papers/a.txt is a link out of the folder")
                .contains("papers/sub/c.txt is a link out of the folder");
        nothingPrivateIn();
    }

    @Test
    void whatIsNoRegularFileIsSkippedAndNamedAndNotWaitedFor() throws Exception {
        assertThat(new ProcessBuilder("mkfifo", papers.resolve("pipe").toString())
                        .start()
                        .waitFor())
                .isZero();
        assertThat(terminal.run("evidence", "add", "--file", "papers")).isEqualTo(1);
        assertThat(terminal.err()).contains("papers/pipe is no regular file");
        assertThat(terminal.out()).contains("good.txt");
        assertThat(terminal.run("evidence", "add", "--file", "/dev/zero")).isEqualTo(2);
        assertThat(terminal.err()).contains("/dev/zero is no regular file");
    }

    @Test
    void aPdfBeyondItsBoundsIsNamedAndTheOthersGoOn() throws Exception {
        try (PDDocument document = new PDDocument()) {
            PDPage page = new PDPage();
            document.addPage(page);
            PDStream content = new PDStream(document);
            byte[] piece = "q Q ".repeat(1 << 18).getBytes(StandardCharsets.US_ASCII);
            try (OutputStream out = content.createOutputStream(COSName.FLATE_DECODE)) {
                for (int i = 0; i < 140; i++) {
                    out.write(piece);
                }
            }
            page.setContents(content);
            document.save(papers.resolve("bomb.pdf").toFile());
        }
        assertThat(Files.size(papers.resolve("bomb.pdf"))).isLessThan(1 << 20);
        assertThat(terminal.run("evidence", "add", "--file", "papers")).isEqualTo(1);
        assertThat(terminal.err()).contains("papers/bomb.pdf inflates to more than 128 MiB");
        assertThat(terminal.out()).contains("good.txt");
        assertThat(terminal.run("debate", "run", "Why do ships float?", "--evidence", "papers", "--seed", "1"))
                .as(terminal.err())
                .isZero();
        assertThat(terminal.err()).contains("papers/bomb.pdf inflates to more than 128 MiB");
    }

    private void nothingPrivateIn() throws IOException {
        try (Stream<Path> files = Files.walk(terminal.data())) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                        .as(file.toString())
                        .doesNotContain("gatekeeper");
            }
        }
    }
}
