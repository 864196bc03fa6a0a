package dev.stoa.cli.counsel;

import dev.stoa.Stoa;
import dev.stoa.cli.console.Columns;
import dev.stoa.cli.console.CommandGroup;
import dev.stoa.counsel.key.KeyUse;
import dev.stoa.counsel.key.Keys;
import dev.stoa.counsel.key.ResealReport;
import dev.stoa.counsel.seal.Keysets;
import dev.stoa.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The noun {@code key}: encryption at rest of the counsel. Used by one thread. */
@Command(
        name = "key",
        description = "Create, list, rotate and retire the keys that encrypt conversations and corrections.",
        addMethodSubcommands = false)
public final class KeyCommand extends CommandGroup {
    @Command(
            name = "create",
            description = "Create both keysets: in the files that encryption.keyset and encryption.index_keyset name,"
                    + " or in the folder keys of the data directory. Keep copies elsewhere: backups do not hold them.")
    void create() {
        try (Stoa stoa = main.open()) {
            Keysets.Created made = stoa.counsel().keys().create(main.principal());
            List<String> lines = new ArrayList<>();
            lines.add("created " + made.keyset());
            lines.add("created " + made.indexKeyset());
            lines.add("keep copies of both elsewhere: no backup holds them, and without them nothing can be read");
            if (!made.configured()) {
                lines.add("nothing is encrypted yet; to begin, write into stoa.toml:");
                lines.add("[encryption]");
                lines.add("keyset = \"file:" + made.keyset() + "\"");
                lines.add("index_keyset = \"file:" + made.indexKeyset() + "\"");
            }
            main.print(
                    Json.object(
                            "keyset",
                            made.keyset().toString(),
                            "index_keyset",
                            made.indexKeyset().toString(),
                            "configured",
                            made.configured()),
                    lines);
        }
    }

    @Command(name = "list", description = "List the keys with the number of rows that are encrypted with each.")
    void list() {
        try (Stoa stoa = main.open()) {
            KeyUse use = stoa.counsel().keys().list(main.principal());
            Columns columns = new Columns();
            use.keys().forEach(key -> columns.row(id(key), rows(key.rows()), key.primary() ? "primary" : ""));
            use.missing().forEach(key -> columns.row(id(key), rows(key.rows()), "not in the keyset"));
            if (use.plain() > 0) {
                columns.row("none", rows(use.plain()), "not encrypted yet; run stoa key reseal");
            }
            main.print(use.toJson(), columns.lines());
        }
    }

    private static String id(KeyUse.Key key) {
        return Long.toString(key.keyId());
    }

    private static String rows(long number) {
        return String.format(Locale.ROOT, "%,d %s", number, number == 1 ? "row" : "rows");
    }

    @Command(
            name = "rotate",
            description = "Add a key, encrypt everything with it from now on, and encrypt again what has an older key.")
    void rotate(
            @Option(
                            names = "--index",
                            description = "Replace the key of the search index instead, and index all messages again.")
                    boolean index) {
        try (Stoa stoa = main.open()) {
            Keys keys = stoa.counsel().keys();
            Long id = null;
            if (index) {
                keys.rotateIndex(main.principal());
            } else {
                id = keys.rotate(main.principal());
            }
            report(
                    index ? "the key of the index was replaced" : "key " + id + " is the primary key now",
                    id,
                    keys.reseal(main.principal()));
        }
    }

    @Command(
            name = "reseal",
            description = "Encrypt what is not encrypted with the primary key yet, and remove plain text from the"
                    + " files of the archive.")
    void reseal() {
        try (Stoa stoa = main.open()) {
            report(null, null, stoa.counsel().keys().reseal(main.principal()));
        }
    }

    private void report(@Nullable String first, @Nullable Long id, ResealReport report) {
        List<String> lines = new ArrayList<>();
        if (first != null) {
            lines.add(first);
        }
        lines.add(rows(report.rows()) + " encrypted with the primary key");
        if (report.broken() > 0) {
            lines.add(rows(report.broken()) + " could not be decrypted and stayed as they were");
        }
        if (!report.cleaned()) {
            lines.add("another process holds the files; run stoa key reseal again to remove plain text from them");
        }
        Map<String, @Nullable Object> document = new LinkedHashMap<>(report.toJson());
        if (id != null) {
            document.put("key_id", id);
        }
        main.print(document, lines);
    }

    @Command(name = "retire", description = "Remove a key from the keyset; refused while rows are encrypted with it.")
    void retire(@Parameters(paramLabel = "ID", description = "Id of the key, as key list shows it.") long id) {
        try (Stoa stoa = main.open()) {
            stoa.counsel().keys().retire(main.principal(), id);
            main.print(Json.object("key_id", id, "retired", true), List.of("key " + id + " is retired"));
        }
    }
}
