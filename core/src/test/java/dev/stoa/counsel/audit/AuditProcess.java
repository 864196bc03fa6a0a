package dev.stoa.counsel.audit;

import dev.stoa.Stoa;
import dev.stoa.StoaConfig;
import dev.stoa.base.Principal;
import dev.stoa.base.Trace;
import dev.stoa.config.ConfigSources;
import dev.stoa.config.Location;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** A process that writes to a log: {@code PLACE FOLDER NAME ROUNDS}; it begins when it is told to. */
final class AuditProcess {
    private AuditProcess() {}

    public static void main(String[] args) throws IOException {
        int rounds = Integer.parseInt(args[3]);
        try (Stoa stoa = Stoa.open(config(args[0], Path.of(args[1])))) {
            System.out.println("started");
            if (System.in.read() < 0) {
                return;
            }
            for (int i = 0; i < rounds; i++) {
                stoa.counsel()
                        .audit()
                        .record(
                                Principal.local(),
                                AuditEvent.of("export", Trace.NONE, Map.of("by", args[2], "number", i)));
                if (i % 5 == 4) {
                    System.out.println("signing " + i);
                    stoa.counsel().audit().checkpoint(Principal.local());
                }
            }
        }
        System.out.println("done");
    }

    static StoaConfig config(String place, Path folder) {
        return StoaConfig.load(ConfigSources.of(
                folder,
                Map.of(),
                place.startsWith("jdbc:") ? Location.postgres(place, folder) : Location.directory(Path.of(place))));
    }
}
