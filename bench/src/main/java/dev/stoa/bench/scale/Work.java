package dev.stoa.bench.scale;

/** What is measured against bare JDBC. */
enum Work {
    MESSAGE("send a message to a channel", "messages", new MessageUnits(false)),
    HOT("send a message to one channel", "messages", new MessageUnits(true)),
    OUTCOME("record the outcome of a memory", "outcomes", new OutcomeUnits()),
    MATCH("record a match of 2 agents", "matches", new MatchUnits()),
    TURN("record a turn of a debate", "turns", new TurnUnits());

    private final String title;
    private final String unit;

    @SuppressWarnings("ImmutableEnumChecker") // all kinds are records
    private final Units units;

    Work(String title, String unit, Units units) {
        this.title = title;
        this.unit = unit;
        this.units = units;
    }

    String title() {
        return title;
    }

    /** What one operation is. */
    String unit() {
        return unit;
    }

    Units units() {
        return units;
    }
}
