package dev.stoa.cli.debate;

import dev.stoa.cli.text.TerminalText;
import dev.stoa.debate.DebateEvents;
import dev.stoa.debate.rules.Step;
import dev.stoa.debate.rules.record.CountRecord;
import dev.stoa.debate.rules.record.DebateRecord;
import dev.stoa.debate.rules.record.Slot;
import dev.stoa.debate.rules.record.Turn;
import dev.stoa.debate.session.DebateEvent;
import dev.stoa.engine.debate.DebateListener;
import java.io.PrintWriter;
import java.util.List;

/** Prints the events of a debate for a program while it is held, one JSON object a line. For one run. */
final class EventStream implements DebateListener {
    private final PrintWriter out;
    private final DebateEvents events;
    private String session = "";
    private long last;

    EventStream(PrintWriter out, DebateEvents events) {
        this.out = out;
        this.events = events;
    }

    @Override
    public void opened(String id, DebateRecord record) {
        session = id;
        flush();
    }

    @Override
    public void calling(DebateRecord record, List<Slot> slots) {
        flush();
    }

    @Override
    public void stored(DebateRecord record, Turn turn) {
        flush();
    }

    @Override
    public void measured(DebateRecord record, Step.Measure step) {
        flush();
    }

    @Override
    public void checked(DebateRecord record, Step.Check step) {
        flush();
    }

    @Override
    public void counted(DebateRecord record, CountRecord counted) {
        flush();
    }

    /** Prints what has happened since it last did. */
    void flush() {
        for (DebateEvent event : events.after(session, last, Integer.MAX_VALUE)) {
            out.println(TerminalText.json(event.document()));
            last = event.seq();
        }
        out.flush();
    }
}
