package dev.stoa.counsel.seal;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The tables with sealed columns, and what a value of theirs is bound to. Immutable. */
public enum SealedTable {
    MESSAGES("messages", "message_id", "conversation_id", SealedColumn.CONTENT),
    CONVERSATIONS("conversations", "conversation_id", null, SealedColumn.TITLE),
    PROJECTS("projects", "project_id", null, SealedColumn.PROJECT),
    CONTEXT_BACKUPS("context_backups", "backup_id", "conversation_id", SealedColumn.BACKUP),
    MODEL_RUNS("model_runs", "run_id", "conversation_id", SealedColumn.RAW_RESPONSE),
    CORRECTIONS(
            "corrections",
            "id",
            null,
            SealedColumn.SUBJECT,
            SealedColumn.CLAIM,
            SealedColumn.REJECTED,
            SealedColumn.QUESTION,
            SealedColumn.EMBEDDING),
    KEYWORD_TERMS("keyword_terms", "term", null, SealedColumn.TERM);

    private final String table;
    private final String id;
    private final @Nullable String parent;

    @SuppressWarnings("ImmutableEnumChecker") // List.of makes no other
    private final List<SealedColumn> columns;

    SealedTable(String table, String id, @Nullable String parent, SealedColumn... columns) {
        this.table = table;
        this.id = id;
        this.parent = parent;
        this.columns = List.of(columns);
    }

    /** The name of the table. */
    public String table() {
        return table;
    }

    /** The column that is its primary key. */
    public String id() {
        return id;
    }

    /** An SQL expression for the parent of a row. */
    public String parent() {
        return parent == null ? "''" : parent;
    }

    /** The columns that are sealed. */
    public List<SealedColumn> columns() {
        return columns;
    }

    /** Every table that held plain text before an archive was sealed. */
    public static List<String> tables() {
        return Stream.concat(Arrays.stream(values()).map(SealedTable::table), Stream.of("message_keywords"))
                .toList();
    }
}
