package dev.stoa.engine.counsel;

import static dev.stoa.storage.crash.Voice.say;

import dev.stoa.counsel.run.Level;
import dev.stoa.storage.Dialect;
import dev.stoa.storage.crash.Child;
import dev.stoa.storage.crash.Voice;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A process that asks. Its arguments: the dialect, the folder and the database. Each line that it is sent names a query,
 * a conversation or {@code new}, and a number of steps. After that number of stored steps it says {@code stands} and does
 * nothing more; at the end of an ask it says {@code answered}. The line {@code end} ends it.
 */
final class AskProcess {
    /** As many steps as no ask has. */
    static final int ALL = Integer.MAX_VALUE;

    /** Seats that do not agree, so that they are reviewed and debate. */
    static final List<String> PANEL = List.of("x=sim:?accuracy=0.1", "y=sim:?accuracy=0.9", "z=sim:?accuracy=0.2");

    private AskProcess() {}

    static AskRequest request(String query) {
        return AskRequest.of("Which one of them is it?")
                .level(Level.MAXIMUM)
                .agents(PANEL)
                .as(query);
    }

    public static void main(String[] args) throws Exception {
        try (AskHall hall = AskHall.at(Dialect.valueOf(args[0]), Path.of(args[1]), args.length > 2 ? args[2] : "")) {
            hall.engine();
            hall.stoa().counsel().queries().open(AskHall.ME);
            say("started");
            for (String order = Voice.hear(); !order.equals("end"); order = Voice.hear()) {
                ask(hall, order.split(" ", -1));
            }
        }
    }

    private static void ask(AskHall hall, String[] order) throws InterruptedException {
        int last = Integer.parseInt(order[2]);
        int[] steps = {0};
        AskRequest request = request(order[0]).in(order[1].equals("new") ? null : order[1]);
        hall.engine().ask(AskHall.ME, request, (step, query) -> {
            if (++steps[0] == last) {
                say("stands " + step);
                try {
                    Voice.awaitWord();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        });
        say("answered " + order[0]);
    }

    static Child start(Dialect dialect, Path folder, AskHall hall) {
        return Child.start(AskProcess.class, dialect, folder, hall.url());
    }
}
