package dev.stoa.engine.debate;

import dev.stoa.learning.evidence.DocumentFiles;
import dev.stoa.learning.evidence.EvidenceDraft;
import dev.stoa.learning.evidence.EvidenceStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Stores the documents that a debate is given as evidence, whole. Stateless. */
public final class GivenDocuments {
    private static final int PIECE = 65_536;
    private static final String SOURCE = "file";

    private GivenDocuments() {}

    /** The ids of everything in these files and folders, in the order of their names. */
    public static List<String> store(EvidenceStore evidence, List<Path> paths) {
        List<String> ids = new ArrayList<>();
        for (Path path : paths) {
            for (Path file : DocumentFiles.below(path)) {
                ids.addAll(store(
                        evidence,
                        String.valueOf(file.getFileName()),
                        DocumentFiles.text(file),
                        file.toAbsolutePath().normalize().toUri().toString()));
            }
        }
        return ids.stream().distinct().toList();
    }

    /** The ids of a text, which is cut where it is longer than evidence may be. */
    public static List<String> store(EvidenceStore evidence, String title, String text, String url) {
        List<String> ids = new ArrayList<>();
        for (String piece : pieces(text)) {
            ids.add(evidence.add(EvidenceDraft.of(piece, SOURCE).title(title).url(url))
                    .value()
                    .id());
        }
        return ids;
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
