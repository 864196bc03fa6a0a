package dev.stoa.counsel.audit;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The columns of the log. One declaration drives what is inserted, selected, hashed and exported, so that no column can
 * be stored and not covered. The order of the covered ones is that of the preimage and must never change.
 */
enum AuditColumn {
    SEQ(Kind.INTEGER, true),
    PREV_HASH(Kind.TEXT, true),
    ID(Kind.TEXT, true),
    CREATED_AT(Kind.REAL, true),
    EVENT_TYPE(Kind.TEXT, true),
    SESSION_ID(Kind.TEXT, true),
    TRACE_ID(Kind.TEXT, true),
    REQUEST_ID(Kind.TEXT, true),
    TOKEN_ID(Kind.TEXT, true),
    CONVERSATION_ID(Kind.TEXT, true),
    FIELD(Kind.TEXT, true),
    SPECIALIST(Kind.TEXT, true),
    ROUTING_MODE(Kind.TEXT, true),
    U_SCORE(Kind.REAL, true),
    CONFIDENCE(Kind.REAL, true),
    LATENCY_MS(Kind.REAL, true),
    EVENT_KEY(Kind.TEXT, true),
    DETAILS_HASH(Kind.TEXT, true),
    /** Covered by its salted hash, so that it can be erased without breaking the chain. */
    DETAILS(Kind.TEXT, false),
    DETAILS_SALT(Kind.TEXT, false),
    CURR_HASH(Kind.TEXT, false);

    /** How a value is stored. */
    enum Kind {
        TEXT,
        REAL,
        INTEGER
    }

    /** All of them, in order. */
    static final List<AuditColumn> ALL = List.of(values());

    /** Those that the hash of a row covers, in the order of the preimage. */
    static final List<AuditColumn> COVERED =
            Arrays.stream(values()).filter(AuditColumn::covered).toList();

    /** Their names for a statement. */
    static final String NAMES = ALL.stream().map(AuditColumn::column).collect(Collectors.joining(", "));

    private final Kind kind;
    private final boolean covered;
    private final String column;

    AuditColumn(Kind kind, boolean covered) {
        this.kind = kind;
        this.covered = covered;
        this.column = name().toLowerCase(Locale.ROOT);
    }

    Kind kind() {
        return kind;
    }

    boolean covered() {
        return covered;
    }

    /** Its name in the database and in exports. */
    String column() {
        return column;
    }
}
