package dev.stoa.cli.operate;

import dev.stoa.cli.console.Columns;
import dev.stoa.cli.console.Invocation;
import dev.stoa.config.ConfigEntry;
import dev.stoa.json.Json;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** The verb {@code config}: what is in force and who said so. Used by one thread. */
@Command(name = "config", description = "Print every setting with its value and where that comes from.")
public final class ConfigCommand implements Runnable {
    @ParentCommand
    @SuppressWarnings("NullAway.Init") // set by picocli before run
    private Invocation main;

    @Override
    public void run() {
        List<ConfigEntry> entries = main.config().entries();
        Columns columns = new Columns();
        for (ConfigEntry entry : entries) {
            columns.row(entry.key(), "= " + Json.write(entry.value()), entry.origin());
        }
        main.print(
                Json.object(
                        "settings",
                        entries.stream()
                                .map(entry -> Json.object(
                                        "key", entry.key(),
                                        "value", entry.value(),
                                        "origin", entry.origin(),
                                        "doc", entry.doc()))
                                .toList()),
                columns.lines());
    }
}
