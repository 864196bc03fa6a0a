package dev.stoa.engine.upkeep;

import dev.stoa.base.Bounds;
import dev.stoa.base.StoaException;
import dev.stoa.base.UnavailableException;
import dev.stoa.learning.evidence.DocumentAdded;
import dev.stoa.learning.evidence.DocumentDraft;
import dev.stoa.learning.evidence.DocumentFiles;
import dev.stoa.learning.evidence.EvidenceStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Adds files to the evidence, each as one document: a single file, or all that are below a folder and not hidden, in
 * the order of their paths. Thread-safe. Each document is one transaction, so that what was added before a failure
 * stays.
 */
public final class EvidenceFiles {
    private final EvidenceStore store;

    private EvidenceFiles(EvidenceStore store) {
        this.store = store;
    }

    /** Adds to a store, with the trust of the caller that the store was made for. */
    public static EvidenceFiles into(EvidenceStore store) {
        return new EvidenceFiles(store);
    }

    /**
     * Adds a file or the files of a folder. A single file that cannot be added is refused; in a folder such a file is
     * reported and the others are added.
     */
    public DocumentsReport add(Path path, FileDraft draft, UpkeepListener listener) {
        boolean folder = Files.isDirectory(path);
        if (folder && (draft.document() != null || draft.title() != null)) {
            throw Bounds.invalid(
                    "the id and the title of a document are for one file, not for a folder", "leave them out");
        }
        List<DocumentAdded> added = new ArrayList<>();
        List<DocumentsReport.Refused> refused = new ArrayList<>();
        DocumentFiles.Found found = DocumentFiles.below(path);
        found.skipped().forEach(one -> refused.add(new DocumentsReport.Refused(one.file(), one.error())));
        for (Path file : found.files()) {
            try {
                added.add(store.addDocument(document(file, draft)));
            } catch (UnavailableException e) {
                // The archive is at fault, not the file: the other files would only meet the same error.
                throw e;
            } catch (StoaException e) {
                if (!folder) {
                    throw e;
                }
                refused.add(new DocumentsReport.Refused(file, e));
            }
            listener.progressed(file.toString(), added.size() + refused.size());
        }
        return new DocumentsReport(added, refused);
    }

    private static DocumentDraft document(Path file, FileDraft draft) {
        DocumentDraft read = DocumentFiles.read(file, draft.document(), draft.source(), draft.title());
        return (draft.url() == null ? read : read.url(draft.url()))
                .with(draft.reliability(), draft.trust(), draft.metadata(), draft.link());
    }
}
