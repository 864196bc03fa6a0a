package dev.stoa.learning.evidence;

import dev.stoa.base.Bounds;
import dev.stoa.base.InvalidException;
import dev.stoa.base.NotFoundException;
import dev.stoa.json.Digest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.encryption.InvalidPasswordException;
import org.apache.pdfbox.text.PDFTextStripper;
import org.jspecify.annotations.Nullable;

/**
 * Files as documents: text, Markdown, HTML and PDF. Stateless, safe from any thread. What a file holds is untrusted,
 * and a damaged or hostile one is refused by its name.
 */
public final class DocumentFiles {
    private static final long LARGEST = 64L << 20;
    private static final int NAME = 80;
    private static final Pattern UNFIT = Pattern.compile("[^A-Za-z0-9._-]+");
    private static final Set<String> MARKDOWN = Set.of("md", "markdown");
    private static final Set<String> HTML = Set.of("html", "htm", "xhtml");

    private DocumentFiles() {}

    /** The file itself, or the files below a folder in the order of their names; hidden ones are left out. */
    public static List<Path> below(Path path) {
        if (!Files.exists(path)) {
            throw new NotFoundException("not_found", path + " does not exist", "check the path");
        }
        if (!Files.isDirectory(path)) {
            return List.of(path);
        }
        try (Stream<Path> all = Files.walk(path)) {
            return all.filter(file -> !hidden(path.relativize(file)) && Files.isRegularFile(file))
                    .sorted()
                    .toList();
        } catch (IOException | UncheckedIOException e) {
            throw unreadable(path, e);
        }
    }

    /**
     * The document in a file.
     *
     * @param id its id; null for one made of the file's name and path, the same each time
     */
    public static DocumentDraft read(Path file, @Nullable String id, String source, @Nullable String title) {
        Path path = file.toAbsolutePath().normalize();
        String document = id == null ? idOf(path) : id;
        DocumentText.Parts parts = parts(path);
        if (parts.passages().isEmpty()) {
            throw Bounds.invalid(file + " has no text", "a scanned PDF needs text recognition first");
        }
        String name = title != null ? title : parts.title() != null ? parts.title() : fileName(path);
        return DocumentDraft.of(document, source, name, path.toUri().toString(), parts);
    }

    /** The whole text of a file, with its lines; of a page of HTML its paragraphs. */
    public static String text(Path file) {
        Path path = file.toAbsolutePath().normalize();
        String extension = extension(path);
        if (extension.equals("pdf") || HTML.contains(extension)) {
            return String.join(
                    "\n\n",
                    parts(path).passages().stream().map(PassageCutter.Cut::text).toList());
        }
        try {
            if (Files.size(path) > LARGEST) {
                throw Bounds.invalid(file + " is above " + (LARGEST >> 20) + " MiB", "split it");
            }
            return DocumentDraft.clean(text(path, Files.readAllBytes(path)));
        } catch (IOException e) {
            throw unreadable(path, e);
        }
    }

    private static DocumentText.Parts parts(Path file) {
        try {
            if (Files.size(file) > LARGEST) {
                throw Bounds.invalid(file + " is above " + (LARGEST >> 20) + " MiB", "split it");
            }
            byte[] bytes = Files.readAllBytes(file);
            String extension = extension(file);
            if (extension.equals("pdf")) {
                return DocumentText.plain(DocumentDraft.clean(pdf(file, bytes)));
            }
            String text = DocumentDraft.clean(text(file, bytes));
            if (MARKDOWN.contains(extension)) {
                return DocumentText.markdown(text);
            }
            return HTML.contains(extension) ? DocumentText.html(text) : DocumentText.plain(text);
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    private static String pdf(Path file, byte[] bytes) {
        try (PDDocument document = Loader.loadPDF(bytes)) {
            PDFTextStripper stripper = new PDFTextStripper();
            stripper.setParagraphEnd("\n\n");
            stripper.setLineSeparator("\n");
            return stripper.getText(document);
        } catch (InvalidPasswordException e) {
            throw refused(file, "is locked by a password", "unlock it first", e);
        } catch (IOException | RuntimeException e) {
            // Damaged files fail in many ways, not all of them checked.
            throw refused(file, "is no PDF that can be read (" + e.getMessage() + ")", "check the file", e);
        }
    }

    /** The text of a file of any other kind, if it is UTF-8. */
    private static String text(Path file, byte[] bytes) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            if (text.indexOf('\0') < 0) {
                return text;
            }
        } catch (CharacterCodingException e) {
            throw refused(file, "is not text in UTF-8", "give text, Markdown, HTML or PDF", e);
        }
        throw refused(file, "is a binary file", "give text, Markdown, HTML or PDF", null);
    }

    private static String idOf(Path path) {
        String name = UNFIT.matcher(fileName(path)).replaceAll("-");
        return name.substring(0, Math.min(NAME, name.length())) + "-"
                + Digest.sha256(path.toString()).substring(0, 12);
    }

    private static String fileName(Path path) {
        Path name = path.getFileName();
        return name == null ? path.toString() : name.toString();
    }

    private static String extension(Path file) {
        String name = fileName(file);
        return name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    }

    private static boolean hidden(Path relative) {
        for (Path part : relative) {
            if (part.toString().startsWith(".")) {
                return true;
            }
        }
        return false;
    }

    private static InvalidException refused(Path file, String what, String hint, @Nullable Throwable cause) {
        return new InvalidException("invalid", file + " " + what, hint, cause);
    }

    private static NotFoundException unreadable(Path path, Exception e) {
        return new NotFoundException("not_found", path + " cannot be read (" + e.getMessage() + ")", "check the path");
    }
}
