package dev.stoa.testing;

import dev.stoa.storage.Dialect;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.support.ParameterDeclarations;

/** The databases that tests are run on. Stateless. */
public final class Databases implements ArgumentsProvider {
    private static final String ALL = "sqlite,postgres";

    @Override
    public Stream<? extends Arguments> provideArguments(ParameterDeclarations parameters, ExtensionContext context) {
        return named(System.getProperty("stoa.test.databases", ALL)).stream().map(Arguments::of);
    }

    /** Whether tests are to run on this database. */
    public static boolean asked(Dialect dialect) {
        return named(System.getProperty("stoa.test.databases", ALL)).contains(dialect);
    }

    /** The dialects in a list of their names; an empty one means all. */
    static List<Dialect> named(String list) {
        return Arrays.stream((list.isBlank() ? ALL : list).split(","))
                .map(name -> Dialect.valueOf(name.strip().toUpperCase(Locale.ROOT)))
                .toList();
    }
}
