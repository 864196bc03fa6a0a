package dev.stoa.storage;

/** The database behind an archive. A store that needs different SQL for each chooses by this, visibly. */
public enum Dialect {
    SQLITE("sqlite"),
    POSTGRES("postgres");

    private final String folder;

    Dialect(String folder) {
        this.folder = folder;
    }

    /** The folder that holds this dialect's migrations, below that of the archive. */
    String folder() {
        return folder;
    }

    /** The first text on SQLite, the second on PostgreSQL. */
    public String pick(String sqlite, String postgres) {
        return this == SQLITE ? sqlite : postgres;
    }

    /** A column whose index is not to be used; PostgreSQL knows from its statistics. */
    public String unindexed(String column) {
        return pick("+" + column, column);
    }

    /**
     * A column of a query that is {@linkplain Tx#ask asked} together with others: its texts are ids and names, none longer
     * than 1,000 characters. The driver of PostgreSQL waits for answers of unknown length before it asks further.
     */
    public String brief(String column) {
        return pick(column, column + "::varchar(1000)");
    }
}
