package dev.stoa.learning.evidence;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.zip.InflaterInputStream;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.contentstream.operator.Operator;
import org.apache.pdfbox.cos.COSArray;
import org.apache.pdfbox.cos.COSBase;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.cos.COSObject;
import org.apache.pdfbox.cos.COSObjectKey;
import org.apache.pdfbox.cos.COSStream;
import org.apache.pdfbox.filter.Filter;
import org.apache.pdfbox.filter.FilterFactory;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.text.PDFTextStripper;

/**
 * The text of a PDF, within bounds: a small file may inflate to anything. Immutable, safe from any thread.
 *
 * @param inflated how many bytes all that is not an image may have when it is inflated
 * @param pages the most pages
 * @param time how long reading the pages may take
 * @param nanos the clock
 */
record PdfText(long inflated, int pages, Duration time, LongSupplier nanos) {
    static final PdfText DEFAULT = new PdfText(128L << 20, 10_000, Duration.ofSeconds(60), System::nanoTime);

    private static final byte[] STREAM = "stream".getBytes(StandardCharsets.US_ASCII);
    // As far back as the dictionary of a stream that describes other objects begins.
    private static final int DICTIONARY = 1024;

    /** A bound that a file is above. */
    static final class TooMuch extends IOException {
        TooMuch(String message) {
            super(message);
        }
    }

    String of(byte[] bytes) throws IOException {
        boundStructure(bytes);
        try (PDDocument document = Loader.loadPDF(bytes)) {
            if (document.getNumberOfPages() > pages) {
                throw new TooMuch("has " + document.getNumberOfPages() + " pages, above " + pages);
            }
            boundStreams(document);
            Stripper stripper = new Stripper(nanos.getAsLong() + time.toNanos());
            stripper.setParagraphEnd("\n\n");
            stripper.setLineSeparator("\n");
            return stripper.getText(document);
        }
    }

    /** Inflates the streams that loading itself inflates, to nowhere: those that list and hold objects. */
    private void boundStructure(byte[] bytes) throws IOException {
        Bounded sum = new Bounded(OutputStream.nullOutputStream(), inflated);
        for (int at = indexOf(bytes, 0); at >= 0; at = indexOf(bytes, at + STREAM.length)) {
            int from = Math.max(0, at - DICTIONARY);
            String before = new String(bytes, from, at - from, StandardCharsets.ISO_8859_1);
            String dictionary = before.substring(before.lastIndexOf("obj") + 1);
            if (dictionary.contains("/ObjStm") || dictionary.contains("/XRef")) {
                int start = at + STREAM.length;
                while (start < bytes.length && (bytes[start] == '\r' || bytes[start] == '\n')) {
                    start++;
                }
                try (InputStream in =
                        new InflaterInputStream(new ByteArrayInputStream(bytes, start, bytes.length - start))) {
                    in.transferTo(sum);
                } catch (TooMuch e) {
                    throw e;
                } catch (IOException e) {
                    // Not inflated in this way, or damaged; loading will see.
                }
            }
        }
    }

    private static int indexOf(byte[] bytes, int from) {
        for (int i = from; i <= bytes.length - STREAM.length; i++) {
            int k = 0;
            while (k < STREAM.length && bytes[i + k] == STREAM[k]) {
                k++;
            }
            if (k == STREAM.length) {
                return i;
            }
        }
        return -1;
    }

    /** Inflates every stream that is not an image, before anything keeps it whole. */
    private void boundStreams(PDDocument document) throws IOException {
        Bounded sum = new Bounded(OutputStream.nullOutputStream(), inflated);
        for (COSObjectKey key : document.getDocument().getXrefTable().keySet()) {
            COSObject object = document.getDocument().getObjectFromPool(key);
            if (object.getObject() instanceof COSStream stream
                    && !COSName.IMAGE.equals(stream.getCOSName(COSName.SUBTYPE))) {
                inflate(stream, sum);
            }
        }
    }

    private void inflate(COSStream stream, Bounded sum) throws IOException {
        COSBase named = stream.getFilters();
        List<?> filters =
                named instanceof COSArray several ? several.toList() : named == null ? List.of() : List.of(named);
        byte[] data;
        try (InputStream raw = stream.createRawInputStream()) {
            data = raw.readAllBytes();
        }
        for (int i = 0; i < filters.size(); i++) {
            if (!(filters.get(i) instanceof COSName name)) {
                return;
            }
            ByteArrayOutputStream decoded = new ByteArrayOutputStream();
            boolean last = i == filters.size() - 1;
            Bounded one = new Bounded(last ? OutputStream.nullOutputStream() : decoded, inflated);
            try {
                Filter filter = FilterFactory.INSTANCE.getFilter(name);
                filter.decode(new ByteArrayInputStream(data), one, stream, i);
            } catch (TooMuch e) {
                throw e;
            } catch (IOException | RuntimeException e) {
                // Damaged, or of a kind that is not inflated; the text of the others may still be read.
                return;
            }
            sum.count(one.bytes);
            data = decoded.toByteArray();
        }
    }

    /** Passes on as many bytes as may be. */
    private static final class Bounded extends OutputStream {
        private final OutputStream out;
        private final long most;
        private long bytes;

        Bounded(OutputStream out, long most) {
            this.out = out;
            this.most = most;
        }

        void count(long more) throws TooMuch {
            bytes += more;
            if (bytes > most) {
                throw new TooMuch("inflates to more than " + (most >> 20) + " MiB");
            }
        }

        @Override
        public void write(int b) throws IOException {
            count(1);
            out.write(b);
        }

        @Override
        public void write(byte[] data, int from, int length) throws IOException {
            count(length);
            out.write(data, from, length);
        }
    }

    /** Looks at the clock at every step of a page. */
    private final class Stripper extends PDFTextStripper {
        private final long deadline;

        Stripper(long deadline) {
            this.deadline = deadline;
        }

        @Override
        protected void processOperator(Operator operator, List<COSBase> operands) throws IOException {
            if (nanos.getAsLong() - deadline > 0) {
                throw new TooMuch("takes longer than " + time.toSeconds() + " s to read");
            }
            super.processOperator(operator, operands);
        }
    }
}
