package dev.stoa.cli.remote;

import dev.stoa.base.ConflictException;
import dev.stoa.cli.console.Invocation;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** A verb with the arguments and options that were typed behind it. Used by one thread. */
@SuppressWarnings("TypeParameterUnusedInFormals") // the types are those of the fields, as where they are declared
final class TypedVerb {
    private final Invocation main;
    private final String verb;
    private final CommandSpec spec;

    TypedVerb(Invocation main, String verb, CommandSpec spec) {
        this.main = main;
        this.verb = verb;
        this.spec = spec;
    }

    String verb() {
        return verb;
    }

    /** The value of an argument, by its place; null if it is absent. */
    <T> @Nullable T argument(int place) {
        List<PositionalParamSpec> all = spec.positionalParameters();
        return place < all.size() ? all.get(place).getValue() : null;
    }

    /** The value of an option, that by default too; null if it has none. */
    <T> @Nullable T option(String name) {
        OptionSpec option = spec.findOption(name);
        return option == null ? null : option.getValue();
    }

    boolean has(String option) {
        return Boolean.TRUE.equals(option(option));
    }

    /** A text that is an argument, standard input or a file. */
    String text(int place) {
        return main.text("the text", argument(place), file());
    }

    /** The same, every character as it was given. */
    String exactText(int place) {
        return main.exactText("the text", argument(place), file());
    }

    /** The same of an option; null if it was not given. */
    @Nullable
    String textOf(String option) {
        String typed = option(option);
        return typed == null && file() == null ? null : main.text("the text", typed, file());
    }

    /** The same as it was given. */
    @Nullable
    String exactTextOf(String option) {
        String typed = option(option);
        return typed == null && file() == null ? null : main.exactText("the text", typed, file());
    }

    @Nullable
    Path file() {
        return option("--file");
    }

    /** Asks before something is lost, as where the data is. */
    void confirm(String question) {
        if (!has("--yes")) {
            main.confirm(question);
        }
    }

    /** Refuses options for which the data directory is needed. */
    TypedVerb without(String... options) {
        for (String option : options) {
            Object value = option(option);
            if (value != null && !Boolean.FALSE.equals(value)) {
                throw needsData(verb + " with " + option);
            }
        }
        return this;
    }

    static ConflictException needsData(String what) {
        return new ConflictException(
                "precondition",
                what + " needs the data directory, and STOA_URL is set, so only the server is used",
                "use it where the data directory is, with STOA_URL unset");
    }
}
