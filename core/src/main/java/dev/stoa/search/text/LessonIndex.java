package dev.stoa.search.text;

/**
 * The text index of lessons. Stateless. The archive of debates holds and rebuilds it, the learning wing writes and
 * searches it; it is declared here because neither wing may know the other.
 */
public final class LessonIndex {
    public static final TextTable TABLE = TextTable.of(
            "debate_lessons",
            "debate_lessons_fts",
            new TextTable.Column("title", 1),
            new TextTable.Column("problem", 1),
            new TextTable.Column("solution", 1),
            new TextTable.Column("tags", 1));

    private LessonIndex() {}
}
