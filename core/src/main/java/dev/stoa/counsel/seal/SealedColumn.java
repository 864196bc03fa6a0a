package dev.stoa.counsel.seal;

/** The columns whose text is sealed. Those of one row are sealed under one key, which the row's {@code key_id} names. */
public enum SealedColumn {
    CONTENT("messages", "content"),
    TITLE("conversations", "title"),
    PROJECT("projects", "name"),
    BACKUP("context_backups", "backup_text"),
    RAW_RESPONSE("model_runs", "raw_response"),
    SUBJECT("corrections", "subject"),
    CLAIM("corrections", "claim"),
    REJECTED("corrections", "rejected"),
    QUESTION("corrections", "question"),
    EMBEDDING("corrections", "embedding"),
    TERM("keyword_terms", "sealed");

    private final String table;
    private final String column;

    SealedColumn(String table, String column) {
        this.table = table;
        this.column = column;
    }

    public String table() {
        return table;
    }

    public String column() {
        return column;
    }
}
