package dev.stoa.learning.evidence;

import dev.stoa.base.Bounds;
import dev.stoa.base.InvalidException;
import dev.stoa.base.NotFoundException;
import dev.stoa.base.StoaException;
import dev.stoa.json.Digest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.pdfbox.pdmodel.encryption.InvalidPasswordException;
import org.jspecify.annotations.Nullable;

/**
 * Files as documents: text, Markdown, HTML and PDF. Stateless, safe from any thread. What a file holds is untrusted,
 * and a damaged or hostile one is refused by its name.
 */
public final class DocumentFiles {
    private static final int LARGEST = 64 << 20;
    private static final int NAME = 80;
    private static final Pattern UNFIT = Pattern.compile("[^A-Za-z0-9._-]+");
    private static final Set<String> MARKDOWN = Set.of("md", "markdown");
    private static final Set<String> HTML = Set.of("html", "htm", "xhtml");

    private DocumentFiles() {}

    /**
     * What a path leads to.
     *
     * @param files the file itself, or the files below a folder in the order of their names; hidden ones are left out
     * @param skipped what lies in the folder and is not read, with the reason
     */
    public record Found(List<Path> files, List<Skipped> skipped) {
        public Found {
            files = List.copyOf(files);
            skipped = List.copyOf(skipped);
        }
    }

    /** Something in a folder that is not read, and why. */
    public record Skipped(Path file, StoaException error) {}

    /**
     * The file itself, or what is below a folder. A link that is named itself is followed; one inside a folder leads no
     * further than the folder: what lies outside is skipped, and so is what is no file.
     */
    public static Found below(Path path) {
        if (!Files.exists(path)) {
            throw new NotFoundException("not_found", path + " does not exist", "check the path");
        }
        if (!Files.isDirectory(path)) {
            if (!Files.isRegularFile(path)) {
                throw refused(path, "is no regular file", "give text, Markdown, HTML or PDF", null);
            }
            return new Found(List.of(path), List.of());
        }
        List<Path> files = new ArrayList<>();
        List<Skipped> skipped = new ArrayList<>();
        try (Stream<Path> all = Files.walk(path)) {
            Path root = path.toRealPath();
            for (Path file : (Iterable<Path>) all.sorted()::iterator) {
                if (hidden(path.relativize(file)) || Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
                    continue;
                }
                String obstacle = obstacle(root, file);
                if (obstacle == null) {
                    files.add(file);
                } else {
                    String advice =
                            Files.exists(file) && Files.isSymbolicLink(file) ? "name what it leads to" : "replace it";
                    skipped.add(new Skipped(file, refused(file, obstacle, advice + ", if it is wanted", null)));
                }
            }
        } catch (IOException | UncheckedIOException e) {
            throw unreadable(path, e);
        }
        return new Found(files, skipped);
    }

    /** Why something in a folder is not read; null if it is. */
    private static @Nullable String obstacle(Path root, Path file) {
        if (Files.isSymbolicLink(file)) {
            Path real;
            try {
                real = file.toRealPath();
            } catch (IOException e) {
                return "is a link that leads nowhere";
            }
            if (!real.startsWith(root)) {
                return "is a link out of the folder";
            }
            if (hidden(root.relativize(real))) {
                return "is a link to what is hidden";
            }
            if (Files.isDirectory(real)) {
                return "is a link to a folder";
            }
        }
        return Files.isRegularFile(file) ? null : "is no regular file";
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
            return DocumentDraft.clean(text(path, bytes(path)));
        } catch (IOException e) {
            throw unreadable(path, e);
        }
    }

    private static DocumentText.Parts parts(Path file) {
        try {
            byte[] bytes = bytes(file);
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

    /** The content of a file; not asked for its size, which some files do not tell. */
    private static byte[] bytes(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw Files.exists(file)
                    ? refused(file, "is no regular file", "give text, Markdown, HTML or PDF", null)
                    : new NotFoundException("not_found", file + " does not exist", "check the path");
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(LARGEST + 1);
            if (bytes.length > LARGEST) {
                throw Bounds.invalid(file + " is above " + (LARGEST >> 20) + " MiB", "split it");
            }
            return bytes;
        }
    }

    private static String pdf(Path file, byte[] bytes) {
        try {
            return PdfText.DEFAULT.of(bytes);
        } catch (InvalidPasswordException e) {
            throw refused(file, "is locked by a password", "unlock it first", e);
        } catch (PdfText.TooMuch e) {
            throw refused(file, String.valueOf(e.getMessage()), "split it, or give its text", e);
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
