package dev.stoa.engine.counsel;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a prompt of an ask says, for those that do not read. Immutable.
 *
 * @param documents the ids of the documents to quote from
 * @param reviewed the answer that is to be reviewed; null if one is asked for
 * @param answer its short form; null if it has none
 */
record Asked(
        String question,
        List<String> documents,
        @Nullable String reviewed,
        @Nullable String answer) {}
