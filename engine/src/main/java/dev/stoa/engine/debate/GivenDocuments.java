package dev.stoa.engine.debate;

import dev.stoa.base.StoaException;
import dev.stoa.learning.evidence.DocumentFiles;
import dev.stoa.learning.evidence.EvidenceDraft;
import dev.stoa.learning.evidence.EvidenceStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Stores the documents that a debate is given as evidence, whole. Stateless. */
public final class GivenDocuments {
    private static final int PIECE = 65_536;
    private static final String SOURCE = "file";

    private GivenDocuments() {}

    /**
     * The ids of everything in these files and folders, in the order of their names. A single file that cannot be read
     * is refused; what cannot be read in a folder is reported and the others are stored.
     */
    public static List<String> store(
            EvidenceStore evidence, List<Path> paths, Consumer<DocumentFiles.Skipped> skipped) {
        List<String> ids = new ArrayList<>();
        for (Path path : paths) {
            DocumentFiles.Found found = DocumentFiles.below(path);
            found.skipped().forEach(skipped);
            for (Path file : found.files()) {
                String text;
                try {
                    text = DocumentFiles.text(file);
                } catch (StoaException e) {
                    if (!Files.isDirectory(path)) {
                        throw e;
                    }
                    skipped.accept(new DocumentFiles.Skipped(file, e));
                    continue;
                }
                ids.addAll(store(
                        evidence,
                        String.valueOf(file.getFileName()),
                        text,
                        file.toAbsolutePath().normalize().toUri().toString()));
            }
        }
        return ids.stream().distinct().toList();
    }

    /** The ids of a text, which is cut where it is longer than evidence may be. */
    public static List<String> store(EvidenceStore evidence, String title, String text, String url) {
        return drafts(title, text, url, SOURCE).stream()
                .map(draft -> evidence.add(draft).value().id())
                .toList();
    }

    /** What is stored of a text that comes from elsewhere. */
    public static List<EvidenceDraft> drafts(String title, String text, @Nullable String url, String source) {
        return pieces(text).stream()
                .map(piece -> EvidenceDraft.of(piece, source).title(title).url(url))
                .toList();
    }

    private static List<String> pieces(String text) {
        List<String> pieces = new ArrayList<>();
        int from = 0;
        while (from < text.length()) {
            int to = Math.min(
                    text.length(),
                    text.offsetByCodePoints(from, Math.min(PIECE, text.codePointCount(from, text.length()))));
            String piece = text.substring(from, to);
            if (!piece.isBlank()) {
                pieces.add(piece);
            }
            from = to;
        }
        return pieces;
    }
}
