package dev.stoa.learning.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.DeflaterOutputStream;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDStream;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A PDF is read within bounds on inflated size, pages and time. */
@Tag("quick")
class PdfTextTest {
    private static final PdfText SMALL = new PdfText(1 << 20, 3, Duration.ofSeconds(60), () -> 0);

    @Test
    void aPdfWithinTheBoundsIsRead() throws IOException {
        assertThat(SMALL.of(pages(3, false))).contains("Page 0").contains("Page 2");
        assertThat(SMALL.of(pages(3, true))).contains("Page 2");
    }

    @Test
    void aPdfOfMorePagesThanTheBoundIsRefused() throws IOException {
        byte[] long4 = pages(4, false);
        assertThatThrownBy(() -> SMALL.of(long4)).hasMessage("has 4 pages, above 3");
    }

    @Test
    void aPdfWhoseStreamsInflateBeyondTheBoundIsRefused() throws IOException {
        for (int layers = 1; layers <= 2; layers++) {
            byte[] bomb = bomb(2 << 20, layers);
            assertThat(bomb.length).isLessThan(100_000);
            assertThatThrownBy(() -> SMALL.of(bomb))
                    .isInstanceOf(PdfText.TooMuch.class)
                    .hasMessage("inflates to more than 1 MiB");
        }
    }

    @Test
    void manyStreamsCountTogether() throws IOException {
        assertThatThrownBy(() -> new PdfText(100, 3, Duration.ofSeconds(60), () -> 0).of(pages(3, false)))
                .hasMessageContaining("inflates to more than");
    }

    @Test
    void theListOfObjectsIsBoundedBeforeItIsLoaded() throws IOException {
        ByteArrayOutputStream pdf = new ByteArrayOutputStream();
        pdf.write("%PDF-1.5\n1 0 obj\n<</Type /XRef /Filter /FlateDecode>>\nstream\n"
                .getBytes(StandardCharsets.US_ASCII));
        pdf.write(deflated(new byte[2 << 20]));
        pdf.write("\nendstream\nendobj\nstartxref\n9\n%%EOF".getBytes(StandardCharsets.US_ASCII));
        assertThatThrownBy(() -> SMALL.of(pdf.toByteArray())).hasMessage("inflates to more than 1 MiB");
    }

    @Test
    void aPdfThatTakesLongerThanTheBoundIsRefused() throws IOException {
        AtomicLong clock = new AtomicLong();
        PdfText slow = new PdfText(
                1 << 20,
                3,
                Duration.ofSeconds(5),
                () -> clock.getAndAdd(Duration.ofSeconds(1).toNanos()));
        assertThatThrownBy(() -> slow.of(pages(3, false))).hasMessage("takes longer than 5 s to read");
    }

    private static byte[] pages(int count, boolean compressed) throws IOException {
        try (PDDocument document = new PDDocument()) {
            for (int i = 0; i < count; i++) {
                PDPage page = new PDPage();
                document.addPage(page);
                try (PDPageContentStream content = new PDPageContentStream(document, page)) {
                    content.beginText();
                    content.setFont(new PDType1Font(Standard14Fonts.FontName.HELVETICA), 12);
                    content.newLineAtOffset(50, 700);
                    content.showText("Page " + i);
                    content.endText();
                }
            }
            return saved(document, compressed);
        }
    }

    private static byte[] bomb(int bytes, int layers) throws IOException {
        byte[] data = "q Q ".repeat(bytes / 4).getBytes(StandardCharsets.US_ASCII);
        try (PDDocument document = new PDDocument()) {
            PDPage page = new PDPage();
            document.addPage(page);
            PDStream content = new PDStream(document);
            org.apache.pdfbox.cos.COSArray filters = new org.apache.pdfbox.cos.COSArray();
            for (int i = 0; i < layers; i++) {
                data = deflated(data);
                filters.add(COSName.FLATE_DECODE);
            }
            try (OutputStream raw = content.getCOSObject().createRawOutputStream()) {
                raw.write(data);
            }
            content.getCOSObject().setItem(COSName.FILTER, filters);
            page.setContents(content);
            return saved(document, false);
        }
    }

    private static byte[] saved(PDDocument document, boolean compressed) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        document.save(
                out,
                compressed
                        ? org.apache.pdfbox.pdfwriter.compress.CompressParameters.DEFAULT_COMPRESSION
                        : org.apache.pdfbox.pdfwriter.compress.CompressParameters.NO_COMPRESSION);
        return out.toByteArray();
    }

    private static byte[] deflated(byte[] data) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (DeflaterOutputStream deflater = new DeflaterOutputStream(out)) {
            deflater.write(data);
        }
        return out.toByteArray();
    }
}
